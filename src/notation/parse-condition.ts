// Conditions of `assert`, `assume` and `keep`: `RS1.length() == RS2.count(1) and r not in RS1`.

import type { SqlValue } from '../sql/index.ts';
import { wrong } from './problem.ts';
import { OPERATORS, type Operator, type Term } from './syntax.ts';
import type { Cursor } from './tokens.ts';

const WHAT = 'a name, a number, a value or `(`';

export function parseCondition(cursor: Cursor): Term {
  return cursor.deeper(either);
}

function either(cursor: Cursor): Term {
  let left = both(cursor);
  for (let { at } = cursor; cursor.accept('or'); at = cursor.at)
    left = { is: 'binary', at, operator: 'or', left, right: both(cursor) };
  return left;
}

function both(cursor: Cursor): Term {
  let left = negated(cursor);
  for (let { at } = cursor; cursor.accept('and'); at = cursor.at)
    left = { is: 'binary', at, operator: 'and', left, right: negated(cursor) };
  return left;
}

function negated(cursor: Cursor): Term {
  const { at } = cursor;
  return cursor.accept('not') ? { is: 'not', at, operand: cursor.deeper(negated) } : comparison(cursor);
}

function comparison(cursor: Cursor): Term {
  const left = sum(cursor);
  const { at } = cursor;
  const operator = operatorNext(cursor);
  return operator === null ? left : { is: 'binary', at, operator, left, right: sum(cursor) };
}

function operatorNext(cursor: Cursor): Operator | null {
  const { at } = cursor;
  const next = cursor.peek();
  if (next === 'not') {
    cursor.take();
    cursor.expect('in');
    return 'not in';
  }
  if (next === '=' || next === '<>')
    return wrong(at, `\`${next}\` is SQL`, `expected ${next === '=' ? '`==`' : '`!=`'}`);
  if (!COMPARISONS.has(next as Operator)) return null;
  cursor.take();
  return next as Operator;
}

const COMPARISONS: ReadonlySet<Operator> = new Set(
  OPERATORS.filter((operator) => !['and', 'or', '+', 'not in'].includes(operator)),
);

function sum(cursor: Cursor): Term {
  let left = called(cursor);
  for (let { at } = cursor; cursor.accept('+'); at = cursor.at)
    left = { is: 'binary', at, operator: '+', left, right: called(cursor) };
  return left;
}

/** `r.c`, `RS.count(1)` and so on. */
function called(cursor: Cursor): Term {
  let term = primary(cursor);
  while (cursor.accept('.')) {
    const name = cursor.word('`length()`, `count(…)`, `first()` or a column');
    if (cursor.accept('(')) {
      const given = list(cursor);
      term = { is: 'call', at: name.at, of: term, method: name.text, given };
    } else if (term.is === 'name') {
      term = { is: 'field', at: term.at, of: term.name, field: name.text };
    } else {
      cursor.wrong('`(`');
    }
  }
  return term;
}

/** Up to the closing parenthesis. */
function list(cursor: Cursor): Term[] {
  const terms: Term[] = [];
  if (cursor.accept(')')) return terms;
  do terms.push(parseCondition(cursor));
  while (cursor.accept(','));
  cursor.expect(')', '`,` or `)`');
  return terms;
}

function primary(cursor: Cursor): Term {
  const { at } = cursor;
  if (cursor.accept('(')) {
    const parts = list(cursor);
    return parts.length === 1 ? parts[0] : { is: 'tuple', at, parts };
  }
  if (cursor.accept('-')) {
    const { value } = number(cursor);
    return { is: 'value', at, value: typeof value === 'bigint' ? -value : -(value as number) };
  }
  if (cursor.isNext('number')) return { is: 'value', at, ...number(cursor) };
  if (cursor.isNext('text'))
    return { is: 'value', at, value: cursor.take().text.slice(1, -1).replaceAll("''", "'") };
  if (!cursor.isNext('word')) cursor.wrong(WHAT);
  const constant = CONSTANTS.get(cursor.peek()!);
  if (constant !== undefined) {
    cursor.take();
    return { is: 'value', at, value: constant };
  }
  return { is: 'name', at, name: cursor.peek() === 'db' ? cursor.take().text : cursor.name(WHAT).text };
}

const CONSTANTS: ReadonlyMap<string, SqlValue> = new Map<string, SqlValue>([
  ['NULL', null],
  ['TRUE', 1n],
  ['FALSE', 0n],
]);

function number(cursor: Cursor): { readonly value: SqlValue } {
  if (!cursor.isNext('number')) cursor.wrong('a number');
  const { text } = cursor.take();
  return { value: /^\d+$/.test(text) ? BigInt(text) : Number(text) };
}
