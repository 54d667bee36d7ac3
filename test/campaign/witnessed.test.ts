import { expect, test } from 'vitest';
import { leftOut } from '../../src/campaign/left-out.ts';
import { witnessed } from '../../src/campaign/witnessed.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { storeBug } from '../../src/find/store-bug.ts';
import { bugTitle } from '../../src/find/title.ts';
import { type Ledger, usableFeatures } from '../../src/ledger/ledger.ts';
import { probe } from '../../src/ledger/probe.ts';
import { decodePlan, encodePlan } from '../../src/plan/codec.ts';
import { refereeWith } from '../../src/run/referee.ts';
import { replay } from '../../src/run/replay.ts';
import type { Outcome } from '../../src/sql/outcome.ts';
import { mutantOf } from '../mutants/mutant.ts';
import { freshBase } from '../report/github/bugs-on-disk.ts';

/** SQLite, as young as can be. */
const SPOILT: Readonly<Record<string, Outcome>> = {
  'abs(': { kind: 'rows', rows: [[1n, 2, null]], changes: 0 },
  'hex(': { kind: 'panic', message: 'index out of bounds', location: 'here.rs:1:1' },
  'upper(': { kind: 'panic', message: 'not yet implemented: upper', location: 'here.rs:2:1' },
  HAVING: { kind: 'refused', class: 'other', message: 'HAVING clause must contain an aggregate' },
};
const young = mutantOf(sqlite, {
  name: 'young',
  lie: (outcome, sql) => Object.entries(SPOILT).find(([text]) => sql.includes(text))?.[1] ?? outcome,
});
const ids = [
  'function.abs',
  'function.hex',
  'function.upper',
  'having.noAggregate',
  'function.instr',
] as const;

test('what a witness shows is a bug with its script, once, that can be replayed; what is lacking is none', async () => {
  const probed = await probe(young, { ids });
  const base = freshBase();
  const found = await witnessed(probed, probed, base, young, refereeWith());
  expect(found.map(({ finding, outvoted, cause }) => [finding.kind, outvoted, cause.witnessOf])).toEqual([
    ['error', 'engine', 'having.noAggregate'],
    ['difference', 'engine', 'function.abs'],
    ['panic', 'engine', 'function.hex'],
  ]);
  const plan = decodePlan(encodePlan(found[1].plan), 'the plan');
  expect(await replay(plan, young)).toMatchObject({ kind: 'difference', at: 0 });
  expect(await replay(plan, sqlite)).toBeNull();
  const about = { engine: young.name, version: '1', claims: '' };
  const titles = found.map((each) => bugTitle(storeBug(base, each, about, 'monday').bug));
  expect(titles[1]).toBe('abs(x): another value (SELECT)');
  const known = [{ id: found[1].id, cause: found[1].cause, muted: false }];
  expect([1, 2, 3].flatMap((index) => leftOut('1', index, known))).toContain('function.abs');
  expect(await witnessed(probed, probed, base, young, refereeWith())).toEqual([]);
});

test('what is broken is generated, unless it ends the engine or a person tracks it', async () => {
  const probed = await probe(young, { ids });
  expect(usableFeatures(probed)).toEqual(['having.noAggregate', 'function.abs', 'function.instr']);
  const tracked: Ledger = {
    ...probed,
    features: { ...probed.features, 'function.abs': { status: 'broken', link: 'https://example.org/1' } },
  };
  expect(usableFeatures(tracked)).toEqual(['having.noAggregate', 'function.instr']);
  const found = await witnessed(probed, tracked, freshBase(), young, refereeWith());
  expect(found.map(({ cause }) => cause.witnessOf)).toEqual(['having.noAggregate', 'function.hex']);
});
