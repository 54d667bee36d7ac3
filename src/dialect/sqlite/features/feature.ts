// Entries of the catalogue: what a feature is, and a witness with the result that SQLite gives.

import type { Row } from '../../../sql/index.ts';
import type { Feature, Witness } from '../../dialect.ts';

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
