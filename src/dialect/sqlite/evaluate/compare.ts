// The order of values, and what affinities do to the operands of a comparison.

import type { Collation } from '../../../sql/ast.ts';
import type { SqlValue } from '../../../sql/index.ts';
import type { Affinity } from '../../view.ts';
import { compareTexts } from './collation.ts';
import { numericText, textIfNumber } from './convert.ts';

/** NULL < numbers < texts < blobs; negative, zero or positive. */
export function compareValues(a: SqlValue, b: SqlValue, collation: Collation): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b, collation);
  const [rankA, rankB] = [rank(a), rank(b)];
  if (rankA !== rankB) return rankA - rankB;
  if (rankA === 0) return 0;
  // JavaScript compares bigints with numbers exactly.
  if (rankA === 1) return a! < b! ? -1 : a! > b! ? 1 : 0;
  return compareBytes(a as Uint8Array, b as Uint8Array);
}

function rank(value: SqlValue): number {
  if (value === null) return 0;
  switch (typeof value) {
    case 'bigint':
    case 'number':
      return 1;
    case 'string':
      return 2;
    default:
      return 3;
  }
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}

/** What is applied to both operands of a comparison before it. */
export type ComparisonAffinity = 'numeric' | 'text' | 'none';

export function comparisonAffinity(a: Affinity, b: Affinity): ComparisonAffinity {
  if (a !== 'none' && b !== 'none') return isNumeric(a) || isNumeric(b) ? 'numeric' : 'none';
  return operandAffinity(a === 'none' ? b : a);
}

/** The same with one operand's affinity only, as `IN (list)` uses its left operand's. */
export function operandAffinity(affinity: Affinity): ComparisonAffinity {
  if (isNumeric(affinity)) return 'numeric';
  return affinity === 'text' ? 'text' : 'none';
}

/** May it change values of a column that has an affinity of its own already? */
export function changesValuesOf(own: Affinity, affinity: ComparisonAffinity): boolean {
  return affinity === 'numeric' ? !isNumeric(own) : affinity === 'text' && own === 'none';
}

const isNumeric = (affinity: Affinity): boolean =>
  affinity === 'integer' || affinity === 'real' || affinity === 'numeric';

/** Compares two values that are not NULL under an affinity. */
export function compareUnder(
  a: SqlValue,
  b: SqlValue,
  affinity: ComparisonAffinity,
  collation: Collation,
): number {
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : a > b ? 1 : 0;
  if (affinity === 'none') return compareValues(a, b, collation);
  if (affinity === 'numeric') return compareValues(numberIfText(a), numberIfText(b), collation);
  if (typeof a === 'string' || typeof b === 'string')
    return compareValues(textIfNumber(a), textIfNumber(b), collation);
  return compareValues(a, b, collation);
}

function numberIfText(value: SqlValue): SqlValue {
  return typeof value === 'string' ? (numericText(value) ?? value) : value;
}
