// Equivalent expression transformation: a condition means the same in whatever way it is written.

import { deleteFrom, property, sameBag, select, update } from '../index.ts';

export const equivalentConditions = property(
  'equivalent-conditions',
  { claims: 'EET: a condition that is written in another way keeps the same rows.' },
  ({ db, pick, gen, run, assert }) => {
    const t = pick(db.readable);
    const p = gen.predicate(t);
    const plain = run(select('*').from(t).where(p));
    const other = run(select('*').from(t).where(gen.equivalent(p)));
    assert(sameBag(plain, other));
  },
);

export const equivalentQueries = property(
  'equivalent-queries',
  { claims: 'EET: a query whose conditions are written in another way returns the same rows.' },
  ({ gen, run, assert }) => {
    const q = gen.select();
    const plain = run(q);
    const other = run(gen.equivalent(q));
    assert(sameBag(plain, other));
  },
);

export const equivalentWrites = property(
  'equivalent-writes',
  {
    claims: 'EET: UPDATE and DELETE with a condition that is written in another way do the same.',
    load: 'write',
  },
  ({ db, pick, gen, run, assert, transaction }) => {
    const t = pick(db.tables);
    const p = gen.predicate(t);
    const c = pick(t.columns.filter((_, i) => !t.view.columns[i].generated));
    const value = gen.value(t, c.name);
    const writes = pick([deleteFrom, (of: typeof t, where: typeof p) => update(of, c.name, value, where)]);
    const left = [p, gen.equivalent(p)].map((condition) =>
      transaction('rollback', () => {
        run(writes(t, condition));
        return run(select('*').from(t));
      }),
    );
    assert(sameBag(left[0], left[1]));
  },
);
