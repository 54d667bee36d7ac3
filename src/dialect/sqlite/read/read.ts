// SQL text to the AST, so that the model can say what it does. The parser is SQLite's own grammar, made by others; it is imported only
// where text is read, because campaigns need none.

import type { Stmt } from 'sqlite3-parser';
import { isDeeper, MOST_DEPTH } from '../../../json/index.ts';
import type { Begin, RawStatement, Statement } from '../../../sql/ast.ts';
import type { Reader, ReadStatement } from '../../dialect.ts';
import { problemIn } from './problem.ts';
import { readStatement } from './read-statement.ts';
import { Reading, Unreadable, unreadable } from './reading.ts';
import { rawOf } from './touched.ts';

/** Makes readers, each for the statements of one script in their order. */
export async function readers(): Promise<() => Reader> {
  const { parseStmt } = await import('sqlite3-parser');
  return () => {
    const by = new Reading();
    return (sql) => {
      const begin = beginConcurrent(sql);
      if (begin !== null) return { statement: begin };
      const parsed = parseStmt(sql);
      if (parsed.status !== 'ok') {
        const problem = problemIn(sql, parsed.errors[0]);
        return IS_REFUSED.test(problem.message)
          ? { statement: refusedText(sql), unread: problem.message }
          : { problem };
      }
      by.begin(sql);
      return read(sql, parsed.root, by);
    };
  };
}

/** What the parser says of SQL that is grammatical, and refused by every engine. */
const IS_REFUSED = /^duplicate column name/;

function refusedText(sql: string): RawStatement {
  return { kind: 'raw', sql: sql.trim().replace(/;\s*$/, ''), changes: [] };
}

/** A plan file may be nested so much more than a statement in it; and an edit may put parentheses around each operand. */
const MOST_LEVELS = 0.4 * MOST_DEPTH;

function read(sql: string, root: Stmt, by: Reading): ReadStatement {
  try {
    refuseDepth(root);
    const statement = readStatement(root, by);
    refuseDepth(statement);
    return by.saysQuotedWord ? { statement, asText: rawOf(sql, root, by) } : { statement };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { statement: rawOf(sql, root, by), unread: error.message };
  }
}

/** All that comes after the parser walks through trees recursively. */
function refuseDepth(tree: object): void {
  if (isDeeper(tree, MOST_LEVELS)) unreadable(`what is nested deeper than ${MOST_LEVELS} levels`);
}

/** What engines have and SQLite's own grammar has not. */
function beginConcurrent(sql: string): Statement | null {
  if (!/^\s*BEGIN\s+CONCURRENT(\s+TRANSACTION)?\s*;?\s*$/i.test(sql)) return null;
  return { kind: 'begin', mode: 'CONCURRENT' } satisfies Begin;
}
