// The catalogue of SQL features: everything a statement may be made of has an id here. A generator chooses a
// production only if the engine has its features; a ledger says which those are.

import { expressionFeatures } from './expression-features.ts';
import { functionFeatures } from './function-features.ts';
import { queryFeatures } from './query-features.ts';
import { statementFeatures } from './statement-features.ts';

export const catalogue = {
  ...statementFeatures,
  ...queryFeatures,
  ...expressionFeatures,
  ...functionFeatures,
} as const;

export type FeatureId = keyof typeof catalogue;

export const featureIds = Object.keys(catalogue) as readonly FeatureId[];

export function isFeatureId(text: string): text is FeatureId {
  return Object.hasOwn(catalogue, text);
}

/** Without these nothing can be tested, so every feature set has them. */
export const requiredFeatures = [
  'createTable',
  'insert',
  'select',
  'select.star',
  'type.integer',
  'type.text',
  'literal.null',
  'literal.integer',
  'literal.text',
  'operator.=',
] as const satisfies readonly FeatureId[];
