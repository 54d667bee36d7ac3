// Runs statements through Turso's binding, which is the same for the WebAssembly and the native builds.

import type { PageSize } from '../../plan/world-spec.ts';
import type { Rows } from '../../sql/outcome.ts';
import type { Row } from '../../sql/value.ts';
import { DiskError } from '../../world/disk.ts';
import { type Binding, type BoundDatabase, Step } from './binding.ts';

/** Builds that do not know one of these ignore it. */
const EXPERIMENTAL = [
  'views',
  'strict',
  'triggers',
  'attach',
  'generated_columns',
  'without_rowid',
  'vacuum',
  'autovacuum',
];

const DEFAULT_PAGE_SIZE = 4096;

export const NOTHING: Rows = { kind: 'rows', rows: [], changes: 0 };

/** Opens a connection. `pageSize` is for a database that is new, null for others. */
export function openDatabase(binding: Binding, path: string, pageSize: PageSize | null): BoundDatabase {
  const database = new binding.Database(path, { experimental: EXPERIMENTAL });
  database.connectSync?.();
  database.defaultSafeIntegers(true);
  if (pageSize !== null && pageSize !== DEFAULT_PAGE_SIZE)
    fetchAll(database, `PRAGMA page_size = ${pageSize}`);
  return database;
}

/** Runs the first statement of a text to its end; throws what the binding throws. */
export function runStatement(database: BoundDatabase, sql: string): Rows {
  const word = FIRST_WORD.exec(sql)![1].toUpperCase();
  // Many builds abort on a text without a statement.
  if (word === '') return NOTHING;
  const changesRows = CHANGING_WORDS.has(word);
  const before = changesRows ? database.totalChanges() : 0;
  const rows = fetchAll(database, sql);
  const changes = changesRows && database.totalChanges() !== before ? database.changes() : 0;
  return { kind: 'rows', rows, changes };
}

/** An error that the binding reports, as opposed to one that ends the instance. */
export function isRefusal(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && !(error instanceof DiskError);
}

function fetchAll(database: BoundDatabase, sql: string): Row[] {
  const statement = database.prepare(sql);
  const rows: Row[] = [];
  try {
    statement.raw(true);
    for (;;) {
      const step = statement.stepSync();
      if (step === Step.row) rows.push(statement.row());
      else if (step === Step.done) break;
      else database.ioLoopSync();
    }
  } catch (error) {
    if (isRefusal(error)) statement.finalize();
    throw error;
  }
  statement.finalize();
  return rows;
}

/** The word after blanks, comments and empty statements; '' when there is no statement. */
const FIRST_WORD = /^(?:[\s;]|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*(\w*)/;

const CHANGING_WORDS = new Set(['INSERT', 'REPLACE', 'UPDATE', 'DELETE', 'WITH']);
