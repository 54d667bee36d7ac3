// The catalogue of SQL features: everything a statement may be made of has an id here. A generator chooses a
// production only if the engine has its features; a ledger says which those are.

import type { Feature } from '../../dialect.ts';
import { databaseFeatures } from './database-features.ts';
import { expressionFeatures } from './expression-features.ts';
import { functionFeatures, tursoFunctionFeatures, undrawnFunctionFeatures } from './function-features.ts';
import { joinCombinations } from './join-combinations.ts';
import { queryCombinations } from './query-combinations.ts';
import { queryFeatures } from './query-features.ts';
import { schemaFeatures } from './schema-features.ts';
import { slotCombinations } from './slot-combinations.ts';
import { spellingFeatures } from './spelling-features.ts';
import { subqueryCombinations } from './subquery-combinations.ts';
import { tableCombinations } from './table-combinations.ts';
import { triggerFeatures } from './trigger-features.ts';
import { tursoFeatures, ungeneratedFeatures } from './ungenerated-features.ts';
import { writeFeatures } from './write-features.ts';

export const catalogue = {
  ...schemaFeatures,
  ...writeFeatures,
  ...queryFeatures,
  ...joinCombinations,
  ...queryCombinations,
  ...subqueryCombinations,
  ...tableCombinations,
  ...slotCombinations,
  ...expressionFeatures,
  ...functionFeatures,
  ...triggerFeatures,
  ...databaseFeatures,
  ...spellingFeatures,
  ...ungeneratedFeatures,
  ...undrawnFunctionFeatures,
  ...tursoFeatures,
  ...tursoFunctionFeatures,
} as const satisfies Record<string, Feature>;

export type FeatureId = keyof typeof catalogue;

export const featureIds = Object.keys(catalogue) as readonly FeatureId[];

export function isFeatureId(text: string): text is FeatureId {
  return Object.hasOwn(catalogue, text);
}

/** Has SQLite this feature? */
export function isInSqlite(id: FeatureId): boolean {
  return !Object.hasOwn(tursoFeatures, id) && !Object.hasOwn(tursoFunctionFeatures, id);
}

/** Is it only about features that have ids of their own, used together? */
export function isCombination(id: FeatureId): boolean {
  return COMBINATIONS.some((features) => Object.hasOwn(features, id));
}

const COMBINATIONS = [
  joinCombinations,
  queryCombinations,
  subqueryCombinations,
  tableCombinations,
  slotCombinations,
];

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
