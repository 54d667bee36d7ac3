// What decides how a query runs changes nothing of what it returns: statistics, hints and settings.

import { property, type Query, sameBag, select, sql } from '../index.ts';

export const statisticsChangeNothing = property(
  'statistics-change-nothing',
  { claims: 'DQP: ANALYZE changes how a query runs, never what it returns.', faults: ['reopen'] },
  ({ gen, run, assert, fault }) => {
    const q = gen.select();
    const before = run(q);
    run({ kind: 'analyze' });
    const known = run(q);
    fault.reopen();
    const reopened = run(q);
    assert(sameBag(before, known));
    assert(sameBag(before, reopened));
  },
);

export const hintsChangeNothing = property(
  'hints-change-nothing',
  { claims: 'DQP: likely() and unlikely() change how a query runs, never what it returns.' },
  ({ db, pick, gen, run, assert }) => {
    const t = pick(db.readable);
    const [p, q] = [gen.predicate(t), gen.predicate(t)];
    const [one, other] = pick([
      ['likely', 'unlikely'],
      ['unlikely', 'likely'],
    ]);
    const plain = run(select('*').from(t).where(sql.and(p, q)));
    const hinted = run(
      select('*')
        .from(t)
        .where(sql.and(sql.call(one, p), sql.call(other, q))),
    );
    assert(sameBag(plain, hinted));
  },
);

export const materializedChangesNothing = property(
  'materialized-changes-nothing',
  { claims: 'DQP: a common table gives the same rows whether it is materialized or not.' },
  ({ gen, run, assert }) => {
    const q = gen.select({ columns: 2 });
    const name = gen.tableName();
    const plain = run(q);
    const common = (materialized: 'MATERIALIZED' | 'NOT MATERIALIZED') =>
      run(withCommon(name, q, materialized));
    const [once, inlined] = [common('MATERIALIZED'), common('NOT MATERIALIZED')];
    assert(sameBag(plain, once));
    assert(sameBag(plain, inlined));
  },
);

export const settingsChangeNothing = property(
  'settings-change-nothing',
  {
    claims:
      'Thanos: the size of the cache, and which ways the engine may take, change nothing of what it returns.',
  },
  ({ pick, gen, run, assert }) => {
    const q = gen.select();
    const { name, values, usual } = pick(SETTINGS);
    const set = (value: string) => run({ kind: 'pragma', name, value, form: '=' });
    const before = run(q);
    set(pick(values));
    const after = run(q);
    set(usual);
    assert(sameBag(before, after));
  },
);

function withCommon(
  name: string,
  { node }: Query,
  materialized: 'MATERIALIZED' | 'NOT MATERIALIZED',
): sql.Select {
  const from = { kind: 'table', name } as const;
  const body = { kind: 'core', columns: [{ kind: 'all' }], from } as const;
  return { kind: 'select', with: [{ name, materialized, select: node }], body };
}

const SETTINGS = [
  { name: 'cache_size', values: ['1', '10', '-1'], usual: '-2000' },
  { name: 'automatic_index', values: ['OFF'], usual: 'ON' },
  { name: 'reverse_unordered_selects', values: ['ON'], usual: 'OFF' },
  { name: 'temp_store', values: ['MEMORY', 'FILE'], usual: 'DEFAULT' },
] as const;
