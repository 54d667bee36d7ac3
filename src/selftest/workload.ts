// The plans in which planted bugs are looked for: all properties take part in all of them.

import { type PlanSettings, planAt } from '../campaign/index.ts';
import { dialect, type FeatureId } from '../dialect/index.ts';
import { ELSEWHERE, type Planned, type Profile, profiles } from '../planning/index.ts';
import type { Abilities } from '../world/index.ts';

export type WorkloadName =
  | 'queries'
  | 'reading'
  | 'texts'
  | 'constants'
  | 'constraints'
  | 'schemas'
  | 'writes'
  | 'transactions'
  | 'openStatements'
  | 'mvcc'
  | 'asyncIo'
  | 'faults'
  | 'journal'
  | 'beyond'
  | 'costs'
  | 'turso';

export interface Workload {
  readonly engine: 'sqlite' | 'turso';
  readonly profile: Profile;
  readonly features: readonly FeatureId[];
  readonly plans: number;
  readonly statements: number;
}

const sqliteFeatures = dialect.features.ids.filter(dialect.features.isNative);

/** More properties than usual, and each of them as often as the others. */
function dense(profile: Profile, changes: Partial<Profile> = {}): Profile {
  return { ...profile, properties: 70, favour: {}, ...changes };
}

/** Turso refuses many combinations of what it supports, and has bugs of its own in some parts. */
const NOT_ON_TURSO = /withoutRowid|right|full|natural|vacuum|raw|trigger|window|generated|foreign|conflict/i;
const tursoFeatures = sqliteFeatures.filter(
  (id) => !dialect.features.isCombination(id) && !NOT_ON_TURSO.test(id),
);

const INDEXES = {
  ...ELSEWHERE,
  'index-changes-nothing': 8,
  'dropped-index-changes-nothing': 5,
  'not-indexed-changes-nothing': 3,
};

const FAULTS = { ...profiles.faults.favour, 'faulty-read-does-no-harm': 20, 'header-survives-reopen': 8 };

const onSqlite = { engine: 'sqlite', features: sqliteFeatures, statements: 80 } as const;

export const workloads: Readonly<Record<WorkloadName, Workload>> = {
  queries: {
    ...onSqlite,
    plans: 180,
    profile: dense(profiles.general, { favour: { ...ELSEWHERE, 'and-commutes': 3, norec: 2 } }),
  },
  reading: {
    ...onSqlite,
    plans: 240,
    profile: dense(profiles.readHeavy, {
      properties: 50,
      favour: ELSEWHERE,
      rows: { least: 6, batch: 6 },
      weights: {
        percent: { compound: 15, aggregateQuery: 25, distinct: 20, aggregateDistinct: 30, orderBy: 60 },
      },
    }),
  },
  texts: {
    ...onSqlite,
    plans: 260,
    profile: dense(profiles.general, {
      favour: ELSEWHERE,
      weights: { expression: { collate: 20, cast: 15 }, percent: { collate: 90, orderBy: 60 } },
    }),
  },
  constants: {
    ...onSqlite,
    plans: 110,
    profile: dense(profiles.general, {
      properties: 20,
      favour: ELSEWHERE,
      weights: { predicate: { value: 30, and: 30 }, expression: { literal: 40, boolean: 40 } },
    }),
  },
  constraints: {
    ...onSqlite,
    plans: 220,
    profile: dense(profiles.writeHeavy, {
      properties: 30,
      favour: ELSEWHERE,
      weights: {
        statement: { createIndex: 30 },
        percent: { deleteAll: 12, conflict: 25, unique: 25, uniqueIndex: 60, check: 30, notNull: 30 },
      },
    }),
  },
  schemas: {
    ...onSqlite,
    plans: 60,
    profile: dense(profiles.general, {
      workload: { read: 40, write: 40, create: 20 },
      properties: 40,
      favour: ELSEWHERE,
      weights: { statement: { alterTable: 25 }, percent: { default: 60 } },
    }),
  },
  writes: {
    ...onSqlite,
    plans: 80,
    profile: dense(profiles.indexHeavy, { favour: INDEXES, rows: { least: 6, batch: 6 } }),
  },
  transactions: { ...onSqlite, plans: 60, profile: dense(profiles.transactions) },
  openStatements: {
    ...onSqlite,
    plans: 60,
    profile: dense(profiles.openStatements, { properties: 10, favour: ELSEWHERE }),
  },
  faults: { ...onSqlite, plans: 140, profile: dense(profiles.faults, { favour: FAULTS }) },
  journal: {
    ...onSqlite,
    plans: 160,
    statements: 30,
    profile: dense(profiles.faults, {
      favour: { ...FAULTS, 'power-cut-is-all-or-nothing': 40 },
      journalModes: { delete: 1 },
      pageSizes: { 4096: 1, 512: 1 },
      rows: { least: 20, batch: 10 },
    }),
  },
  beyond: {
    ...onSqlite,
    plans: 140,
    profile: dense(profiles.beyondModel, {
      properties: 20,
      weights: {
        functions: { date: 20, json: 20 },
        fromItem: { recursive: 6 },
        percent: { window: 60 },
        resultColumns: { expressions: 30 },
      },
    }),
  },
  costs: {
    ...onSqlite,
    plans: 24,
    profile: dense(profiles.performance, { favour: profiles.performance.favour }),
  },
  mvcc: {
    engine: 'turso',
    features: [...tursoFeatures, 'begin.CONCURRENT'],
    statements: 60,
    plans: 40,
    profile: dense(profiles.mvcc, {
      properties: 5,
      favour: ELSEWHERE,
      perThousand: { ...profiles.mvcc.perThousand, powerCut: 0 },
      checkpointed: 100,
      pageSizes: { 4096: 1 },
    }),
  },
  asyncIo: {
    engine: 'turso',
    features: tursoFeatures,
    statements: 50,
    plans: 60,
    profile: dense(profiles.asyncIo, {
      properties: 30,
      favour: { ...ELSEWHERE, 'commits-survive-a-power-cut': 10, 'power-cut-is-all-or-nothing': 5 },
      checkpointed: 100,
      connections: { most: 2, interleaved: 10, left: 0 },
    }),
  },
  turso: {
    engine: 'turso',
    features: tursoFeatures,
    statements: 50,
    plans: 40,
    profile: dense(profiles.general, { checkpointed: 100, pageSizes: { 4096: 1 } }),
  },
};

const SEED = 'selftest';

/** The plans of a workload, with these properties. */
export function plansOf(
  name: WorkloadName,
  abilities: Abilities,
  properties: readonly string[],
  most: number,
): Planned[] {
  const length = Math.min(workloads[name].plans, most);
  return Array.from({ length }, (_, index) => planIn(name, abilities, properties, index));
}

/** One of them, made alone. */
export function planIn(
  name: WorkloadName,
  abilities: Abilities,
  properties: readonly string[],
  index: number,
): Planned {
  const { profile, features, statements } = workloads[name];
  const settings: PlanSettings = { seed: SEED, statements, profile, properties, features, abilities };
  return planAt(settings, index);
}
