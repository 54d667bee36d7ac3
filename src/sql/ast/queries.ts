// Queries: SELECT with all of its parts, and VALUES.

import type { Collation, Expression, Rewriting } from './expressions.ts';

export interface Select {
  readonly kind: 'select';
  readonly with?: readonly CommonTable[];
  readonly recursive?: boolean;
  readonly body: SelectBody;
  readonly orderBy?: readonly OrderTerm[];
  readonly limit?: Expression;
  /** Only with a limit. */
  readonly offset?: Expression;
}

export interface CommonTable {
  readonly name: string;
  readonly columns?: readonly string[];
  /** A hint for the planner. */
  readonly materialized?: 'MATERIALIZED' | 'NOT MATERIALIZED';
  readonly select: Select;
}

export type SelectBody = SelectCore | ValuesCore | Compound | BodyReference;

/** Stands for the body of a query that its group drew. Expanded before printing. */
export interface BodyReference {
  readonly kind: 'draw';
  readonly draw: string;
  /** Some conditions of it are written in another way. */
  readonly rewritten?: readonly Rewriting[];
}

export interface SelectCore {
  readonly kind: 'core';
  readonly distinct?: boolean;
  readonly columns: readonly ResultColumn[];
  readonly from?: FromItem;
  readonly where?: Expression;
  readonly groupBy?: readonly Expression[];
  readonly having?: Expression;
}

/** `VALUES (…), (…)`: rows of the same width. */
export interface ValuesCore {
  readonly kind: 'values';
  readonly rows: readonly (readonly Expression[])[];
}

export type CompoundOperator = 'UNION' | 'UNION ALL' | 'INTERSECT' | 'EXCEPT';

/** Left-associative, as in SQL: the right side is never itself a compound. */
export interface Compound {
  readonly kind: 'compound';
  readonly operator: CompoundOperator;
  readonly left: SelectBody;
  readonly right: SelectCore | ValuesCore | BodyReference;
}

export type ResultColumn =
  | { readonly kind: 'all' }
  | { readonly kind: 'allOf'; readonly table: string }
  | { readonly kind: 'expression'; readonly expression: Expression; readonly alias?: string };

export type FromItem = FromTable | FromSelect | Join;

export interface FromTable {
  readonly kind: 'table';
  /** A table, a view or a common table. */
  readonly name: string;
  readonly alias?: string;
  readonly notIndexed?: boolean;
  readonly indexedBy?: string;
}

export interface FromSelect {
  readonly kind: 'subquery';
  readonly select: Select;
  readonly alias?: string;
}

export type JoinOperator = ',' | 'JOIN' | 'CROSS JOIN' | 'LEFT JOIN' | 'RIGHT JOIN' | 'FULL JOIN';

export interface Join {
  readonly kind: 'join';
  readonly operator: JoinOperator;
  readonly natural?: boolean;
  readonly left: FromItem;
  /** A nested join prints in parentheses. */
  readonly right: FromItem;
  readonly on?: Expression;
  readonly using?: readonly string[];
}

/** The expression may be a column alias, a 1-based column number as an integer literal, or any expression. */
export interface OrderTerm {
  readonly expression: Expression;
  readonly collation?: Collation;
  readonly descending?: boolean;
  readonly nulls?: 'FIRST' | 'LAST';
}
