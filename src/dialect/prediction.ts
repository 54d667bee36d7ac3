// What the model expects of a statement.

import type { ConstraintKind, RefusalClass, Row } from '../sql/index.ts';

/**
 * How far the order of rows is determined: `list` fully, `bag` not at all; otherwise the sizes of consecutive
 * groups of rows that tie under ORDER BY: the groups come in this order, the rows within one in any.
 */
export type RowOrder = 'list' | 'bag' | readonly number[];

interface PredictedRows {
  readonly kind: 'rows';
  readonly rows: readonly Row[];
  readonly order: RowOrder;
  readonly changes: number;
}

interface PredictedRefusal {
  readonly kind: 'refused';
  readonly class: RefusalClass;
  readonly constraint?: ConstraintKind;
  readonly message: string;
}

/** SQL does not determine the result. A `rowCount` that is given holds nevertheless. */
interface PredictedUndetermined {
  readonly kind: 'undetermined';
  readonly reason: string;
  readonly bug?: string;
  readonly rowCount?: number;
}

interface PredictedUnknown {
  readonly kind: 'unknown';
  readonly reason: string;
  /** The id of a known bug of the dialect's own engine, which is why the model steps back. */
  readonly bug?: string;
  /** Whether it is refused may be up to the engine, since an operand may raise that need not be evaluated. */
  readonly mayRaise?: true;
}

export type Prediction = PredictedRows | PredictedRefusal | PredictedUndetermined | PredictedUnknown;
