import { describe, expect, it } from 'vitest';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { wrapEngine } from '../../src/engines/wrap-engine.ts';
import { type Investigated, investigate, lookInto } from '../../src/find/investigate.ts';
import { statementCount } from '../../src/plan/plan.ts';
import { testOf } from '../../src/plan/rehearse.ts';
import { SHRINKING_FUEL, SHRUNK_FUEL } from '../../src/planning/limits.ts';
import { judgeFully } from '../../src/run/judge-fully.ts';
import { refereeWith } from '../../src/run/referee.ts';
import type { Statement } from '../../src/sql/ast.ts';
import { literal } from '../../src/sql/build.ts';
import { selectAll } from '../../src/sql/index.ts';
import { planOf, runStep } from './small-plans.ts';

const create = (name: string): Statement => ({ kind: 'createTable', name, columns: [{ name: 'c0' }] });
const insert = (table: string): Statement => ({
  kind: 'insert',
  table,
  source: { kind: 'values', rows: [[literal(1n)]] },
});

/** Each statement is a group of its own. */
const planWith = (statements: readonly Statement[], fuel?: number) =>
  planOf(...statements.map((statement, id) => [runStep(id, statement, fuel)]));

describe('a hang of which only something slow is left with little fuel', () => {
  const rows = 16;
  // A query burns so much for each row that was inserted that two rows look like a hang while shrinking.
  const burnt = SHRUNK_FUEL / 12;
  const transaction: Statement[] = [{ kind: 'begin', mode: 'DEFERRED' }, insert('t1'), { kind: 'commit' }];
  const other = [create('t1'), insert('t1'), ...transaction];
  const statements = [create('t0'), ...other, ...Array(rows).fill(insert('t0')), selectAll('t0')];

  let boots = 0;

  /** What is left of it on an engine that does not come to an end with so many rows. */
  async function small(hangsFrom: number): Promise<Investigated> {
    boots = 0;
    const engine = wrapEngine(sqlite, () => {
      boots++;
      let inserted = 0;
      return {
        run: ({ text, fuel, go }) => {
          if (text.startsWith('INSERT INTO t0')) inserted++;
          const isHang = inserted >= hangsFrom || inserted * burnt > fuel;
          return text.startsWith('SELECT') && isHang ? { kind: 'fuel' } : go();
        },
      };
    });
    const plan = planWith(statements, SHRUNK_FUEL);
    const referee = refereeWith();
    const { finding } = await judgeFully(testOf(plan), engine, {
      referee,
      doublecheck: false,
      triesAgain: () => false,
    });
    expect(finding?.kind).toBe('hang');
    return investigate(plan, finding!, { engine, referee });
  }

  it('is shrunk with more', async () => {
    expect(2 * burnt).toBeGreaterThan(SHRINKING_FUEL);
    const { finding, isUnfinished, plan } = await small(13);
    expect(finding.kind).toBe('hang');
    expect(isUnfinished).toBe(false);
    // The table, thirteen rows and the query.
    expect(statementCount(plan)).toBe(15);
  });

  it('and with more, stays as it was found, and is not tried again and again with all of its fuel', async () => {
    const { plan, candidates, mayNeed } = await small(Number.POSITIVE_INFINITY);
    expect(statementCount(plan)).toBe(statements.length);
    expect(mayNeed).toEqual([]);
    // It is judged and looked at, before and after, and what is left of it is tried with more fuel, twice.
    expect(boots - candidates).toBeLessThanOrEqual(5);
  });
});

it('a known cause explains what is left of a plan whose statements are mostly gone, and what it does not need is looked into', async () => {
  const engine = wrapEngine(sqlite, () => ({
    run: ({ text, go }) => go(text.includes('DISTINCT') ? 'SELECT 2' : undefined),
  }));
  const distinct: Statement = {
    kind: 'select',
    body: {
      kind: 'core',
      distinct: true,
      columns: [{ kind: 'all' }],
      from: { kind: 'table', name: 't0' },
    },
  };
  const plan = planWith([create('t0'), create('t1'), insert('t1'), insert('t0'), distinct]);
  const referee = refereeWith();
  const { finding } = await judgeFully(testOf(plan), engine, { referee, doublecheck: false });
  const { cause } = await investigate(plan, finding!, { engine, referee });
  expect(cause.heart).toEqual(['DISTINCT']);
  const [same, other] = [{ cause }, { cause: { ...cause, heart: ['GROUP BY'] } }];
  expect(await lookInto(plan, finding!, { engine, referee }, [other, same])).toEqual({ explainedBy: same });
  expect(await lookInto(plan, finding!, { engine, referee }, [other])).toMatchObject({ cause });
});

it('shrinking that ends where the reference fails, too, is done again without losing what the reference passes', async () => {
  const wrong = (isWrong: (created: readonly string[]) => boolean) =>
    wrapEngine(sqlite, () => {
      const created: string[] = [];
      return {
        run: ({ text, go }) => {
          if (text.startsWith('CREATE')) created.push(text);
          return go(text.startsWith('SELECT') && isWrong(created) ? 'SELECT 2' : undefined);
        },
      };
    });
  const engine = wrong(() => true);
  const reference = wrong((created) => created.length < 2);
  const referee = { ...refereeWith(reference), third: null };
  const plan = planWith([create('t0'), insert('t0'), create('t1'), insert('t1'), selectAll('t0')]);
  const { finding } = await judgeFully(testOf(plan), engine, { referee, doublecheck: false });
  const found = await investigate(plan, finding!, { engine, referee });
  expect(found.outvoted).toBe('engine');
  expect(found.plan.groups.map(({ steps }) => steps.length)).toEqual([1, 1, 1]);
});
