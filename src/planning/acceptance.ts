// Which predictions of the model a statement may have to go into a plan. Every statement is added under one of these policies.

import type { Prediction } from '../dialect/index.ts';
import type { Statement } from '../sql/ast.ts';
import { isReading, type RefusalClass } from '../sql/index.ts';

/** Why the statement does not go into the plan; null if it does. */
export type Acceptance = (prediction: Prediction, statement: Statement) => string | null;

const REFUSED = 'the model predicts a refusal';
const UNKNOWN = 'the model does not know what it does';

/**
 * It must work, and its result is determined, even if the model does not know it: what SQL does not determine may come out
 * differently in two statements that a property compares.
 */
export const determined: Acceptance = ({ kind }, statement) => {
  if (kind === 'refused') return REFUSED;
  if (kind === 'undetermined') return 'SQL does not determine the result';
  return kind === 'unknown' && statement.kind !== 'select' ? UNKNOWN : null;
};

/** It must work, as far as the model knows; SQL need not determine which rows come back. */
export const working: Acceptance = ({ kind }) => (kind === 'refused' ? REFUSED : null);

/** The model knows what it does, be it that it is refused. */
export const followed: Acceptance = ({ kind }, statement) =>
  kind === 'unknown' && !isReading(statement) ? UNKNOWN : null;

export const anyPrediction: Acceptance = () => null;

/** It must be refused, with this class. */
export function refusedWith(refusal: RefusalClass): Acceptance {
  return (prediction) =>
    prediction.kind === 'refused' && prediction.class === refusal ? null : `no refusal of class ${refusal}`;
}
