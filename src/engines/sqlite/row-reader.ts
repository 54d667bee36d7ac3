// Reads a result row with exact types: the type of each value is asked for before the value.

import { invariant } from '../../errors.ts';
import type { Row, SqlValue } from '../../sql/index.ts';
import type { Pointer } from './module.ts';
import type { SharedModule } from './shared-module.ts';

const INTEGER = 1;
const FLOAT = 2;
const TEXT = 3;
const BLOB = 4;
const NULL = 5;

export function readRow(module: SharedModule, statement: Pointer, columns: number): Row {
  const row: SqlValue[] = [];
  for (let column = 0; column < columns; column++) row.push(readValue(module, statement, column));
  return row;
}

function readValue({ functions, memory }: SharedModule, statement: Pointer, column: number): SqlValue {
  const type = functions.sqlite3_column_type(statement, column);
  switch (type) {
    case NULL:
      return null;
    case INTEGER:
      return functions.sqlite3_column_int64(statement, column);
    case FLOAT:
      return functions.sqlite3_column_double(statement, column);
    case TEXT: {
      const text = functions.sqlite3_column_text(statement, column);
      return memory.readText(text, functions.sqlite3_column_bytes(statement, column));
    }
    case BLOB: {
      const blob = functions.sqlite3_column_blob(statement, column);
      return memory.readBlob(blob, functions.sqlite3_column_bytes(statement, column));
    }
  }
  invariant(false, `SQLite has no type ${type}`);
}
