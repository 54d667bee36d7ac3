// Each property sees its planted bug: an engine with one planted bug, one property, and no other judge.

import { describe, expect, it } from 'vitest';
import { allFeatures } from '../../src/dialect/sqlite/features/feature-set.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import type { RehearsedTest } from '../../src/plan/rehearse.ts';
import { planOf } from '../../src/planning/planner.ts';
import { profiles } from '../../src/planning/profiles.ts';
import { builtInProperties } from '../../src/properties/index.ts';
import { examine } from '../../src/run/examine.ts';
import type { Finding } from '../../src/run/finding.ts';
import type { Outcome } from '../../src/sql/outcome.ts';
import { mutantOf, type PlantedBug } from '../mutants/mutant.ts';

/** Without the model's own opinion: only the checks of the property are left to fail. */
function silent({ world, steps }: RehearsedTest): RehearsedTest {
  const unknown = { kind: 'unknown', reason: 'silent' } as const;
  return { world, steps: steps.map((step) => ({ ...step, prediction: step.prediction && unknown })) };
}

async function firstFinding(name: string, bug: PlantedBug): Promise<Finding | null> {
  const engine = mutantOf(sqlite, bug);
  const properties = builtInProperties.filter((property) => property.name === name);
  const noInspections = { inspectContents: 0, inspectIntegrity: 0, sqliteOpensIt: 0, reopen: 0 };
  const profile = {
    ...profiles.general,
    properties: 80,
    favour: {},
    perThousand: { ...profiles.general.perThousand, ...noInspections },
  };
  for (let index = 0; index < 30; index++) {
    const request = { seed: 'bites', index, statements: 60, profile, features: allFeatures() };
    const planned = planOf({ ...request, properties, abilities: sqlite.abilities });
    const { finding } = await examine(silent(planned), engine);
    if (finding?.kind === 'assertion' || finding?.kind === 'performance' || finding?.property === name)
      return finding;
  }
  return null;
}

const withoutLastRow = (outcome: Outcome): Outcome =>
  outcome.kind === 'rows' ? { ...outcome, rows: outcome.rows.slice(0, -1) } : outcome;

const isFiltered = (sql: string) => /^SELECT \* FROM \w+ WHERE/.test(sql);

const BUGS: readonly [property: string, PlantedBug][] = [
  [
    'norec',
    {
      name: 'WHERE loses a row',
      lie: (outcome, sql) => (isFiltered(sql) ? withoutLastRow(outcome) : outcome),
    },
  ],
  [
    'tlp-where',
    { name: 'UNION ALL that removes duplicates', rewrite: (sql) => sql.replaceAll('UNION ALL', 'UNION') },
  ],
  [
    'tlp-distinct',
    { name: 'UNION that keeps duplicates', rewrite: (sql) => sql.replaceAll(/UNION (?!ALL)/g, 'UNION ALL ') },
  ],
  [
    'tlp-having',
    { name: 'HAVING ignored', rewrite: (sql) => sql.replace(/ HAVING [\s\S]*?(?= UNION|$)/, '') },
  ],
  [
    'deleted-rows-are-gone',
    {
      name: 'DELETE that does nothing',
      rewrite: (sql) => sql.replace(/^DELETE FROM (\w+) WHERE [\s\S]*/, 'DELETE FROM $1 WHERE 0'),
    },
  ],
  [
    'delete-agrees-with-select',
    {
      name: 'DELETE without WHERE',
      rewrite: (sql) => sql.replace(/^DELETE FROM (\w+) WHERE [\s\S]*/, 'DELETE FROM $1'),
    },
  ],
  [
    'update-agrees-with-select',
    {
      name: 'UPDATE without WHERE',
      rewrite: (sql) => sql.replace(/^(UPDATE [\s\S]*?'marked by an update') WHERE [\s\S]*/, '$1'),
    },
  ],
  [
    'insert-select',
    {
      name: 'WHERE loses a row',
      lie: (outcome, sql) => (isFiltered(sql) ? withoutLastRow(outcome) : outcome),
    },
  ],
  [
    'select-respects-limit',
    {
      name: 'LIMIT off by one',
      rewrite: (sql) => sql.replace(/ LIMIT (\d+)$/, (_, n) => ` LIMIT ${Number(n) + 1}`),
    },
  ],
  [
    'union-all-keeps-cardinality',
    { name: 'UNION ALL that removes duplicates', rewrite: (sql) => sql.replaceAll('UNION ALL', 'UNION') },
  ],
  [
    'table-has-expected-content',
    {
      name: 'INSERT that does nothing',
      rewrite: (sql) => (sql.startsWith('INSERT') ? 'SELECT 1 WHERE 0' : sql),
    },
  ],
  [
    'committed-insert-is-found',
    { name: 'COMMIT that rolls back', rewrite: (sql) => sql.replace(/^COMMIT/, 'ROLLBACK') },
  ],
  [
    'rollback-leaves-no-trace',
    { name: 'ROLLBACK that commits', rewrite: (sql) => sql.replace(/^ROLLBACK$/, 'COMMIT') },
  ],
  [
    'savepoint-rollback',
    { name: 'ROLLBACK TO that does nothing', rewrite: (sql) => sql.replace(/^ROLLBACK TO.*/, 'SELECT 1') },
  ],
  [
    'double-create-fails',
    {
      name: 'CREATE TABLE always works',
      lie: (outcome, sql) =>
        sql.startsWith('CREATE TABLE') ? { kind: 'rows', rows: [], changes: 0 } : outcome,
    },
  ],
  [
    'drop-then-select-fails',
    {
      name: 'DROP TABLE that does nothing',
      rewrite: (sql) => (sql.startsWith('DROP TABLE') ? 'SELECT 1' : sql),
    },
  ],
  ['index-changes-nothing', { name: 'index that loses rows', lie: loseAfterIndex() }],
  [
    'reader-keeps-its-snapshot',
    { name: 'no transactions', rewrite: (sql) => (/^(BEGIN|COMMIT)/.test(sql) ? 'SELECT 1' : sql) },
  ],
  [
    'equivalent-conditions',
    { name: 'NOT NOT that is NOT', rewrite: (sql) => sql.replaceAll('NOT NOT ', 'NOT ') },
  ],
  [
    'equivalent-queries',
    { name: 'NOTNULL that is ISNULL', rewrite: (sql) => sql.replaceAll(' NOTNULL', ' ISNULL') },
  ],
  [
    'equivalent-writes',
    {
      name: 'NOT NOT in a write that is NOT',
      rewrite: (sql) => (isWrite(sql) ? sql.replaceAll('NOT NOT ', 'NOT ') : sql),
    },
  ],
  [
    'precomputed-condition',
    { name: 'IS TRUE that is IS FALSE', rewrite: (sql) => sql.replace(' IS TRUE AS v', ' IS FALSE AS v') },
  ],
  [
    'precomputed-subquery',
    {
      name: 'a largest value that is the smallest, where it is compared',
      rewrite: (sql) => (sql.startsWith('SELECT') ? sql.replaceAll('(SELECT max(', '(SELECT min(') : sql),
    },
  ],
  [
    'outer-join-keeps-the-rest',
    { name: 'LEFT JOIN that is JOIN', rewrite: (sql) => sql.replaceAll('LEFT JOIN', 'JOIN') },
  ],
  [
    'semi-join',
    {
      name: 'EXISTS that is NOT EXISTS',
      rewrite: (sql) => sql.replaceAll('WHERE EXISTS', 'WHERE NOT EXISTS'),
    },
  ],
  [
    'join-order-changes-nothing',
    {
      name: 'CROSS JOIN that loses a row',
      lie: (outcome, sql) => (sql.includes('CROSS JOIN') ? withoutLastRow(outcome) : outcome),
    },
  ],
  [
    'intersect-and-except',
    { name: 'INTERSECT that is EXCEPT', rewrite: (sql) => sql.replaceAll('INTERSECT', 'EXCEPT') },
  ],
  [
    'statistics-change-nothing',
    { name: 'statistics that lose a row', lie: loseBetween(/^ANALYZE/, /^CREATE/) },
  ],
  [
    'hints-change-nothing',
    { name: 'unlikely() that never holds', rewrite: (sql) => sql.replaceAll('unlikely(', '0 AND (') },
  ],
  [
    'materialized-changes-nothing',
    {
      name: 'MATERIALIZED that loses a row',
      lie: (outcome, sql) => (sql.includes('AS MATERIALIZED') ? withoutLastRow(outcome) : outcome),
    },
  ],
  [
    'settings-change-nothing',
    {
      name: 'a setting that loses a row',
      lie: loseBetween(/^PRAGMA cache_size = -?1/, /^PRAGMA \w+ = -2|^CREATE/),
    },
  ],
  [
    'lookup-finds-its-row',
    {
      name: 'a key that is not used by a query',
      rewrite: (sql) => (/^SELECT/.test(sql) ? sql.replaceAll(/\bk\b/g, '+k') : sql),
    },
  ],
  [
    'look-up-in-a-write',
    {
      name: 'a key that is not used by a write',
      rewrite: (sql) => (isWrite(sql) ? sql.replaceAll(/\bk\b/g, '+k') : sql),
    },
  ],
  [
    'join-finds-its-partners',
    { name: 'a key that is not used by a join', rewrite: (sql) => sql.replaceAll(/= b\.k\b/g, '= +b.k') },
  ],
  [
    'returning-agrees-with-select',
    {
      name: 'RETURNING that loses a row',
      lie: (outcome, sql) => (sql.includes('RETURNING') ? withoutLastRow(outcome) : outcome),
    },
  ],
  [
    'insert-agrees-with-select',
    {
      name: 'INSERT … SELECT that does nothing',
      rewrite: (sql) => (/^INSERT INTO \w+ SELECT/.test(sql) ? 'SELECT 1 WHERE 0' : sql),
    },
  ],
];

const isWrite = (sql: string) => /^(?:DELETE|UPDATE)\b/.test(sql);

/** Rows are lost from a statement on, until another. */
function loseBetween(first: RegExp, last: RegExp): PlantedBug['lie'] {
  let isLosing = false;
  return (outcome, sql) => {
    if (first.test(sql)) isLosing = true;
    if (last.test(sql)) isLosing = false;
    return isLosing && sql.startsWith('SELECT') ? withoutLastRow(outcome) : outcome;
  };
}

/** The last row of a filtered SELECT is lost as soon as an index was created. */
function loseAfterIndex(): PlantedBug['lie'] {
  let indexed = false;
  return (outcome, sql) => {
    if (/^CREATE (TABLE|INDEX|UNIQUE INDEX)/.test(sql)) indexed = !sql.startsWith('CREATE TABLE');
    return indexed && isFiltered(sql) ? withoutLastRow(outcome) : outcome;
  };
}

describe('a planted bug is caught by the property that is about it', () => {
  it.each(BUGS)('%s', async (name, bug) => {
    const finding = await firstFinding(name, bug);
    expect(finding?.property).toBe(name);
  });
});
