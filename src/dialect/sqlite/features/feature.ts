// One entry of the catalogue: what a feature is, and a witness, a few statements that show it at work with the result
// that SQLite gives. The names of a witness are t0, i0, v0, g0, s0 …; whoever runs it may number them afresh.

import type { RefusalClass } from '../../../sql/outcome.ts';
import type { Row } from '../../../sql/value.ts';

export interface Feature {
  readonly description: string;
  readonly witness: Witness;
}

export interface Witness {
  /** All but the last must work; the last must give the result. */
  readonly statements: readonly string[];
  readonly result: readonly Row[] | { readonly refused: RefusalClass };
}

/** A text with several statements is cut at `; `. */
export function feature(
  description: string,
  statements: string | readonly string[],
  result: Witness['result'],
): Feature {
  const list = typeof statements === 'string' ? statements.split(/;\s+/) : statements;
  return { description, witness: { statements: list, result } };
}

/** A feature that an expression shows: `SELECT expression` gives these values. */
export function shown(description: string, expression: string, ...values: Row): Feature {
  return feature(description, [`SELECT ${expression}`], [values]);
}
