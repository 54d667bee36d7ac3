// SQL text in which some words stand for something else: read once, filled in as often as it is used.

import { dialect, type Reader } from '../dialect/index.ts';
import { DirtError, invariant } from '../errors.ts';
import type { Statement } from '../sql/ast.ts';

/** Loaded before files of properties are, since a property cannot wait. */
let newReader: (() => Reader) | undefined;

/** Loads what reads SQL text. DIRT does so before it loads properties; whoever calls them otherwise does it once. */
export async function loadSql(): Promise<void> {
  newReader ??= await dialect.readers();
}

export interface SqlProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** The statement as a tree; `queries` are words that stand for whole queries, `rows` for rows. */
export function readSql(
  text: string,
  { queries, rows }: { readonly queries: ReadonlySet<string>; readonly rows: ReadonlySet<string> },
): Statement | SqlProblem {
  if (newReader === undefined)
    throw new DirtError(
      'DIRT_SQL_UNREADY',
      'sql`…` was used before DIRT has loaded what reads it',
      'write `await loadSql()` before, outside of files of properties',
    );
  const edits = editsFor(text, queries, rows);
  const read = newReader()(edited(text, edits));
  if ('problem' in read) return placedIn(text, edits, read.problem);
  const { statement, unread } = read;
  if (unread === undefined) return statement;
  return { line: 1, column: 1, message: `${unread}: DIRT has no place for that in its tree of SQL` };
}

interface Edit {
  /** Where in the text. */
  readonly at: number;
  readonly inserted: string;
}

/** A text, a quoted name, a comment, a word or one other character. */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|[\p{L}_$ʹ][\p{L}\p{N}_$ʹ]*|\S/gu;

/** After these words and signs a query that has a name is a name, or an expression. */
const BEFORE_NAME =
  /^(FROM|JOIN|SELECT|DISTINCT|WHERE|AND|OR|NOT|ON|HAVING|WHEN|THEN|ELSE|CASE|BETWEEN|LIKE|IS|BY|LIMIT|OFFSET|[,=<>+\-*/%|&~!])$/i;

/** A query in the place of a SELECT gets one, `VALUES row` its parentheses. */
function editsFor(text: string, queries: ReadonlySet<string>, rows: ReadonlySet<string>): Edit[] {
  const edits: Edit[] = [];
  let before = '';
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (/^(--|\/\*)/.test(token)) continue;
    if (queries.has(token) && !BEFORE_NAME.test(before)) edits.push({ at: index, inserted: 'SELECT ' });
    if (rows.has(token) && /^VALUES$/i.test(before))
      edits.push({ at: index, inserted: '(' }, { at: index + token.length, inserted: ')' });
    before = token;
  }
  return edits;
}

function edited(text: string, edits: readonly Edit[]): string {
  let [result, from] = ['', 0];
  for (const { at, inserted } of edits) {
    result += text.slice(from, at) + inserted;
    from = at;
  }
  return result + text.slice(from);
}

/** The place in the text as it was written. */
function placedIn(text: string, edits: readonly Edit[], { line, column, message }: SqlProblem): SqlProblem {
  const lines = edited(text, edits).split('\n');
  let left = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  for (const { at, inserted } of edits) {
    if (at >= left) break;
    left -= Math.min(inserted.length, left - at);
  }
  const before = text.slice(0, left).split('\n');
  invariant(before.length > 0, 'a text has a first line');
  return { line: before.length, column: before[before.length - 1].length + 1, message };
}
