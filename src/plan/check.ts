// Checks as data: terms over what the steps of a group returned and what the model holds. A plan can be stored, shrunk
// and replayed without the property that made it.

import type { SqlValue } from '../sql/index.ts';

export type StepId = number;

export type RowsTerm =
  /** The rows that a step returned. */
  | { readonly term: 'rows'; readonly step: StepId }
  /** The contents of a table as the model has them at this moment, seen from a connection (the first if not given). */
  | { readonly term: 'table'; readonly table: string; readonly on?: number };

export type RowTerm =
  /** A drawn row, as it was drawn. */
  | { readonly row: 'drawn'; readonly draw: string }
  /** The n-th row that an INSERT stored, after affinity, defaults and generated columns. */
  | { readonly row: 'stored'; readonly step: StepId; readonly nth: number }
  | { readonly row: 'joined'; readonly parts: readonly RowTerm[] }
  /** The values of a row at these positions. */
  | { readonly row: 'part'; readonly of: RowTerm; readonly columns: readonly number[] };

export type NumberTerm =
  | { readonly number: 'constant'; readonly constant: number }
  | { readonly number: 'length'; readonly of: RowsTerm }
  /** How many rows have exactly this value in their first column. */
  | { readonly number: 'count'; readonly of: RowsTerm; readonly value: SqlValue }
  | { readonly number: 'sum'; readonly of: readonly NumberTerm[] };

export type Check =
  | { readonly check: 'equal' | 'less' | 'atMost'; readonly left: NumberTerm; readonly right: NumberTerm }
  | { readonly check: 'contains'; readonly rows: RowsTerm; readonly row: RowTerm }
  | { readonly check: 'sameBag' | 'sameList' | 'subsetOf'; readonly left: RowsTerm; readonly right: RowsTerm }
  | { readonly check: 'isEmpty'; readonly rows: RowsTerm }
  /** One statement that ran twice took the engine at most so many times as much later as before; true of one that does not count it. */
  | {
      readonly check: 'costsAtMost';
      readonly times: number;
      readonly before: RowsTerm;
      readonly later: RowsTerm;
    }
  | { readonly check: 'not'; readonly operand: Check }
  | { readonly check: 'and' | 'or'; readonly operands: readonly Check[] }
  /** A check that `defineCheck` registered under this name. */
  | { readonly check: 'named'; readonly name: string; readonly arguments: readonly RowsTerm[] };

/** What becomes of the parts of a check. */
interface CheckChanges {
  readonly rows?: (term: RowsTerm) => RowsTerm;
  readonly row?: (term: RowTerm) => RowTerm;
  readonly value?: (value: SqlValue) => SqlValue;
}

export function mapCheck(check: Check, changes: CheckChanges): Check {
  const rows = (term: RowsTerm) => changes.rows?.(term) ?? term;
  switch (check.check) {
    case 'equal':
    case 'less':
    case 'atMost':
      return { ...check, left: mapNumber(check.left, changes), right: mapNumber(check.right, changes) };
    case 'contains':
      return { ...check, rows: rows(check.rows), row: changes.row?.(check.row) ?? check.row };
    case 'sameBag':
    case 'sameList':
    case 'subsetOf':
      return { ...check, left: rows(check.left), right: rows(check.right) };
    case 'isEmpty':
      return { ...check, rows: rows(check.rows) };
    case 'costsAtMost':
      return { ...check, before: rows(check.before), later: rows(check.later) };
    case 'not':
      return { ...check, operand: mapCheck(check.operand, changes) };
    case 'and':
    case 'or':
      return { ...check, operands: check.operands.map((operand) => mapCheck(operand, changes)) };
    case 'named':
      return { ...check, arguments: check.arguments.map(rows) };
  }
}

function mapNumber(term: NumberTerm, changes: CheckChanges): NumberTerm {
  switch (term.number) {
    case 'constant':
      return term;
    case 'length':
      return { ...term, of: changes.rows?.(term.of) ?? term.of };
    case 'count': {
      const value = changes.value === undefined ? term.value : changes.value(term.value);
      return { ...term, of: changes.rows?.(term.of) ?? term.of, value };
    }
    case 'sum':
      return { ...term, of: term.of.map((part) => mapNumber(part, changes)) };
  }
}

/** A row that is not made of others. */
type WholeRowTerm = Exclude<RowTerm, { readonly row: 'joined' | 'part' }>;

/** The rows that a check is about, those that others are made of one by one. */
export function termsOf(check: Check): (RowsTerm | WholeRowTerm)[] {
  const terms: (RowsTerm | WholeRowTerm)[] = [];
  const row = (term: RowTerm): RowTerm => {
    if (term.row === 'joined') term.parts.forEach(row);
    else if (term.row === 'part') row(term.of);
    else terms.push(term);
    return term;
  };
  const rows = (term: RowsTerm): RowsTerm => {
    terms.push(term);
    return term;
  };
  mapCheck(check, { rows, row });
  return terms;
}

/** The check without its values and step numbers: what two failures of the same property have in common. */
export function skeletonOfCheck(check: Check): string {
  switch (check.check) {
    case 'equal':
    case 'less':
    case 'atMost':
      return `${check.check}(${shapeOfNumber(check.left)},${shapeOfNumber(check.right)})`;
    case 'contains':
      return `contains(${check.rows.term},${check.row.row})`;
    case 'sameBag':
    case 'sameList':
    case 'subsetOf':
      return `${check.check}(${check.left.term},${check.right.term})`;
    case 'isEmpty':
      return `isEmpty(${check.rows.term})`;
    case 'costsAtMost':
      return check.check;
    case 'not':
      return `not(${skeletonOfCheck(check.operand)})`;
    case 'and':
    case 'or':
      return `${check.check}(${check.operands.map(skeletonOfCheck).join(',')})`;
    case 'named':
      return check.name;
  }
}

function shapeOfNumber(term: NumberTerm): string {
  return term.number === 'sum' ? `sum(${term.of.map(shapeOfNumber).join(',')})` : term.number;
}
