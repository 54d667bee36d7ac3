// What is known of a function of SQL: one entry holds all of it; catalogue, generator, evaluator, model and
// conformance tests derive their part from the tables of this folder. A part that is missing is not generated or not modelled.

import type { Collation, Expression } from '../../../sql/ast.ts';
import type { Row, SqlValue } from '../../../sql/index.ts';
import type { Feature } from '../../dialect.ts';
import type { Compiled } from '../evaluate/compiled.ts';
import type { expressionFeatures } from '../features/expression-features.ts';
import type { templateFeatures } from './template-features.ts';

export interface SqlFunction {
  /** Its place in the catalogue; none if the witness of another function shows it too. */
  readonly feature?: Feature;
  /** How many arguments it takes, at least and at most. */
  readonly arity: readonly [least: number, most: number];
}

export const ANY_NUMBER = 1000;

export interface ScalarFunction extends SqlFunction {
  /** Features that come with the call besides its own. */
  readonly parts?: (given: readonly Expression[]) => readonly PartId[];
  /** On what it raises an error; never if not given. */
  readonly raises?: string;
  readonly varies?: Variation;
  /** SQLite's parser takes it away and leaves the first argument: `ORDER BY likely(2)` is `ORDER BY 2`. */
  readonly isHint?: true;
  /** It evaluates no more arguments than it needs, so that an error in one may stay unnoticed. */
  readonly isLazy?: true;
  readonly draw?: ScalarDraw;
  /** These arguments never make it raise. */
  readonly isHarmless?: (given: readonly Expression[]) => boolean;
  readonly evaluate?: (...values: SqlValue[]) => SqlValue;
  /** In place of `evaluate`, for what needs more than the values of its arguments. */
  readonly compile?: (values: readonly Compiled[], given: readonly Expression[]) => Compiled;
}

type PartId = keyof typeof expressionFeatures | keyof typeof templateFeatures;

/**
 * What the result depends on besides the arguments: how the engine rounds (SQLite's own way is modelled); the last digits of
 * the C library's mathematics; with `values`, even whether there is a value; the clock, if no time is given or it is 'now';
 * chance, or what the connection did before.
 */
export type Variation = 'rounding' | 'digits' | 'values' | 'clock' | 'state';

/** What a value should be; SQL takes any. */
export type Want = 'any' | 'number' | 'text';

/** One of these constants, or a kind that generate/expressions/function-arguments.ts makes. */
export type Argument = ArgumentKind | readonly SqlValue[];

export type ArgumentKind =
  | Want
  | 'condition'
  | 'small'
  | 'likePattern'
  | 'globPattern'
  | 'hexText'
  | 'time'
  | 'jsonName'
  | 'jsonable';

export interface ScalarDraw {
  readonly gives: Want;
  readonly takes: readonly Argument[];
  readonly optional?: readonly Argument[];
  /** Up to two more of this kind. */
  readonly more?: Argument;
  readonly needs?: readonly (keyof typeof expressionFeatures)[];
}

export interface AggregateFunction extends SqlFunction {
  /** Another form of the function of this name, as count(*) is of count(). */
  readonly formOf?: string;
  /** On what it raises an error; never if not given. */
  readonly raises?: string;
  /** Given if the result may depend on the order of the rows: tells whether it does for these. */
  readonly orderMatters?: OrderCheck;
  readonly draw?: AggregateDraw;
  readonly start?: (collation: Collation, argumentCount: number) => Fold;
}

/** Gets the arguments' values, one row of them per row of the group; undefined if their order makes no difference. */
export type OrderCheck = (
  inputs: readonly Row[],
  collation: Collation,
) => { readonly reason: string /** There is no use in going on. */; readonly isEnd?: true } | undefined;

export interface AggregateDraw {
  readonly weight: number;
  readonly takes: Want | '*';
  /** Constants that follow the argument. */
  readonly further?: readonly SqlValue[];
  /** Constants that may follow it. */
  readonly optional?: readonly SqlValue[];
}

/** Takes the values of the arguments of one row after the other, and makes the result. */
export interface Fold {
  step(value: SqlValue, second: SqlValue): void;
  /** May throw a Refusal: sum() of integers can overflow. */
  result(): SqlValue;
}

export interface WindowFunction extends SqlFunction {
  /** Rows that tie under its ORDER BY get the same value. */
  readonly arePeersAlike?: true;
  readonly draw?: WindowDraw;
}

export interface WindowDraw {
  readonly weight: number;
  /** The lists of arguments that it is called with. */
  readonly takes: readonly (readonly Argument[])[];
}
