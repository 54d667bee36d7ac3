import { expect, it } from 'vitest';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { wrapEngine } from '../../src/engines/wrap-engine.ts';
import { investigate } from '../../src/find/investigate.ts';
import { PLAN_FORMAT, type Plan, type RunStep, statementCount } from '../../src/plan/plan.ts';
import { testOf } from '../../src/plan/rehearsal.ts';
import { CONFIRMING_FUEL, SHRINKING_FUEL } from '../../src/planning/limits.ts';
import { judgeFully } from '../../src/run/judge-fully.ts';
import { refereeWith } from '../../src/run/referee.ts';
import type { Statement } from '../../src/sql/ast.ts';
import { literal } from '../../src/sql/build.ts';
import { selectAll } from '../../src/sql/index.ts';
import { DEFAULT_WORLD } from '../../src/world/world-spec.ts';

const create = (name: string): Statement => ({ kind: 'createTable', name, columns: [{ name: 'c0' }] });
const insert = (table: string): Statement => ({
  kind: 'insert',
  table,
  source: { kind: 'values', rows: [[literal(1n)]] },
});

/** Each statement is a group of its own. */
function planOf(statements: readonly Statement[]): Plan {
  const step = (statement: Statement, id: number): RunStep => ({
    do: 'run',
    id,
    on: 0,
    statement,
    expect: 'ok',
    fuel: CONFIRMING_FUEL,
  });
  return {
    format: PLAN_FORMAT,
    made: { dirt: '0', profile: 'general', ledger: '' },
    seed: '1',
    index: 0,
    world: DEFAULT_WORLD,
    groups: statements.map((statement, id) => ({
      property: 'interaction',
      draws: {},
      steps: [step(statement, id)],
    })),
  };
}

it('a hang of which only something slow is left with little fuel is shrunk with more, and not kept as it was', async () => {
  const rows = 16;
  // A query burns so much for each row that was inserted that two rows look like a hang while shrinking, and twelve are no hang.
  const burnt = CONFIRMING_FUEL / 12;
  expect(2 * burnt).toBeGreaterThan(SHRINKING_FUEL);
  const engine = wrapEngine(sqlite, () => {
    let inserted = 0;
    return {
      run: ({ text, fuel, go }) => {
        if (text.startsWith('INSERT INTO t0')) inserted++;
        return text.startsWith('SELECT') && inserted * burnt > fuel ? { kind: 'fuel' } : go();
      },
    };
  });
  const other = [create('t1'), insert('t1'), insert('t1')];
  const plan = planOf([create('t0'), ...other, ...Array(rows).fill(insert('t0')), selectAll('t0')]);
  const referee = refereeWith();
  const { finding } = await judgeFully(testOf(plan), engine, {
    referee,
    doublecheck: false,
    triesAgain: () => false,
  });
  expect(finding?.kind).toBe('hang');
  const small = await investigate(plan, finding!, { engine, referee });
  expect(small.finding.kind).toBe('hang');
  expect(small.isUnfinished).toBe(false);
  // The table, thirteen rows and the query.
  expect(statementCount(small.plan)).toBe(15);
});
