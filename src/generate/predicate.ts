// Predicates and expressions over given sources: what properties draw.

import { allFeatures, type FeatureSet } from '../features/feature-set.ts';
import type { DatabaseView } from '../model/view.ts';
import type { Random } from '../random.ts';
import type { Expression } from '../sql/ast.ts';
import { derive, type Want } from './context.ts';
import { contextFor } from './grow.ts';
import type { Source } from './source.ts';
import { defaultWeights, type Weights } from './weights.ts';

export interface ExpressionOptions {
  readonly features?: FeatureSet;
  readonly weights?: Weights;
  /** The database that subqueries may read; without it there are none. */
  readonly view?: DatabaseView;
  /** How deep expressions nest; the weights' limit if not given. */
  readonly depth?: number;
}

/** An expression for a boolean place. Most are not constant over the rows of the sources. */
export function predicate(
  random: Random,
  sources: readonly Source[],
  options: ExpressionOptions = {},
): Expression {
  const context = prepared(random, sources, options);
  return context.grow.predicate(context, options.depth ?? context.grammar.weights.limit.expressionDepth - 1);
}

/** An expression for any other place. */
export function expression(
  random: Random,
  sources: readonly Source[],
  options: ExpressionOptions & { readonly want?: Want } = {},
): Expression {
  const context = prepared(random, sources, options);
  const depth = options.depth ?? context.grammar.weights.limit.expressionDepth;
  return context.grow.value(context, options.want ?? 'any', depth);
}

function prepared(random: Random, sources: readonly Source[], options: ExpressionOptions) {
  const { features = allFeatures(), weights = defaultWeights, view } = options;
  const context = contextFor(random, view ?? NO_DATABASE, { features, weights }, sources);
  return view === undefined ? derive(context, { pure: true }) : context;
}

const NO_DATABASE: DatabaseView = { tables: [], views: [], inTransaction: false, savepoints: [] };
