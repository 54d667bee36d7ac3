// What compiling an expression needs to know (Scope) and gives (Compiled).

import type { Affinity } from '../affinity.ts';
import type { Call, Collation, ColumnReference, CurrentLiteral, Expression, Select } from '../ast.ts';
import type { Row, SqlValue } from '../value.ts';
import { Refusal } from './stop.ts';

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
  /**
   * Does some part of it raise an error here, needed for the result or not? SQLite is free to evaluate parts that
   * it does not need, and not to.
   */
  raisesOn(environment: Environment): boolean;
}

export type Compile = (expression: Expression) => Compiled;

export interface CompiledSubquery {
  readonly columns: readonly { readonly affinity: Affinity; readonly collation?: Collation }[];
  /** The rows, with that environment as the enclosing one. */
  rows(environment: Environment): Iterable<Row>;
  readonly mayRaise: boolean;
}

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
  /** `firstRow`: only the first row counts, so that it matters which one is first. */
  subquery(select: Select, use?: 'firstRow'): CompiledSubquery;
  /** Where the row holds the result of this aggregate call; undefined where aggregates are not allowed. */
  aggregate?(call: Call): { readonly index: number } | undefined;
  /** The clock, if the caller knows what the engine's clock says. */
  current?(what: CurrentLiteral['what']): string;
}

/**
 * A result without affinity, whose collation is that of the first operand with an explicit one. `raises` tells
 * whether it raises an error of its own.
 */
export function derived(
  evaluate: Evaluate,
  operands: readonly Compiled[],
  raises?: (environment: Environment) => boolean,
): Compiled {
  let mayRaise = raises !== undefined;
  let explicit: Compiled | undefined;
  for (const operand of operands) {
    mayRaise ||= operand.mayRaise;
    if (operand.explicitCollation) explicit ??= operand;
  }
  return {
    evaluate,
    affinity: 'none',
    collation: explicit?.collation,
    explicitCollation: explicit !== undefined,
    mayRaise,
    raisesOn: mayRaise
      ? (environment) =>
          operands.some((operand) => operand.mayRaise && operand.raisesOn(environment)) ||
          raises?.(environment) === true
      : never,
  };
}

export const never = (): boolean => false;

/** Subqueries are not looked into: what may raise, does. */
export function raisesIn(subquery: { readonly mayRaise: boolean }): (() => boolean) | undefined {
  return subquery.mayRaise ? () => true : undefined;
}

/** For what raises errors of its own: the only way to know is to try. */
export function refuses(evaluate: Evaluate): (environment: Environment) => boolean {
  return (environment) => {
    try {
      evaluate(environment);
      return false;
    } catch (stop) {
      if (stop instanceof Refusal) return true;
      throw stop;
    }
  };
}

export const truthValue = (condition: boolean): bigint => (condition ? 1n : 0n);
