// Checks as data: terms over what the steps of a group returned and what the model holds. A plan can be stored, shrunk
// and replayed without the property that made it.

import type { SqlValue } from '../sql/value.ts';

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
  | { readonly row: 'joined'; readonly parts: readonly RowTerm[] };

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
  | { readonly check: 'not'; readonly operand: Check }
  | { readonly check: 'and' | 'or'; readonly operands: readonly Check[] }
  /** A check that `defineCheck` registered under this name. */
  | { readonly check: 'named'; readonly name: string; readonly arguments: readonly RowsTerm[] };

/** The check without its values and step numbers: what two failures of the same property have in common. */
export function shapeOfCheck(check: Check): string {
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
    case 'not':
      return `not(${shapeOfCheck(check.operand)})`;
    case 'and':
    case 'or':
      return `${check.check}(${check.operands.map(shapeOfCheck).join(',')})`;
    case 'named':
      return check.name;
  }
}

function shapeOfNumber(term: NumberTerm): string {
  return term.number === 'sum' ? `sum(${term.of.map(shapeOfNumber).join(',')})` : term.number;
}
