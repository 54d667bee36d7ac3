// Indexes: entries that are missing or left behind, and what they say of a row.

import type { Statement } from '../../sql/ast.ts';
import { FALSE } from '../../sql/build.ts';
import type { Outcome } from '../../sql/outcome.ts';
import { printStatement } from '../../sql/print.ts';
import { filteredTable } from '../filtered-table.ts';
import type { Call, Mutant } from '../mutant.ts';
import { withoutLastRow } from '../plant.ts';

/** Runs the statement while the indexes of the table are out of sight, so that none of them hears of it. */
function unnoticed(table: string, { go }: Call): Outcome {
  const indexes = go(
    `SELECT name, rootpage, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = '${table}' AND sql NOT NULL`,
  );
  if (indexes.kind !== 'rows' || indexes.rows.length === 0) return go();
  const names = indexes.rows.map(([name]) => quoted(name)).join(', ');
  const rows = indexes.rows.map(
    ([name, root, sql]) => `('index', ${quoted(name)}, '${table}', ${root}, ${quoted(sql)})`,
  );
  go('SAVEPOINT unnoticed');
  go('PRAGMA writable_schema = ON');
  go(`DELETE FROM sqlite_schema WHERE type = 'index' AND name IN (${names})`);
  readAgain(go);
  const outcome = go();
  go(`INSERT INTO sqlite_schema VALUES ${rows.join(', ')}`);
  readAgain(go);
  go('PRAGMA writable_schema = OFF');
  go('RELEASE unnoticed');
  return outcome;
}

function quoted(value: unknown): string {
  return `'${String(value).replaceAll("'", "''")}'`;
}

/** A changed version makes SQLite read the schema again. */
function readAgain(go: Call['go']): void {
  const version = go('PRAGMA schema_version');
  if (version.kind === 'rows') go(`PRAGMA schema_version = ${Number(version.rows[0][0]) + 1}`);
}

/** The table on which an index is created. */
const indexedBy = (statement: Statement) => (statement.kind === 'createIndex' ? statement.table : null);

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
        run: ({ statement, go }) => {
          const outcome = go();
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
      run: ({ statement, go }) => {
        const outcome = go();
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
        run: ({ statement, go }) => {
          const outcome = go();
          if (outcome.kind !== 'rows') return outcome;
          if (statement.kind === 'createIndex') tables.set(statement.name, statement.table);
          const table = statement.kind === 'drop' ? tables.get(statement.name) : undefined;
          if (table !== undefined) go(`DELETE FROM ${table} WHERE rowid = (SELECT max(rowid) FROM ${table})`);
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
      run: ({ statement, sql, go }) => {
        if (statement.kind !== 'createIndex') return go();
        const outcome = go(printStatement({ ...statement, where: FALSE }));
        if (outcome.kind !== 'rows') return outcome;
        go('PRAGMA writable_schema = ON');
        go(`UPDATE sqlite_schema SET sql = ${quoted(sql)} WHERE name = '${statement.name}'`);
        go('PRAGMA writable_schema = OFF');
        readAgain(go);
        return outcome;
      },
    }),
  },
];
