// PRAGMAs: those that report on the schema, on user_version or on soundness are predicted; of those that report on
// storage the model knows only that they change nothing.

import type { Pragma } from '../../../sql/ast.ts';
import type { Row } from '../../../sql/index.ts';
import type { Prediction } from '../../prediction.ts';
import { Unknown } from '../evaluate/stop.ts';
import {
  connectionOf,
  type Database,
  findTable,
  type Snapshot,
  snapshotOf,
  withConnection,
} from './database.ts';
import type { Effect } from './effect.ts';
import { FIRST_PRAGMA } from './forget.ts';
import { valuesOf } from './persistent-map.ts';
import { Undetermined } from './query/statement-context.ts';
import { withoutRowids } from './schema/maintain.ts';
import type { TableSchema } from './table.ts';
import { afterRead, afterWrite, checkWritable } from './transactions.ts';

export function runPragma(database: Database, connection: number, { name, value }: Pragma): Effect {
  const snapshot = snapshotOf(database, connection);
  const reading = () => {
    const { transaction } = connectionOf(database, connection);
    if (transaction !== undefined && transaction.current === undefined) throw new Undetermined(FIRST_PRAGMA);
    return afterRead(database, connection);
  };
  switch (name.toLowerCase()) {
    case 'integrity_check':
    case 'quick_check':
      return { database: reading(), prediction: rows([['ok']]) };
    case 'user_version':
      if (value === undefined) {
        return { database: reading(), prediction: rows([[snapshot.userVersion]]) };
      }
      checkWritable(database, connection);
      return {
        database: afterWrite(database, connection, withVersion(snapshot, value), 'yes'),
        prediction: rows([]),
      };
    case 'table_info':
      if (value === undefined) throw new Unknown('pragma');
      return { database: reading(), prediction: rows(tableInfo(snapshot, value)) };
    case 'automatic_index':
    case 'cache_size':
    case 'reverse_unordered_selects':
    case 'temp_store':
      return { database, prediction: value === undefined ? UNKNOWN : rows([]) };
    case 'schema_version':
    case 'page_count':
      return { database: reading(), prediction: UNKNOWN };
    case 'foreign_keys':
      return { database: withForeignKeys(database, connection, value), prediction: UNKNOWN };
    case 'journal_mode':
      return journalMode(database, value);
    case 'page_size':
    case 'wal_checkpoint':
    case 'synchronous':
      return { database, prediction: UNKNOWN };
    default:
      if (value === undefined || CHANGES_NO_ANSWER.has(name.toLowerCase())) throw new Unknown('pragma');
      return {
        database: { ...database, lost: `PRAGMA ${name}, which changes what statements do` },
        prediction: UNKNOWN,
      };
  }
}

/** With a value these tell about the schema, or change where and how data is kept and not what statements answer. Others may do more. */
const CHANGES_NO_ANSWER: ReadonlySet<string> = new Set([
  ...[
    'table_xinfo',
    'table_list',
    'index_list',
    'index_info',
    'index_xinfo',
    'foreign_key_list',
    'foreign_key_check',
  ],
  ...[
    'application_id',
    'auto_vacuum',
    'automatic_index',
    'busy_timeout',
    'cache_spill',
    'default_cache_size',
    'fullfsync',
  ],
  ...[
    'incremental_vacuum',
    'journal_size_limit',
    'mmap_size',
    'optimize',
    'secure_delete',
    'shrink_memory',
    'temp_store',
  ],
  ...['threads', 'wal_autocheckpoint'],
]);

const UNKNOWN: Prediction = { kind: 'unknown', reason: 'pragma' };

function rows(given: readonly Row[]): Prediction {
  return { kind: 'rows', rows: given, order: 'list', changes: 0 };
}

function withVersion(snapshot: Snapshot, value: string): Snapshot {
  if (!/^[+-]?\d{1,9}$/.test(value)) throw new Unknown('pragma');
  return { ...snapshot, userVersion: BigInt(value) };
}

/** The mode mvcc, which SQLite does not have, and back from it; other switches change nothing that the model knows. */
function journalMode(database: Database, value: string | undefined): Effect {
  const { committed } = database;
  const mode = value?.replace(/^'(.*)'$/, '$1').toLowerCase();
  if (mode === undefined || (mode === 'mvcc') === (committed.mvcc === true))
    return { database, prediction: UNKNOWN };
  const isBusy = valuesOf(database.connections).some(({ transaction }) => transaction !== undefined);
  if (isBusy) throw new Undetermined('a journal mode beside a transaction');
  const { mvcc, ...rest } = committed;
  const next: Snapshot = withoutRowids(mode === 'mvcc' ? { ...rest, mvcc: true } : rest);
  return { database: { ...database, committed: next }, prediction: rows([[mode]]) };
}

function withForeignKeys(database: Database, connection: number, value: string | undefined): Database {
  const state = connectionOf(database, connection);
  if (value === undefined || state.transaction !== undefined) return database;
  return withConnection(database, connection, { ...state, foreignKeys: /^(1|on|true|yes)$/i.test(value) });
}

function tableInfo(snapshot: Snapshot, name: string): Row[] {
  const table = findTable(snapshot, name);
  if (table === undefined || table.knowledge === 'unknown') throw new Unknown('pragma');
  const { columns } = table.schema;
  const shown = columns.filter((column) => !column.generated);
  if (shown.some((column) => column.default !== undefined)) throw new Unknown('text of a default');
  return shown.map(({ name: column, type, notNull }, i) => {
    return [
      BigInt(i),
      column,
      shownType(type),
      notNull ? 1n : 0n,
      null,
      primaryKeyPosition(table.schema, column),
    ];
  });
}

/** SQLite keeps a number for these types, and gives their own spelling back. */
function shownType(type: string): string {
  return /^(any|blob|int|integer|real|text)$/i.test(type) ? type.toUpperCase() : type;
}

/** The column's place in the primary key, counted from 1; 0 if it has none. */
function primaryKeyPosition(schema: TableSchema, column: string): bigint {
  if (schema.rowidAlias >= 0 && schema.columns[schema.rowidAlias].name === column) return 1n;
  const key = schema.keys.find(({ kind }) => kind === 'primaryKey');
  const at = key?.positions?.findIndex((position) => schema.columns[position].name === column) ?? -1;
  return BigInt(at + 1);
}
