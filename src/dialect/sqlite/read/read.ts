// SQL text to the AST, so that the model can say what it does. The parser is SQLite's own grammar, made by others; it is imported only
// where text is read, because campaigns need none.

import type { Reader } from '../../dialect.ts';
import { readStatement } from './read-statement.ts';
import { Reading, Unreadable } from './reading.ts';

/** Reads the statements of one script, in their order. */
export async function reader(): Promise<Reader> {
  const { parseStmt } = await import('sqlite3-parser');
  const by = new Reading();
  return (sql) => {
    const parsed = parseStmt(sql);
    if (parsed.status !== 'ok') return { unread: 'it does not parse', isReading: false };
    by.begin(sql);
    const isReading = parsed.root.type === 'SelectStmt' || parsed.root.type === 'ExplainStmt';
    try {
      return { statement: readStatement(parsed.root, by) };
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return { unread: error.message, isReading };
    }
  };
}
