// Everything that coordinator and workers send each other arrives as it was sent; and what somebody else puts into the queue is refused.

import { describe, expect, it } from 'vitest';
import type { DirtError } from '../../src/errors.ts';
import type { Done, FiledCampaign, PlansDone, Work } from '../../src/fleet/jobs.ts';
import { isOf, readCause, readDone, readFiled, readProgress, readWork } from '../../src/fleet/messages.ts';
import { packed } from '../../src/fleet/wire.ts';
import { type Profile, profiles } from '../../src/planning/index.ts';
import { foundBug } from '../report/found-bug.ts';

const { bug, investigated: found } = await foundBug();
/** What was seen by looking around is for judges, who are done with it. */
const investigated = { ...found, outcomes: found.outcomes.map(({ at, outcome }) => ({ at, outcome })) };
const known = { id: bug.id, cause: bug.cause, muted: false };
const failure = { index: 5, nth: 0, finding: investigated.finding, blamed: 'engine' } as const;
const question = { failure, known: [known], looksInto: true, settled: [known] };
const HOSTILE = '\u001b]0;x\u0007::error::y ../../outside';

const plansDone: PlansDone = {
  kind: 'plans',
  asked: { version: '1.0.0', build: 'native', against: 'sqlite@3.50.4', opener: 'sqlite@3.50.4' },
  worker: 'host-1',
  tookMs: 12.5,
  plans: [
    {
      index: 5,
      result: {
        profile: 'general',
        statements: 10,
        refusals: 1,
        engineMs: 0.5,
        totalMs: 2,
        properties: { norec: { drawn: 1, discarded: 0, checked: 1, vacuous: 0, skipped: 0 } },
        tolerated: { order: 2 },
        accepted: { select: 3 },
        features: {},
        exercised: { noError: 10 },
        diedAtOnce: false,
        breach: HOSTILE,
        referenceIsWrong: { index: 5, signature: 'x', message: HOSTILE, sql: 'SELECT 1' },
      },
      failures: [failure],
      told: [{ asked: 1, by: bug.id }],
      lookMs: 1,
    },
    { lost: { index: 6, step: -1, kind: 'hang', reason: HOSTILE } },
  ],
};
const lookDone: Done = {
  kind: 'look',
  worker: 'host-1',
  said: {
    failure: { index: 5, nth: 0 },
    answer: { kind: 'investigated', investigated, tookMs: 3 },
    tookMs: 4,
  },
};
const triedDone: Done = {
  kind: 'tried',
  worker: 'host-1',
  bug: bug.id,
  tried: [
    { version: '0.4.4', came: 'lacks a feature that it needs', lacking: 'CREATE INDEX' },
    { version: '0.5.3', came: null },
  ],
};
const verifyWork: Work = { kind: 'verify', bug, plan: investigated.plan };
const bisectWork: Work = { ...verifyWork, kind: 'bisect', versions: ['0.4.4', '0.5.3'] };
const plansWork: Work = { kind: 'plans', from: 5, to: 7, causes: 1 };
const lookWork: Work = { kind: 'look', question, causes: 1 };

const filedWith = (profile: Profile): FiledCampaign => ({
  id: 'dirt-0123456789ab',
  dirt: '0.1.0',
  project: null,
  settings: {
    seed: HOSTILE,
    statements: 100,
    profile,
    properties: [],
    features: ['select' as never],
    silenced: [],
    regressed: [],
    abilities: { faults: ['powerCut' as never], journalModes: ['wal'], pageSizes: [4096], connections: 3 },
    config: null,
    engine: 'turso',
    reference: 'sqlite',
    shrinks: true,
    doublecheck: false,
    shrinkLimit: 1000,
    logsStatements: false,
    known: [],
  },
  version: '1.0.0',
  platform: null,
  engineHash: null,
  stuckMs: 60_000,
});

const progress = {
  campaign: 'dirt-1',
  engine: 'turso',
  seed: '1',
  elapsedMs: 1,
  plans: 1,
  of: null,
  statements: 1,
  statementsPerSecond: 0.5,
  newBugs: 0,
  knownBugs: 0,
  causes: 0,
  undecided: 0,
  at: 1,
  workers: { 'host-1': { statements: 1, busyMs: 1, lastMs: 1 } },
  failed: ['plan 7: no sign of life'],
};

describe('what is sent', () => {
  it('arrives as it was: results, questions, causes, progress, and campaigns of every profile', () => {
    const sides = [
      { kind: 'rows', rows: [[1n, -0, null, 'x', new Uint8Array([1])]] },
      {
        kind: 'outcome',
        outcome: { kind: 'refused', class: 'constraint', constraint: 'unique', message: 'x' },
      },
      { kind: 'outcome', outcome: { kind: 'panic', message: 'x', location: 'y', within: 'z' } },
      { kind: 'text', text: 'x' },
    ] as const;
    for (const expected of sides) {
      const finding = { ...failure.finding, expected, actual: expected, look: 'SELECT 1' };
      const given: Work = { ...lookWork, question: { ...question, failure: { ...failure, finding } } };
      expect(readWork(packed(given))).toEqual(given);
    }
    for (const given of [verifyWork, bisectWork]) expect(readWork(packed(given))).toEqual(given);
    for (const done of [plansDone, lookDone, triedDone]) expect(readDone(packed(done))).toEqual(done);
    expect(readWork(packed(plansWork))).toEqual(plansWork);
    expect(readCause(packed(known))).toEqual(known);
    expect(readProgress(packed(progress), progress.campaign)).toEqual(progress);
    for (const profile of Object.values(profiles)) {
      const filed = filedWith(profile);
      expect(readFiled(packed(filed), filed.id)).toEqual(filed);
    }
  });

  it('belongs to what was asked', () => {
    expect(isOf(plansDone, plansWork)).toBe(true);
    expect(isOf(lookDone, lookWork)).toBe(true);
    expect(isOf(lookDone, plansWork)).toBe(false);
    expect(isOf(plansDone, { ...plansWork, from: 4, to: 6 })).toBe(false);
    expect(isOf(plansDone, { ...plansWork, to: 8 })).toBe(false);
    expect(isOf({ ...plansDone, plans: [plansDone.plans[1], plansDone.plans[0]] }, plansWork)).toBe(false);
    expect(isOf(triedDone, bisectWork)).toBe(true);
    expect(isOf(triedDone, verifyWork)).toBe(false);
    expect(isOf(triedDone, { ...bisectWork, versions: ['0.5.3', '0.4.4'] })).toBe(false);
    expect(isOf({ ...triedDone, bug: 'wrong-2' }, bisectWork)).toBe(false);
    const other = { ...lookWork, question: { ...question, failure: { ...failure, nth: 1 } } };
    expect(isOf(lookDone, other)).toBe(false);
  });
});

describe('what somebody else puts into the queue', () => {
  const look = (changes: object) => ({
    ...lookDone,
    said: {
      ...lookDone.said,
      answer: { kind: 'investigated', tookMs: 1, investigated: { ...investigated, ...changes } },
    },
  });
  const done: [string, unknown][] = [
    ['a result of another kind', { ...lookDone, kind: 'shell' }],
    ['an id that leaves the bug base', look({ id: '../../outside' })],
    ['a plan that is none', look({ plan: { ...investigated.plan, groups: [{}] } })],
    ['a plan of nothing', look({ original: null })],
    ['a recording that is none', look({ recording: { format: 1, minimal: HOSTILE } })],
    ['a cause without a heart', look({ cause: {} })],
    ['a finding of no kind', look({ finding: { ...investigated.finding, kind: '__proto__' } })],
    ['rows that are none', look({ finding: { ...investigated.finding, actual: { kind: 'rows', rows: 7 } } })],
    ['a check that is none', look({ finding: { ...investigated.finding, check: { check: 'equal' } } })],
    [
      'counts without end',
      { ...plansDone, plans: [{ lost: { index: 1e15, step: 0, kind: 'hang', reason: '' } }] },
    ],
    ['nothing', null],
    ['a list', []],
  ];
  it.each(done)('%s is no result, and is told in one line', (_, given) => {
    let said: DirtError | null = null;
    try {
      readDone(packed(given));
    } catch (error) {
      said = error as DirtError;
    }
    expect(said?.code).toBe('DIRT_FLEET_MESSAGE');
    expect(said?.message).not.toContain('\n');
  });

  it('changes no prototype: such names are refused', () => {
    const poisoned = { ...plansDone.plans[0], result: { tolerated: JSON.parse('{"__proto__":{"x":1}}') } };
    expect(() => readDone(packed({ ...plansDone, plans: [poisoned] }))).toThrow('is not one of DIRT');
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it('is no work without end, no campaign under another name, and no plan of any size', () => {
    expect(() => readWork(packed({ ...plansWork, to: 1e9 }))).toThrow('are no piece of work');
    expect(() => readWork(packed({ ...plansWork, from: 7, to: 5 }))).toThrow('are no piece of work');
    expect(() => readWork(packed({ ...bisectWork, versions: ['../evil'] }))).toThrow('not one of DIRT');
    const filed = filedWith(profiles.general);
    expect(() => readFiled(packed(filed), 'dirt-another')).toThrow('is of campaign dirt-0123456789ab');
    for (const changes of [
      { statements: 1e12 },
      { engine: 7 },
      { profile: { ...profiles.general, rows: { least: 1e12, batch: 1 } } },
      { profile: null },
      { profile: { ...profiles.general, mixture: [] } },
      { profile: { ...profiles.general, mixture: [{ profile: 1, share: 1 }] } },
    ]) {
      const forged = { ...filed, settings: { ...filed.settings, ...changes } };
      expect(() => readFiled(packed(forged), filed.id), JSON.stringify(changes)).toThrow(/DIRT|profile/);
    }
  });
});
