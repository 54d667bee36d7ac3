// What compiling an expression needs to know (Scope) and gives (Compiled).

import type {
  Call,
  Collation,
  ColumnReference,
  CurrentLiteral,
  Expression,
  Select,
} from '../../../sql/ast.ts';
import type { Row, SqlValue } from '../../../sql/index.ts';
import type { Affinity } from '../../view.ts';
import type { ComparisonAffinity } from './compare.ts';

/** The rows an expression reads: the current joined row, and the environment of the enclosing query. */
export interface Environment {
  readonly row: readonly SqlValue[];
  readonly outer?: Environment;
}

export type Evaluate = (environment: Environment) => SqlValue;

export interface Compiled {
  readonly evaluate: Evaluate;
  readonly affinity: Affinity;
  readonly collation?: Collation;
  /** The collation came from COLLATE, and so goes before a column's. */
  readonly explicitCollation: boolean;
  /** Some evaluation of it may raise an error. */
  readonly mayRaise: boolean;
  /** It is this column of the query's own row. */
  readonly column?: number;
  /** Its affinity is that of one arm of a compound whose arms differ, so its value may be of another. */
  readonly ofMixed?: boolean;
  /** Of a condition: columns that are equal to something after a conversion wherever it is true. */
  readonly converted?: readonly ConvertedColumn[];
}

export interface ConvertedColumn {
  readonly column: number;
  /** What it is converted with. */
  readonly affinity: ComparisonAffinity;
  /** It is compared with another column of the row. */
  readonly joins: boolean;
}

export type Compile = (expression: Expression) => Compiled;

export interface CompiledSubquery {
  readonly columns: readonly {
    readonly affinity: Affinity;
    readonly collation?: Collation;
    /** The collation came from COLLATE, which counts in IN. */
    readonly explicitCollation?: boolean;
    /** The arms of the compound differ in affinity. */
    readonly ofMixed?: boolean;
  }[];
  /** The rows, with that environment as the enclosing one. */
  rows(environment: Environment): Iterable<Row>;
  readonly mayRaise: boolean;
  /** SQLite may look for it in an index that has NULLs at its end, where IN overlooks them. */
  readonly hidesNulls?: boolean;
  /** It reads a table that has an index of several columns. */
  readonly isIndexed?: boolean;
}

/** `firstRow`: only the first row counts, so that it matters which one is first; `existence`: only whether there is one. */
export type SubqueryUse = 'firstRow' | 'existence';

/** The names that are visible where the expression stands. */
export interface Scope {
  /** Finds a column or throws a Refusal. Depth 0 is this query's row, 1 that of the enclosing query, and so on. */
  column(reference: ColumnReference): {
    readonly depth: number;
    readonly index: number;
    readonly affinity: Affinity;
    /** None for the rowid. */
    readonly collation?: Collation;
  };
  subquery(select: Select, use?: SubqueryUse): CompiledSubquery;
  /** Where the row holds the result of this aggregate call; undefined where aggregates are not allowed. */
  aggregate?(call: Call): { readonly index: number } | undefined;
  /** Some WITHOUT ROWID table of the database has records that end before its last columns. */
  hasShortRecords?(): boolean;
  /** The clock, if the caller knows what the engine's clock says. */
  current?(what: CurrentLiteral['what']): string;
}

/** A result without affinity, whose collation is that of the first operand with an explicit one. */
export function derived(evaluate: Evaluate, operands: readonly Compiled[], mayRaise = false): Compiled {
  let raises = mayRaise;
  let explicit: Compiled | undefined;
  for (const operand of operands) {
    raises ||= operand.mayRaise;
    if (operand.explicitCollation) explicit ??= operand;
  }
  return {
    evaluate,
    affinity: 'none',
    collation: explicit?.collation,
    explicitCollation: explicit !== undefined,
    mayRaise: raises,
  };
}

export const truthValue = (condition: boolean): bigint => (condition ? 1n : 0n);
