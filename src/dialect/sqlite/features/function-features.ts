// The features of functions, made from their tables: `function.…` scalar, `aggregate.…` aggregate, `window.…` only with OVER;
// and those of how aggregates and window functions are called.

import type { Feature } from '../../dialect.ts';
import { aggregates } from '../functions/aggregates.ts';
import type { SqlFunction } from '../functions/function.ts';
import { families } from '../functions/lookup.ts';
import { state } from '../functions/state.ts';
import { templateFeatures } from '../functions/template-features.ts';
import { tursoAggregates, tursoScalars } from '../functions/turso.ts';
import { windows } from '../functions/windows.ts';
import { aggregated, windowed } from './call-witnesses.ts';
import type { FeatureId } from './catalogue.ts';

const { core, text, number, math, date, json } = families;

type Prefix = 'function' | 'aggregate' | 'window';
type Table = Readonly<Record<string, SqlFunction & { readonly draw?: object }>>;

/** `function.abs` and so on, for the functions that can be generated. */
type Drawn<P extends Prefix, T> = {
  readonly [Name in keyof T & string as T[Name] extends { readonly feature: Feature; readonly draw: object }
    ? `${P}.${Name}`
    : never]: Feature;
};

type Undrawn<P extends Prefix, T> = {
  readonly [Name in keyof T & string as T[Name] extends { readonly draw: object }
    ? never
    : T[Name] extends { readonly feature: Feature }
      ? `${P}.${Name}`
      : never]: Feature;
};

/** Ids that stand behind another one instead of where the alphabet puts them. */
const BEHIND: Readonly<Record<string, string | undefined>> = {
  'function.printf': 'function.format',
  'format.width': 'function.printf',
  'format.real': 'format.width',
  'format.quote': 'format.real',
  'function.unlikely': 'function.likely',
  'function.upper': 'function.lower',
  'function.rtrim': 'function.ltrim',
  'function.trim': 'function.rtrim',
};

const formsOfAggregates = {
  'aggregate.distinct': aggregated(
    'an aggregate of DISTINCT values',
    'count(DISTINCT a), sum(DISTINCT a)',
    2n,
    4n,
  ),
  'aggregate.filter': aggregated(
    'an aggregate with FILTER (WHERE …)',
    "count(*) FILTER (WHERE a > 1), sum(a) FILTER (WHERE b = 'x')",
    2n,
    1n,
  ),
} as const satisfies Record<string, Feature>;

const formsOfWindows = {
  'window.over': windowed('f(x) OVER (…)', 'sum(a)', [7n, 7n, 7n, 7n], ''),
  'window.partitionBy': windowed('PARTITION BY in a window', 'sum(a)', [null, 1n, 6n, 6n], 'PARTITION BY a'),
  'window.orderBy': windowed('ORDER BY in a window', 'sum(a)', [null, 1n, 7n, 7n], 'ORDER BY a'),
  'window.frame': windowed(
    'a frame clause in a window',
    'sum(a)',
    [null, 1n, 4n, 6n],
    'ORDER BY a, b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW',
  ),
  'window.frame.groups': windowed(
    'a frame of GROUPS',
    'sum(a)',
    [1n, 7n, 7n, 7n],
    'ORDER BY a GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING',
  ),
  'window.frame.exclude': windowed(
    'a frame with EXCLUDE',
    'sum(a)',
    [4n, 6n, 4n, 4n],
    'ORDER BY a, b ROWS BETWEEN 2 PRECEDING AND 2 FOLLOWING EXCLUDE CURRENT ROW',
  ),
} as const satisfies Record<string, Feature>;

/**
 * Of the functions that are generated. Plans depend on this order, since swarm testing draws once per feature of the
 * catalogue: first by alphabet, then mathematics by alphabet, the others as in their tables.
 */
export const functionFeatures = {
  ...byAlphabet({
    ...drawnOf('function', core),
    ...drawnOf('function', text),
    ...drawnOf('function', number),
    ...templateFeatures,
  }),
  ...byAlphabet(drawnOf('function', math)),
  ...drawnOf('function', date),
  ...drawnOf('function', json),
  ...byAlphabet(drawnOf('aggregate', aggregates)),
  ...formsOfAggregates,
  ...formsOfWindows,
  ...drawnOf('window', windows),
} as const satisfies Record<string, Feature>;

/** Of the functions that are in the catalogue only. */
export const undrawnFunctionFeatures = {
  ...undrawnOf('function', state),
  ...undrawnOf('function', date),
  ...undrawnOf('function', core),
  ...undrawnOf('function', text),
  ...undrawnOf('function', number),
  ...undrawnOf('function', math),
  ...undrawnOf('function', json),
  ...undrawnOf('aggregate', aggregates),
  ...undrawnOf('window', windows),
} as const satisfies Record<string, Feature>;

export const tursoFunctionFeatures = {
  ...undrawnOf('function', tursoScalars),
  ...undrawnOf('aggregate', tursoAggregates),
} as const satisfies Record<string, Feature>;

/** The feature of a function, if it has one. */
export function featureOf(found: SqlFunction): FeatureId | undefined {
  return ids.get(found);
}

const ids: ReadonlyMap<SqlFunction, FeatureId> = new Map(
  [
    ...[core, text, number, math, date, json, state, tursoScalars].map((table) => idsOf('function', table)),
    ...[aggregates, tursoAggregates].map((table) => idsOf('aggregate', table)),
    idsOf('window', windows),
  ].flat(),
);

function idsOf(prefix: Prefix, table: Table): (readonly [SqlFunction, FeatureId])[] {
  return Object.entries(table)
    .filter(([, { feature }]) => feature !== undefined)
    .map(([name, entry]) => [entry, `${prefix}.${name}` as FeatureId]);
}

function drawnOf<P extends Prefix, T extends Table>(prefix: P, table: T): Drawn<P, T> {
  return featuresOf(prefix, table, ({ draw }) => draw !== undefined) as Drawn<P, T>;
}

function undrawnOf<P extends Prefix, T extends Table>(prefix: P, table: T): Undrawn<P, T> {
  return featuresOf(prefix, table, ({ draw }) => draw === undefined) as Undrawn<P, T>;
}

function featuresOf(prefix: Prefix, table: Table, isWanted: (entry: Table[string]) => boolean): object {
  return Object.fromEntries(
    Object.entries(table)
      .filter(([, entry]) => entry.feature !== undefined && isWanted(entry))
      .map(([name, { feature }]) => [`${prefix}.${name}`, feature]),
  );
}

function byAlphabet<T extends object>(features: T): T {
  return Object.fromEntries(Object.entries(features).sort(([a], [b]) => (keyOf(a) < keyOf(b) ? -1 : 1))) as T;
}

/** Siblings stand together. */
function keyOf(id: string): string {
  const before = BEHIND[id];
  return before === undefined ? id.slice(id.indexOf('.') + 1) : `${keyOf(before)}~`;
}
