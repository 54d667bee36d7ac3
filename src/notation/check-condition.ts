// What a condition compares, before anything is drawn: numbers, rows, and whether it says anything about the engine.

import { nounOf } from './kinds.ts';
import { wrong } from './problem.ts';
import type { Scope } from './scope.ts';
import type { Operator, Term } from './syntax.ts';
import { PICKABLE } from './words.ts';

/** What a term is worth. `width` is a row of which only the number of columns is known. */
type Worth = 'truth' | 'number' | 'value' | 'rows' | 'row' | 'table' | 'column' | 'query' | 'width' | 'list';

const WORTHS: Readonly<Record<Worth, string>> = {
  truth: 'a condition',
  number: 'a number',
  value: 'a value',
  rows: 'rows',
  row: 'a row',
  table: 'a table',
  column: 'a column',
  query: 'a query',
  width: 'a row of a query',
  list: 'a list',
};

export function checkCondition(condition: Term, scope: Scope): void {
  const worth = worthOf(condition, scope);
  if (worth !== 'truth')
    wrong(
      condition.at,
      `this is ${WORTHS[worth]}`,
      'expected a condition, as in `RS.length() == 1` or `r in RS`',
    );
}

/** An assert must be about what the engine returned. */
export function mentionsResult(term: Term, scope: Scope): boolean {
  switch (term.is) {
    case 'name':
      return scope.find(term.name)?.kind === 'result';
    case 'call':
      return mentionsResult(term.of, scope);
    case 'tuple':
      return term.parts.some((part) => mentionsResult(part, scope));
    case 'binary':
      return mentionsResult(term.left, scope) || mentionsResult(term.right, scope);
    case 'not':
      return mentionsResult(term.operand, scope);
    default:
      return false;
  }
}

function worthOf(term: Term, scope: Scope): Worth {
  switch (term.is) {
    case 'name':
      return worthOfName(term.name, term.at, scope);
    case 'value':
      return typeof term.value === 'bigint' ? 'number' : 'value';
    case 'field':
      return worthOfField(term, scope);
    case 'tuple': {
      for (const part of term.parts) expectOf(part, ['row'], scope);
      return 'row';
    }
    case 'call':
      return worthOfCall(term, scope);
    case 'not':
      expectOf(term.operand, ['truth'], scope);
      return 'truth';
    case 'binary':
      return worthOfBinary(term, scope);
  }
}

function worthOfName(name: string, at: number, scope: Scope): Worth {
  if (name === 'db') return wrong(at, '`db` is the whole database', 'expected `db.tables`');
  const kind = scope.get(name, at);
  switch (kind.kind) {
    case 'result':
      return 'rows';
    case 'row':
    case 'part':
      return 'row';
    case 'table':
    case 'column':
    case 'number':
    case 'query':
      return kind.kind;
    case 'tuple':
      if (kind.parts.every((part) => part.kind === 'row' || part.kind === 'part')) return 'row';
  }
  return wrong(
    at,
    `\`${name}\` is ${nounOf(kind)}`,
    'expected a result, a row, a table, a column or a number',
  );
}

function worthOfField({ of, field, at }: Term & { readonly is: 'field' }, scope: Scope): Worth {
  const kind = of === 'db' ? undefined : scope.get(of, at);
  if (kind?.kind === 'row') {
    columnNamed(field, at, scope);
    return 'row';
  }
  const known: readonly string[] =
    kind === undefined ? PICKABLE.db : kind.kind === 'table' ? PICKABLE.table : [];
  if (known.includes(field)) return 'list';
  if (known.length === 0)
    return wrong(at, `\`${of}\` is ${nounOf(kind!)}`, 'expected a row, a table or `db`');
  return wrong(at, `\`${of}\` has no ${field}`, `expected one of ${known.join(', ')}`);
}

/** A column of a row: one that was picked, or one of a table that the property created. */
export function columnNamed(name: string, at: number, scope: Scope): void {
  if (scope.hasColumn(name)) return;
  const kind = scope.get(name, at);
  if (kind.kind !== 'column') wrong(at, `\`${name}\` is ${nounOf(kind)}`, 'expected a column');
}

function worthOfCall({ of, method, given, at }: Term & { readonly is: 'call' }, scope: Scope): Worth {
  switch (method) {
    case 'length':
      takes(0, given, at, method);
      expectOf(of, ['rows', 'table', 'list', 'width'], scope);
      return 'number';
    case 'count': {
      takes(1, given, at, method);
      expectOf(of, ['rows', 'table'], scope);
      if (given[0].is !== 'value')
        wrong(given[0].at, 'this is no value', 'expected a number, a text or NULL');
      return 'number';
    }
    case 'first': {
      takes(0, given, at, method);
      expectOf(of, ['query'], scope);
      if (of.is !== 'name') return wrong(of.at, 'this is no query', 'expected the name of a query');
      const kind = scope.get(of.name, of.at);
      if (kind.kind === 'query' && kind.hasWidth) return 'width';
      return wrong(
        of.at,
        `how many columns \`${of.name}\` has is not known`,
        'expected a query of `gen SELECT`',
      );
    }
    default:
      return wrong(at, `there is no \`${method}()\``, 'expected `length()`, `count(…)` or `first()`');
  }
}

function takes(count: number, given: readonly Term[], at: number, method: string): void {
  if (given.length !== count)
    wrong(
      at,
      `\`${method}()\` is given ${given.length} things`,
      `expected ${count === 0 ? 'nothing' : 'one value'}`,
    );
}

function worthOfBinary({ operator, left, right, at }: Term & { readonly is: 'binary' }, scope: Scope): Worth {
  if (operator === 'and' || operator === 'or') {
    expectOf(left, ['truth'], scope);
    expectOf(right, ['truth'], scope);
    return 'truth';
  }
  if (operator === 'in' || operator === 'not in') {
    expectOf(left, ['row', 'rows'], scope);
    expectOf(right, ['rows', 'table'], scope);
    return 'truth';
  }
  const first = expectOf(left, COMPARED[operator], scope);
  const second = expectOf(right, COMPARED[operator], scope);
  if (!areComparable(first, second))
    wrong(at, `${WORTHS[first]} and ${WORTHS[second]} cannot be compared`, 'expected two of one kind');
  return operator === '+' ? 'number' : 'truth';
}

const ANY: readonly Worth[] = ['number', 'rows', 'table', 'column'];
const NUMBERS: readonly Worth[] = ['number'];

const COMPARED: Readonly<Record<Exclude<Operator, 'and' | 'or' | 'in' | 'not in'>, readonly Worth[]>> = {
  '==': ANY,
  '!=': ANY,
  '===': ['rows', 'table'],
  '<': NUMBERS,
  '<=': NUMBERS,
  '>': NUMBERS,
  '>=': NUMBERS,
  '+': NUMBERS,
};

function areComparable(first: Worth, second: Worth): boolean {
  const areRows = (worth: Worth) => worth === 'rows' || worth === 'table';
  return first === second || (areRows(first) && areRows(second));
}

function expectOf(term: Term, wanted: readonly Worth[], scope: Scope): Worth {
  const worth = worthOf(term, scope);
  if (wanted.includes(worth)) return worth;
  const nouns = wanted.map((each) => WORTHS[each]);
  return wrong(term.at, `this is ${WORTHS[worth]}`, `expected ${nouns.join(' or ')}`);
}
