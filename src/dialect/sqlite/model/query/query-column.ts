// A query's column as its readers see it: name, affinity and collation. For a compound these follow from
// all its arms, by rules that differ between FROM and an expression.

import type { Collation, Expression } from '../../../../sql/ast.ts';
import type { Affinity } from '../../../view.ts';
import type { ComparisonAffinity } from '../../evaluate/compare.ts';
import { Unknown } from '../../evaluate/stop.ts';

/** One SELECT's expression for the column. */
export interface Arm {
  readonly affinity: Affinity;
  readonly collation?: Collation;
  readonly explicitCollation?: boolean;
  /** Storage classes that the expression may give, as SQLite guesses them: 1 numbers, 2 text, 4 blobs. */
  readonly classes: number;
  /** The expression is a CAST. */
  readonly ofCast?: boolean;
  /** A row of VALUES with several rows. */
  readonly ofValues?: boolean;
  /** A column of a compound whose arms differ. */
  readonly ofMixed?: boolean;
  /** A condition compares its values after a conversion with this affinity. */
  readonly converted?: ComparisonAffinity;
  /** GROUP BY or DISTINCT tells its values apart. */
  readonly isKey?: boolean;
}

export interface QueryColumn {
  readonly name: string;
  /** `known`, `text` of an expression, which cannot be referred to, or `unknown`: SQLite may have put a suffix behind it. */
  readonly naming: 'known' | 'text' | 'unknown';
  readonly arms: readonly Arm[];
}

/** The affinity that the column has for a query that reads it in FROM. */
export function affinityInFrom({ arms }: QueryColumn): Affinity {
  const affinity = mergedAffinity(arms);
  // Then SQLite has an affinity of its own, which looks like NUMERIC from outside.
  if (arms.length > 1 && arms[0].ofCast && NUMERIC.has(affinity)) throw new Unknown('CAST in a compound');
  if (!arms.some((arm) => arm.ofValues)) return affinity;
  // SQLite runs VALUES of several rows in one of two ways, and guesses less in one of them.
  const guarded = arms.map((arm) => (arm.ofValues ? { ...arm, classes: NUMBERS | TEXT | BLOBS } : arm));
  if (mergedAffinity(guarded) !== affinity) throw new Unknown('affinity of VALUES');
  return affinity;
}

const NUMERIC: ReadonlySet<Affinity> = new Set(['integer', 'real', 'numeric']);

function mergedAffinity(arms: readonly Arm[]): Affinity {
  let at = 0;
  let classes = 0;
  while (arms[at].affinity === 'none' && at + 1 < arms.length) classes |= arms[at++].classes;
  const { affinity } = arms[at];
  if (affinity === 'none' || affinity === 'blob') return affinity;
  for (let i = at + 1; i < arms.length; i++) classes |= arms[i].classes;
  return (affinity === 'text' ? classes & NUMBERS : classes & TEXT) === 0 ? affinity : 'blob';
}

/** The collation of the first arm that has one. */
export function collationOf({ arms }: QueryColumn): Collation | undefined {
  return arms.find((arm) => arm.collation !== undefined)?.collation;
}

/** In an expression the last arm speaks for the whole compound. */
export function lastArm({ arms }: QueryColumn): Arm {
  return arms[arms.length - 1];
}

export function isMixed(column: QueryColumn): boolean {
  const { arms } = column;
  return hasMixedAffinity(column) || arms.some((arm) => arm.collation !== arms[0].collation);
}

/** Then it is indeterminate, as SQLite's documentation says, which arm gives the affinity of the whole. */
export function hasMixedAffinity({ arms }: QueryColumn): boolean {
  return arms.some((arm) => arm.ofMixed === true || arm.affinity !== arms[0].affinity);
}

const NUMBERS = 1;
const TEXT = 2;
const BLOBS = 4;

export function classesOf(expression: Expression, affinityOf: (part: Expression) => Affinity): number {
  switch (expression.kind) {
    case 'collate':
      return classesOf(expression.operand, affinityOf);
    case 'unary':
      return expression.operator === '+' ? classesOf(expression.operand, affinityOf) : NUMBERS;
    case 'literal':
      if (expression.value === null) return 0;
      if (typeof expression.value === 'string') return TEXT;
      return expression.value instanceof Uint8Array ? BLOBS : NUMBERS;
    case 'binary':
      return expression.operator === '||' ? TEXT | BLOBS : NUMBERS;
    case 'call':
    case 'current':
      return NUMBERS | TEXT | BLOBS;
    case 'column':
    case 'scalar':
    case 'cast':
      return classesOfAffinity(affinityOf(expression));
    case 'case': {
      let classes = expression.otherwise === undefined ? 0 : classesOf(expression.otherwise, affinityOf);
      for (const { then } of expression.branches) classes |= classesOf(then, affinityOf);
      return classes;
    }
    default:
      return NUMBERS;
  }
}

export function classesOfAffinity(affinity: Affinity): number {
  switch (affinity) {
    case 'integer':
    case 'real':
    case 'numeric':
      return NUMBERS | BLOBS;
    case 'text':
      return TEXT | BLOBS;
    default:
      return NUMBERS | TEXT | BLOBS;
  }
}
