// What a scalar function is to the compiler.

import type { SqlValue } from '../../../../sql/value.ts';

export interface ScalarFunction {
  /** How many arguments it takes. */
  readonly least: number;
  readonly most: number;
  readonly evaluate: (...values: SqlValue[]) => SqlValue;
  /** Some arguments make it fail. */
  readonly mayRaise?: boolean;
}

export const ANY_NUMBER = 1000;

export function scalar(least: number, most: number, evaluate: ScalarFunction['evaluate']): ScalarFunction {
  return { least, most, evaluate };
}
