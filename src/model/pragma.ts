// PRAGMAs: those that only report or tune are known not to change anything; of the rest the model says so.

import type { Pragma } from '../sql/ast.ts';
import { Unknown } from '../sql/evaluate/stop.ts';
import { connectionOf, type Database, withConnection } from './database.ts';
import type { Prediction } from './prediction.ts';

export function runPragma(
  database: Database,
  connection: number,
  { name, value }: Pragma,
): { database: Database; prediction: Prediction } {
  switch (name.toLowerCase()) {
    case 'integrity_check':
    case 'quick_check':
      return { database, prediction: { kind: 'rows', rows: [['ok']], order: 'list', changes: 0 } };
    case 'foreign_keys':
      if (value !== undefined && connectionOf(database, connection).transaction === undefined) {
        const foreignKeys = /^(1|on|true|yes)$/i.test(value);
        const state = { ...connectionOf(database, connection), foreignKeys };
        return { database: withConnection(database, connection, state), prediction: UNKNOWN };
      }
      return { database, prediction: UNKNOWN };
    case 'journal_mode':
    case 'page_size':
    case 'cache_size':
    case 'wal_checkpoint':
    case 'synchronous':
      return { database, prediction: UNKNOWN };
    default:
      throw new Unknown('pragma');
  }
}

const UNKNOWN: Prediction = { kind: 'unknown', reason: 'pragma' };
