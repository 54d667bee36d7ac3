// What stands on the right of `<-` and `:=`.

import { parseCondition } from './parse-condition.ts';
import { wrong } from './problem.ts';
import type { Drawing, Meaning, Term } from './syntax.ts';
import type { Cursor } from './tokens.ts';

const GENERATORS = '`pick`, `gen` or `genOf`';

/** Whether a generator comes next. */
export function isDrawing(cursor: Cursor): boolean {
  return /^(pick|gen|genOf)$/.test(cursor.peek() ?? '');
}

export function parseDrawing(cursor: Cursor): Drawing {
  const { at } = cursor;
  if (cursor.accept('(')) {
    const parts: Drawing[] = [];
    do parts.push(cursor.deeper(parseDrawing));
    while (cursor.accept(','));
    cursor.expect(')', '`,` or `)`');
    return { draw: 'tuple', at, parts };
  }
  if (cursor.accept('pick')) return parsePick(cursor, at);
  if (cursor.accept('genOf')) return parseGenOf(cursor, at);
  if (cursor.accept('gen')) return parseGen(cursor, at);
  if (
    cursor.peek() === '!' ||
    /^(SELECT|INSERT|UPDATE|DELETE|WITH|VALUES|CREATE)$/i.test(cursor.peek() ?? '')
  )
    wrong(
      at,
      'an interaction stands in a generator',
      `expected ${GENERATORS}; an interaction is \`! name := …\``,
    );
  return cursor.wrong(GENERATORS);
}

function parsePick(cursor: Cursor, at: number): Drawing {
  if (cursor.accept('(')) {
    const parts = parseParts(cursor);
    return { draw: 'pickFrom', at, parts };
  }
  const of =
    cursor.peek() === 'db' ? cursor.take() : cursor.name('`db.tables`, `t.columns`, `t.rows` or `(`');
  cursor.expect('.', '`.`, as in `db.tables`');
  const field = cursor.word('`tables`, `columns`, `rows` or `indexes`');
  if (!cursor.accept('as')) return { draw: 'pick', at, of, field };
  return { draw: 'pick', at, of, field, alias: cursor.name('a name') };
}

function parseGenOf(cursor: Cursor, at: number): Drawing {
  cursor.expect('expression', '`expression`, as in `genOf expression c.type`');
  const column = cursor.name('a column, as in `c.type`');
  cursor.expect('.', '`.type`');
  cursor.expect('type', '`type`');
  return { draw: 'genOf', at, column };
}

function parseGen(cursor: Cursor, at: number): Drawing {
  const what = cursor.name('what to generate: `row`, `expression`, `SELECT` …');
  let given: readonly Term[] = [];
  if (cursor.peek() === '(') {
    const term = parseCondition(cursor);
    given = term.is === 'tuple' ? term.parts : [term];
  } else if (cursor.isNext('word')) {
    given = [parseCondition(cursor)];
  }
  return { draw: 'gen', at, what, given };
}

export function parseMeaning(cursor: Cursor): Meaning {
  const { at } = cursor;
  if (isDrawing(cursor)) wrong(at, `\`${cursor.peek()}\` draws`, 'expected `<-` before it, and not `:=`');
  if (cursor.isTuple) {
    cursor.take();
    return { mean: 'tuple', at, parts: parseParts(cursor) };
  }
  if (cursor.peek(1) === 'as') return parsePart(cursor);
  return { mean: 'sql', at, sql: cursor.sql('an expression, a query or `t as a`') };
}

/** Up to the closing parenthesis. */
function parseParts(cursor: Cursor): Meaning[] {
  const parts: Meaning[] = [];
  do parts.push(parsePart(cursor));
  while (cursor.accept(','));
  cursor.expect(')', '`,` or `)`');
  return parts;
}

function parsePart(cursor: Cursor): Meaning {
  const { at } = cursor;
  if (cursor.peek(1) !== 'as') return { mean: 'sql', at, sql: cursor.sqlToComma('an expression') };
  const table = cursor.name('a table');
  cursor.expect('as');
  return { mean: 'alias', at, table, alias: cursor.name('a name') };
}
