// A power cut is followed by a look at all tables: what is wrong there may have been wrong before.

import { expect, it } from 'vitest';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { type EngineHooks, wrapEngine } from '../../src/engines/wrap-engine.ts';
import { type Investigated, investigate } from '../../src/find/investigate.ts';
import type { Plan, Step } from '../../src/plan/plan.ts';
import { testOf } from '../../src/plan/rehearse.ts';
import { judgeFully } from '../../src/run/judge-fully.ts';
import { refereeWith } from '../../src/run/referee.ts';
import { literal } from '../../src/sql/build.ts';
import { planOf, runStep } from './small-plans.ts';

const CUT: Step = { do: 'powerCut', survival: { unsynced: 'drop', choice: '1' } };

const WRITES = [
  runStep(0, { kind: 'createTable', name: 't0', columns: [{ name: 'c0' }] }),
  runStep(1, {
    kind: 'insert',
    table: 't0',
    source: { kind: 'values', rows: [[literal(1n)], [literal(2n)]] },
  }),
];

/** What is found on SQLite with a planted bug, and what comes of looking into it. */
async function foundIn(plant: () => EngineHooks, plan: Plan): Promise<[string, Investigated]> {
  const engine = wrapEngine(sqlite, plant);
  const referee = refereeWith();
  const { finding } = await judgeFully(testOf(plan), engine, { referee, doublecheck: false });
  return [finding!.kind, await investigate(plan, finding!, { engine, referee })];
}

const keepsARow = (): EngineHooks => ({
  run: ({ text, go }) => go(text.startsWith('INSERT') ? 'INSERT INTO t0 VALUES (1), (3)' : undefined),
});

const doesNotSync = (): EngineHooks => ({
  disk: (disk) => ({
    sync: (file) => {
      if (!file.name.endsWith('-wal')) disk.sync(file);
    },
  }),
});

it.each([
  ['between statements', [...WRITES, CUT]],
  [
    'within a statement',
    [
      ...WRITES,
      {
        ...runStep(2, { kind: 'createTable', name: 't1', columns: [{ name: 'c0' }] }),
        cut: { afterMutatingIo: 1, unsynced: 'drop', choice: '1' },
      } satisfies Step,
    ],
  ],
])('what a power cut %s only shows is filed as contents, without the power cut', async (_, steps) => {
  const [kind, { finding, plan, cause }] = await foundIn(keepsARow, planOf(steps));
  expect(kind).toBe('durability');
  expect(finding.kind).toBe('content');
  expect(cause.symptom).toBe('contents');
  expect(
    JSON.stringify(plan, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toMatch(/powerCut|"cut"/);
});

it('a commit that a power cut takes stays a lost commit', async () => {
  const [kind, { finding, plan, cause }] = await foundIn(doesNotSync, planOf([...WRITES, CUT]));
  expect(kind).toBe('durability');
  expect(finding.kind).toBe('durability');
  expect(plan.groups.at(-1)?.steps.at(-1)?.do).toBe('powerCut');
  expect(cause.heart).toEqual(['writes that were not synced']);
});

it('a commit that is lost although it was synced is not said to need writes that were not', async () => {
  const losesTheTail = (): EngineHooks => ({
    disk: (disk) => ({
      sync: (file) => {
        if (file.name.endsWith('-wal')) disk.truncate(file, 0);
        disk.sync(file);
      },
    }),
  });
  const [kind, { needs }] = await foundIn(losesTheTail, planOf([...WRITES, CUT]));
  expect(kind).toBe('durability');
  expect(needs).not.toContain('writes that were not synced');
});

it('what is only noticed after SQLite wrote to the file is filed without that, and a refused look as what the engine said', async () => {
  const cannotReadBack = (): EngineHooks => ({
    run: ({ text, go }) => go(/^SELECT \* FROM t0/.test(text) ? 'SELECT * FROM nowhere' : undefined),
  });
  const [kind, { finding, plan }] = await foundIn(
    cannotReadBack,
    planOf([...WRITES, { do: 'sqliteWrites' }]),
  );
  expect(kind).toBe('corruption');
  expect(finding.kind).toBe('error');
  expect(plan.groups.at(-1)?.steps.at(-1)?.do).toBe('inspect');
});
