import { join } from 'node:path';
import { expect, test } from 'vitest';
import { retryKnown } from '../../src/campaign/known-bugs.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import type { CampaignEvent } from '../../src/events/campaign-event.ts';
import type { Bug } from '../../src/find/bug.ts';
import { BugBase } from '../../src/find/bug-base.ts';
import { PLAN_FORMAT, type Plan, type Step } from '../../src/plan/plan.ts';
import { planOfScript } from '../../src/plan/script.ts';
import { type Referee, refereeWith } from '../../src/run/referee.ts';
import type { Statement } from '../../src/sql/ast.ts';
import { integer } from '../../src/sql/build.ts';
import { DEFAULT_WORLD } from '../../src/world/world-spec.ts';
import { mutantOf } from '../mutants/mutant.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const engine: Engine = { ...sqlite, name: 'young', version: '1.0.0' };

const bug = (id: string, more: Partial<Bug> = {}): Bug => ({
  id,
  kind: 'difference',
  property: 'interaction',
  claims: '',
  signature: 'difference/model/select',
  features: [],
  severity: 'answer',
  cause: { symptom: 'contents', heart: ['DISTINCT'] },
  skeleton: id,
  message: 'wrong',
  outvoted: 'engine',
  engine: 'young',
  version: '1.0.0',
  seed: '1',
  index: 0,
  statementsBefore: 1,
  statements: 1,
  firstSeen: '2026-01-01T00:00:00Z',
  lastSeen: '2026-01-01T00:00:00Z',
  timesSeen: 1,
  status: 'open',
  ...more,
});

const reads = planOfScript('SELECT 1', 10);
const cutsPower = planOfScript('-- dirt: power cut drop\nSELECT 1', 10);

const statements: Statement[] = [
  { kind: 'createTable', name: 't', columns: [{ name: 'a' }] },
  { kind: 'insert', table: 't', source: { kind: 'values', rows: [[integer(1)]] } },
];
/** Nobody but SQLite looks at what the engine has written. */
const looksFromOutside: Plan = {
  format: PLAN_FORMAT,
  seed: '1',
  index: 0,
  made: { dirt: '', profile: 'default', ledger: '' },
  world: DEFAULT_WORLD,
  groups: [
    {
      property: 'interaction',
      draws: {},
      steps: [
        ...statements.map(
          (statement, id): Step => ({ do: 'run', id, on: 0, statement, expect: 'ok', fuel: 10_000_000 }),
        ),
        { do: 'inspect', what: 'sqliteOpensIt' },
      ],
    },
  ],
};

async function retried(on: Engine, referee: Referee, ...stored: readonly [Bug, Plan][]) {
  const base = new BugBase(join(temporaryFolder(), 'bugs'));
  for (const [each, plan] of stored) base.store(each, plan, null, {});
  const events: CampaignEvent[] = [];
  const known = await retryKnown(base, on, {
    referee,
    shrinkLimit: 500,
    tell: (event) => events.push(event),
  });
  // What is done is told to those who wait, and not what came of it.
  const news = events.filter(({ event }) => event !== 'starting');
  const told = news.map((event) => (event.event === 'notRetried' ? event : event.event));
  return { told, known, bugs: base.load().bugs.map(({ bug: left }) => left) };
}

test('a bug with a fault that the engine does not carry is counted, stays as it is and ends no campaign', async () => {
  const poor: Engine = { ...engine, abilities: { ...engine.abilities, faults: ['reopen'] } };
  const muted = bug('b', { status: 'muted', reason: 'tracked elsewhere' });
  const { told, known, bugs } = await retried(
    poor,
    refereeWith(),
    [bug('a'), cutsPower],
    [muted, cutsPower],
    [bug('c'), reads],
  );
  expect(told).toEqual(['passes', { event: 'notRetried', bugs: 2 }]);
  expect(known).toEqual([]);
  expect(bugs.slice(0, 2)).toEqual([bug('a'), muted]);
  expect((await retried(engine, refereeWith(), [bug('a'), cutsPower])).told).toEqual(['passes']);
});

test('an engine with a clock of its own is not asked to be deterministic', async () => {
  const native: Engine = { ...engine, abilities: { ...engine.abilities, deterministic: false } };
  const { told } = await retried(native, refereeWith(), [bug('a', { kind: 'nondeterminism' }), reads]);
  expect(told).toEqual([{ event: 'notRetried', bugs: 1 }]);
});

test('without a reference, a bug that only SQLite sees still fails', async () => {
  const liar = mutantOf(sqlite, {
    name: 'other rows in its file',
    rewrite: (sql) => sql.replace('VALUES (1)', 'VALUES (2)'),
  });
  const seen = bug('a', { engine: liar.name, signature: 'corruption/sqliteOpensIt/other rows' });
  const { told, known } = await retried(liar, refereeWith(null), [seen, looksFromOutside]);
  expect(told).toEqual(['stillFails']);
  expect(known).toEqual([{ id: 'a', cause: seen.cause, muted: false }]);
  expect((await retried(engine, refereeWith(null), [bug('a'), looksFromOutside])).told).toEqual(['passes']);
});

test('without a reference, a bug that shows beside the reference only is not said to pass', async () => {
  const differs = bug('a', { signature: 'difference/reference/other row count' });
  const { told, bugs } = await retried(engine, refereeWith(null), [differs, reads]);
  expect(told).toEqual([{ event: 'notRetried', bugs: 1 }]);
  expect(bugs).toEqual([differs]);
  expect((await retried(engine, refereeWith(), [differs, reads])).told).toEqual(['passes']);
});

test('a bug that passes in a version older than those that have it is no news, and stays muted', async () => {
  const later = bug('a', { version: '1.1.0', status: 'muted', reason: 'tracked elsewhere' });
  const { told, bugs } = await retried(engine, refereeWith(), [later, reads]);
  expect(told).toEqual([]);
  expect(bugs).toEqual([later]);
});

test('a bug whose shrinking was broken off is shrunk to its end, and takes the place of what was stored', async () => {
  const liar = mutantOf(sqlite, {
    name: 'other rows in its file',
    rewrite: (sql) => sql.replace('VALUES (1)', 'VALUES (2)'),
  });
  const [group] = looksFromOutside.groups;
  const idle: Step = { do: 'run', id: 9, on: 0, statement: statements[0], expect: 'ok', fuel: 10_000_000 };
  const other: Statement = { kind: 'createTable', name: 'u', columns: [{ name: 'b' }] };
  const long = {
    ...looksFromOutside,
    groups: [{ ...group, steps: [{ ...idle, statement: other }, ...group.steps] }],
  };
  const cut = bug('cut', {
    engine: liar.name,
    signature: 'corruption/sqliteOpensIt/another value',
    isUnfinished: true,
    statements: 3,
  });
  const { known, bugs } = await retried(liar, refereeWith(), [cut, long]);
  expect(bugs).toHaveLength(1);
  expect(bugs[0].id).not.toBe('cut');
  expect(bugs[0]).toMatchObject({ statements: 2, statementsBefore: cut.statementsBefore });
  expect(bugs[0].isUnfinished).toBeUndefined();
  expect(known).toMatchObject([{ id: bugs[0].id }]);
});
