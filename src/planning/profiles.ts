// The profiles that come with DIRT.

import { ordinaryRates } from './happenings.ts';
import type { Profile } from './profile.ts';

/** The profile that `--ci` leaves out of the mixture: that something takes longer than it must ends no job. */
export const PERFORMANCE = 'performance';

const base: Profile = {
  name: 'general',
  about: 'a bit of everything',
  workload: { read: 50, write: 40, create: 10 },
  properties: 50,
  favour: {},
  perThousand: ordinaryRates,
  checkpointed: 50,
  pageSizes: { 4096: 8, 512: 1, 1024: 1, 8192: 1, 65536: 1 },
  journalModes: { wal: 9, delete: 1 },
  connections: { most: 2, interleaved: 5, left: 0 },
  mvcc: 0,
  asyncIo: 0,
  rows: { least: 3, batch: 3 },
  weights: {},
};

const COSTS = { 'lookup-finds-its-row': 0, 'join-finds-its-partners': 0, 'look-up-in-a-write': 0 };

/** Leaves out the properties that have profiles of their own: they cut the power, let I/O fail, or fill tables to compare costs. */
export const ELSEWHERE = {
  ...COSTS,
  'commits-survive-a-power-cut': 0,
  'uncommitted-work-is-lost': 0,
  'power-cut-is-all-or-nothing': 0,
  'faulty-query-is-all-or-nothing': 0,
};

const builtIn: readonly Profile[] = [
  { ...base, favour: ELSEWHERE },
  {
    ...base,
    name: 'writeHeavy',
    about: 'mostly INSERT, UPDATE and DELETE',
    workload: { read: 15, write: 80, create: 5 },
    favour: ELSEWHERE,
  },
  {
    ...base,
    name: 'readHeavy',
    about: 'mostly queries, and large ones',
    workload: { read: 85, write: 12, create: 3 },
    favour: ELSEWHERE,
    rows: { least: 30, batch: 10 },
    weights: {
      tables: { one: 30, two: 40, three: 20, four: 8 },
      percent: { compound: 15, aggregateQuery: 25, distinct: 20 },
      limit: { subqueries: 5 },
    },
  },
  {
    ...base,
    name: 'wideTables',
    about: 'tables of more than a hundred columns',
    favour: ELSEWHERE,
    weights: {
      statement: { createTable: 2, alterTable: 6 },
      limit: { columnsMin: 100, columnsMax: 140, tables: 3, rowsPerInsert: 2 },
      percent: { unique: 1, check: 1, generated: 2, notNull: 5, default: 5 },
    },
  },
  {
    ...base,
    name: 'bigRows',
    about: 'rows that do not fit a page',
    workload: { read: 35, write: 60, create: 5 },
    favour: ELSEWHERE,
    pageSizes: { 512: 3, 1024: 2, 4096: 2 },
    weights: { limit: { longValue: 6_000, columnsMax: 5 }, value: { ordinary: 60 } },
  },
  {
    ...base,
    name: 'deepTrees',
    about: 'B-trees of more than two levels, then deletes and updates that rebalance them',
    workload: { read: 20, write: 78, create: 2 },
    properties: 20,
    favour: ELSEWHERE,
    pageSizes: { 512: 6, 1024: 1 },
    rows: { least: 1000, batch: 60 },
    weights: {
      statement: { insert: 15, update: 25, delete: 30, dropTable: 0, createTable: 1, createTrigger: 0 },
      tables: { one: 95, two: 5, three: 0, four: 0 },
      limit: { tables: 2, columnsMin: 4, columnsMax: 6, rowsPerInsert: 20 },
      percent: { updateKey: 40, updateAll: 15, deleteAll: 1, check: 0, generated: 0 },
    },
  },
  {
    ...base,
    name: 'indexHeavy',
    about: 'many indexes, of all kinds',
    workload: { read: 50, write: 30, create: 20 },
    favour: {
      ...ELSEWHERE,
      'index-changes-nothing': 5,
      'dropped-index-changes-nothing': 5,
      'not-indexed-changes-nothing': 5,
      norec: 3,
    },
    rows: { least: 20, batch: 10 },
    weights: {
      statement: { createIndex: 25, dropIndex: 6, reindex: 2, createTable: 2, alterTable: 1, createView: 0 },
      predicate: { indexed: 30 },
      limit: { indexesPerTable: 8 },
    },
  },
  {
    ...base,
    name: 'transactions',
    about: 'several connections, transactions and savepoints',
    workload: { read: 40, write: 55, create: 5 },
    favour: {
      ...ELSEWHERE,
      'committed-insert-is-found': 4,
      'rollback-leaves-no-trace': 4,
      'savepoint-rollback': 4,
      'reader-keeps-its-snapshot': 6,
      'uncommitted-rows-are-invisible': 6,
      'one-writer-at-a-time': 6,
    },
    journalModes: { wal: 1 },
    connections: { most: 3, interleaved: 60, left: 0 },
    weights: { statement: { transaction: 25 }, transactionMode: { deferred: 4, immediate: 4 } },
  },
  {
    ...base,
    name: 'openStatements',
    about: 'statements that are left before their end, while others run on the same connection and on others',
    workload: { read: 45, write: 47, create: 8 },
    properties: 10,
    favour: ELSEWHERE,
    journalModes: { wal: 1 },
    connections: { most: 3, interleaved: 20, left: 70 },
    rows: { least: 8, batch: 4 },
    weights: { statement: { transaction: 20 }, tables: { one: 75, two: 20, three: 5, four: 0 } },
  },
  {
    ...base,
    name: 'mvcc',
    about: 'transactions that run at once in the journal mode mvcc, where the engine has it',
    workload: { read: 35, write: 60, create: 5 },
    properties: 10,
    favour: ELSEWHERE,
    perThousand: { ...ordinaryRates, reopen: 30, disconnect: 20, powerCut: 20 },
    journalModes: { wal: 1 },
    connections: { most: 3, interleaved: 75, left: 0 },
    mvcc: 100,
    checkpointed: 90,
    rows: { least: 6, batch: 4 },
    weights: {
      statement: { transaction: 25 },
      transactionMode: { plain: 0, deferred: 0, immediate: 2, exclusive: 0, concurrent: 20 },
      // What mvcc does not carry in all builds is a missing feature.
      percent: { updateAll: 15, withoutRowid: 0, autoincrement: 0, rowidAlias: 15 },
      limit: { tables: 3 },
    },
  },
  {
    ...base,
    name: 'asyncIo',
    about: 'I/O that completes late and in any order, and power cuts while it is under way',
    workload: { read: 30, write: 62, create: 8 },
    properties: 25,
    favour: {
      ...ELSEWHERE,
      'commits-survive-a-power-cut': 3,
      'uncommitted-work-is-lost': 3,
      'power-cut-is-all-or-nothing': 6,
    },
    perThousand: { ...ordinaryRates, reopen: 30, disconnect: 20, powerCut: 30 },
    checkpointed: 90,
    pageSizes: { 512: 3, 1024: 1, 4096: 2 },
    journalModes: { wal: 1 },
    connections: { most: 3, interleaved: 20, left: 25 },
    asyncIo: 100,
    rows: { least: 40, batch: 20 },
    weights: {
      statement: { vacuum: 0, transaction: 15 },
      // The binding opens databases with synchronous I/O only.
      percent: { attach: 0 },
      limit: { longValue: 3_000 },
    },
  },
  {
    ...base,
    name: 'beyondModel',
    about:
      'what the model does not follow, or least: triggers, foreign keys, windows, JSON, dates, recursion; ATTACH and VACUUM',
    workload: { read: 40, write: 45, create: 15 },
    properties: 25,
    favour: ELSEWHERE,
    weights: {
      statement: { createTrigger: 8, dropTrigger: 2, viewWrite: 6, vacuum: 3, createView: 8 },
      functions: { math: 3, date: 8, json: 8 },
      expression: { current: 1 },
      fromItem: { recursive: 3 },
      percent: { window: 10, foreignKey: 40, attach: 4, indexedBy: 8, shadow: 15 },
      limit: { startTables: 5, tables: 8, triggers: 6 },
    },
  },
  {
    ...base,
    name: 'faults',
    about: 'power cuts, I/O errors, reopening',
    workload: { read: 25, write: 68, create: 7 },
    properties: 35,
    favour: {
      ...COSTS,
      'commits-survive-a-power-cut': 6,
      'uncommitted-work-is-lost': 6,
      'header-survives-reopen': 4,
      'power-cut-is-all-or-nothing': 3,
      'faulty-query-is-all-or-nothing': 1,
      'faulty-read-does-no-harm': 2,
    },
    perThousand: {
      ...ordinaryRates,
      inspectContents: 20,
      inspectIntegrity: 10,
      sqliteOpensIt: 10,
      sqliteWrites: 10,
      reopen: 30,
      disconnect: 20,
      clockJump: 10,
      powerCut: 60,
    },
    checkpointed: 90,
    pageSizes: { 512: 2, 1024: 1, 4096: 3 },
    journalModes: { wal: 3, delete: 1 },
  },
  {
    ...base,
    name: PERFORMANCE,
    about: 'what statements cost when tables grow, on engines that count it',
    properties: 80,
    favour: {
      ...ELSEWHERE,
      'lookup-finds-its-row': 40,
      'join-finds-its-partners': 20,
      'look-up-in-a-write': 15,
    },
  },
];

export const profiles: Readonly<Record<string, Profile>> = Object.fromEntries(
  builtIn.map((profile) => [profile.name, profile]),
);

/** Plans in a hundred. Those of deep trees and wide tables take several times as long as others. */
const SHARES: Readonly<Record<string, number>> = {
  general: 36,
  readHeavy: 10,
  writeHeavy: 8,
  indexHeavy: 12,
  transactions: 4,
  openStatements: 3,
  mvcc: 2,
  asyncIo: 2,
  beyondModel: 10,
  faults: 5,
  bigRows: 3,
  wideTables: 2,
  deepTrees: 1,
  [PERFORMANCE]: 2,
};

/** What a campaign is about if nobody says so: what one profile never draws, another one does. */
export const defaultProfile: Profile = {
  ...base,
  name: 'default',
  about: 'a mixture of all the others',
  mixture: builtIn.map((profile) => ({ profile, share: SHARES[profile.name] })),
};
