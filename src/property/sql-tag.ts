// sql`…`: SQL text in properties, with handles, expressions, rows, queries and values in it.

import { DirtError } from '../errors.ts';
import type { Statement } from '../sql/ast.ts';
import { fillIn, type Insertable, isQuery, isRow, Misplaced } from './fill.ts';
import { type Query, query } from './query.ts';
import { readSql } from './sql-text.ts';

/** A word that no SQL has, of the place's number. */
const HOLE = 'ʹdirtʹ';

/** How a place is shown. */
const PLACE = `\${…}`;

/** What was read, by the pieces of the template and by what stands between them. */
const READ = new WeakMap<TemplateStringsArray, Map<string, Statement>>();

/**
 * SQL text as a statement, or as a query that can stand in others. What stands in `${…}` is inserted as data, not as text: a table, a column,
 * an expression, a row, a query, a value, or a list of them.
 */
export function sqlTag(strings: TemplateStringsArray, ...values: readonly Insertable[]): Statement | Query {
  const known = READ.get(strings) ?? new Map<string, Statement>();
  READ.set(strings, known);
  const shape = values.map((value) => (isQuery(value) ? 'q' : isRow(value) ? 'r' : 'e')).join('');
  let statement = known.get(shape);
  if (statement === undefined) known.set(shape, (statement = readTemplate(strings, shape)));
  const filled = filledIn(statement, values, strings);
  // A SELECT can stand in other queries, and is a statement too.
  return filled.kind === 'select' ? query(filled) : filled;
}

function readTemplate(strings: TemplateStringsArray, shape: string): Statement {
  const words = [...shape].map((_, i) => `${HOLE}${i}`);
  const text = strings.map((piece, i) => piece + (words[i] ?? '')).join('');
  const queries = new Set(words.filter((_, i) => shape[i] === 'q'));
  const rows = new Set(words.filter((_, i) => shape[i] === 'r'));
  const read = readSql(text, { queries, rows });
  if (!('message' in read)) return read;
  const { line, message } = read;
  throw wrong(strings, `line ${line}: ${shown(message)}`);
}

function filledIn(
  statement: Statement,
  values: readonly Insertable[],
  strings: TemplateStringsArray,
): Statement {
  try {
    return fillIn(statement, (name) =>
      name.startsWith(HOLE) ? values[Number(name.slice(HOLE.length))] : undefined,
    );
  } catch (error) {
    if (error instanceof Misplaced) throw wrong(strings, shown(error.message));
    throw error;
  }
}

/** Places by their numbers, from 1. */
function shown(message: string): string {
  return message.replaceAll(
    new RegExp(`"?${HOLE}(\\d+)"?`, 'g'),
    (_, nth: string) => `${PLACE} number ${Number(nth) + 1}`,
  );
}

function wrong(strings: TemplateStringsArray, problem: string): DirtError {
  return new DirtError(
    'DIRT_SQL_TEXT',
    `sql\`${strings.join(PLACE).trim().slice(0, 200)}\`: ${problem}`,
    `correct the SQL; docs/reference.md says what can stand in ${PLACE}`,
  );
}
