import { describe, expect, it } from 'vitest';
import { checkDeterminism, checkPlan } from '../../src/engines/ability.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { planOfScript } from '../../src/plan/script.ts';

const poor = (abilities: Partial<Engine['abilities']>): Engine => ({
  ...sqlite,
  abilities: { ...sqlite.abilities, ...abilities },
});

describe('asking an engine for what it does not carry is an error that says so', () => {
  it.each<[string, Partial<Engine['abilities']>, string, RegExp]>([
    [
      'a power cut',
      { faults: ['kill'] },
      '-- dirt: power cut drop\nSELECT 1',
      /fault powerCut.*carries kill/,
    ],
    ['a kill', { faults: ['powerCut'] }, '-- dirt: power cut keep\nSELECT 1', /fault kill/],
    [
      'a cut in a statement',
      { faults: [] },
      '-- dirt: power cut at 1 torn\nSELECT 1',
      /fault powerCut.*none/,
    ],
    ['an I/O error', { faults: ['reopen'] }, '-- dirt: disk full 1\nSELECT 1', /fault diskFull/],
    [
      'a second connection',
      { connections: 1 },
      '-- dirt: connection 2\nSELECT 1',
      /2 connections.*carries 1/,
    ],
    [
      'a journal mode',
      { journalModes: ['wal'] },
      '-- dirt: journal mode delete\nSELECT 1',
      /journal mode delete.*wal/,
    ],
    ['a start image', { faults: [] }, '-- dirt: start checkpointed\nSELECT 1', /checkpointed.*reopen/],
    ['a page size', { pageSizes: [4096] }, '-- dirt: page size 512\nSELECT 1', /page size 512.*4096/],
  ])('%s', (_, abilities, script, says) => {
    const plan = planOfScript(script, 10);
    expect(() => checkPlan(poor(abilities), plan)).toThrow(says);
    expect(() => checkPlan(sqlite, plan)).not.toThrow();
  });

  it('a second run', () => {
    expect(() => checkDeterminism(poor({ deterministic: false }))).toThrow(/a second run.*not deterministic/);
    expect(() => checkDeterminism(sqlite)).not.toThrow();
  });
});
