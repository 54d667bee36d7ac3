// Indexes: entries that are missing or left behind, and what they say of a row.

import { type Outcome, type StatementCall, sql } from '../../index.ts';
import type { Mutant } from '../mutant.ts';
import { filteredTable, withoutLastRow } from '../plant.ts';

/** Runs the statement while the indexes of the table are hidden in the schema, so that none of them is updated. */
async function unnoticed(table: string, { go }: StatementCall): Promise<Outcome> {
  const indexes = await go(
    `SELECT name, rootpage, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = '${table}' AND sql NOT NULL`,
  );
  if (indexes.kind !== 'rows' || indexes.rows.length === 0) return go();
  const names = indexes.rows.map(([name]) => quoted(name)).join(', ');
  const rows = indexes.rows.map(
    ([name, root, text]) => `('index', ${quoted(name)}, '${table}', ${root}, ${quoted(text)})`,
  );
  await go('SAVEPOINT unnoticed');
  await go('PRAGMA writable_schema = ON');
  await go(`DELETE FROM sqlite_schema WHERE type = 'index' AND name IN (${names})`);
  await readAgain(go);
  const outcome = await go();
  await go(`INSERT INTO sqlite_schema VALUES ${rows.join(', ')}`);
  await readAgain(go);
  await go('PRAGMA writable_schema = OFF');
  await go('RELEASE unnoticed');
  return outcome;
}

function quoted(value: unknown): string {
  return `'${String(value).replaceAll("'", "''")}'`;
}

/** A changed version makes SQLite read the schema again. */
async function readAgain(go: StatementCall['go']): Promise<void> {
  const version = await go('PRAGMA schema_version');
  if (version.kind === 'rows') await go(`PRAGMA schema_version = ${Number(version.rows[0][0]) + 1}`);
}

/** The table on which an index is created. */
const indexedBy = (statement: sql.Statement) => (statement.kind === 'createIndex' ? statement.table : null);

export const indexes: readonly Mutant[] = [
  {
    name: 'index-misses-updates',
    plants: 'UPDATE does not maintain the indexes of its table.',
    workload: 'writes',
    plant: () => ({
      run: (call) => (call.statement.kind === 'update' ? unnoticed(call.statement.table, call) : call.go()),
    }),
  },
  {
    name: 'index-keeps-deleted-rows',
    plants: 'DELETE leaves the entries of its rows in the indexes.',
    workload: 'writes',
    plant: () => ({
      run: (call) => (call.statement.kind === 'delete' ? unnoticed(call.statement.table, call) : call.go()),
    }),
  },
  {
    name: 'index-misses-inserts',
    plants: 'An INSERT of several rows does not reach the indexes.',
    workload: 'writes',
    plant: () => ({
      run: (call) => {
        const { statement, go } = call;
        if (statement.kind !== 'insert' || statement.source.kind !== 'values') return go();
        return statement.source.rows.length > 1 ? unnoticed(statement.table, call) : go();
      },
    }),
  },
  {
    name: 'index-scan-loses-a-row',
    plants: 'A filtered query of a table with an index loses its last row, unless it says NOT INDEXED.',
    workload: 'writes',
    plant: () => {
      const indexed = new Set<string>();
      return {
        run: async ({ statement, go }) => {
          const outcome = await go();
          if (outcome.kind !== 'rows') return outcome;
          const table = indexedBy(statement);
          if (table !== null) indexed.add(table);
          if (statement.kind === 'drop' && statement.what === 'INDEX') indexed.clear();
          const from = filteredTable(statement);
          const uses = from !== null && indexed.has(from.name) && !from.notIndexed;
          return uses ? withoutLastRow(outcome) : outcome;
        },
      };
    },
  },
  {
    name: 'not-indexed-repeats-a-row',
    plants: 'NOT INDEXED returns the first row twice.',
    workload: 'writes',
    plant: () => ({
      run: async ({ statement, go }) => {
        const outcome = await go();
        const from = filteredTable(statement);
        if (outcome.kind !== 'rows' || !from?.notIndexed) return outcome;
        return { ...outcome, rows: [...outcome.rows.slice(0, 1), ...outcome.rows] };
      },
    }),
  },
  {
    name: 'dropped-index-takes-a-row',
    plants: 'DROP INDEX deletes the last row of its table.',
    workload: 'writes',
    plant: () => {
      const tables = new Map<string, string>();
      return {
        run: async ({ statement, go }) => {
          const outcome = await go();
          if (outcome.kind !== 'rows') return outcome;
          if (statement.kind === 'createIndex') tables.set(statement.name, statement.table);
          const table = statement.kind === 'drop' ? tables.get(statement.name) : undefined;
          if (table !== undefined)
            await go(`DELETE FROM ${table} WHERE rowid = (SELECT max(rowid) FROM ${table})`);
          return outcome;
        },
      };
    },
  },
  {
    name: 'new-index-stays-empty',
    plants: 'An index that is created on a table with rows has no entries for them.',
    workload: 'writes',
    plant: () => ({
      run: async ({ statement, text, go }) => {
        if (statement.kind !== 'createIndex') return go();
        const outcome = await go(sql.print({ ...statement, where: sql.FALSE }));
        if (outcome.kind !== 'rows') return outcome;
        await go('PRAGMA writable_schema = ON');
        await go(`UPDATE sqlite_schema SET sql = ${quoted(text)} WHERE name = '${statement.name}'`);
        await go('PRAGMA writable_schema = OFF');
        await readAgain(go);
        return outcome;
      },
    }),
  },
];
