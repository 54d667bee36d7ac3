// The functions that can be generated, from their tables. The plans of a seed depend on this order.

import type { FeatureId } from '../../features/catalogue.ts';
import { aggregates } from '../../functions/aggregates.ts';
import type {
  AggregateDraw,
  AggregateFunction,
  ScalarDraw,
  ScalarFunction,
  WindowDraw,
  WindowFunction,
} from '../../functions/function.ts';
import { type Family, families } from '../../functions/lookup.ts';
import { windows } from '../../functions/windows.ts';

export interface Drawable<Draw> {
  readonly id: FeatureId;
  readonly name: string;
  readonly draw: Draw;
}

export interface DrawableScalar extends Drawable<ScalarDraw> {
  readonly family: Family;
  /** Gives the same on every machine: an index must not depend on the last digit of a cosine. */
  readonly isExact: boolean;
}

export const drawableScalars: readonly DrawableScalar[] = Object.entries(families).flatMap(
  ([family, table]) =>
    Object.entries<ScalarFunction>(table).flatMap(([name, { draw, varies }]) =>
      draw === undefined
        ? []
        : [
            {
              id: `function.${name}` as FeatureId,
              name,
              draw,
              family: family as Family,
              isExact: varies !== 'rounding' && varies !== 'digits' && varies !== 'values',
            },
          ],
    ),
);

export const drawableAggregates: readonly Drawable<AggregateDraw>[] = Object.entries<AggregateFunction>(
  aggregates,
).flatMap(([name, { draw, formOf }]) =>
  draw === undefined ? [] : [{ id: `aggregate.${name}` as FeatureId, name: formOf ?? name, draw }],
);

export const drawableWindows: readonly Drawable<WindowDraw>[] = Object.entries<WindowFunction>(
  windows,
).flatMap(([name, { draw }]) =>
  draw === undefined ? [] : [{ id: `window.${name}` as FeatureId, name, draw }],
);
