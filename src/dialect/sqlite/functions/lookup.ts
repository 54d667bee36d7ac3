// Which function a call is of, and what is known of it.

import type { Call, Expression } from '../../../sql/ast.ts';
import { aggregates } from './aggregates.ts';
import { core } from './core.ts';
import { date } from './date.ts';
import type { AggregateFunction, ScalarFunction, WindowFunction } from './function.ts';
import { json } from './json.ts';
import { math } from './math.ts';
import { number } from './number.ts';
import { state } from './state.ts';
import { text } from './text.ts';
import { tursoAggregates, tursoScalars } from './turso.ts';
import { windows } from './windows.ts';

/** Scalar functions by family. The generator draws them in this order, with one weight per family. */
export const families = { core, text, number, math, date, json } as const;

export type Family = keyof typeof families;

export function functionsOf(family: Family): readonly string[] {
  return Object.keys(families[family]);
}

interface Functions {
  readonly scalar: ScalarFunction | undefined;
  readonly aggregate: AggregateFunction | undefined;
  readonly window: WindowFunction | undefined;
}

const scalars: Readonly<Record<string, ScalarFunction>> = {
  ...core,
  ...text,
  ...number,
  ...math,
  ...date,
  ...json,
  ...state,
  ...tursoScalars,
};

const byName = new Map<string, Functions>();
for (const [name, scalar] of Object.entries(scalars)) add(name, { scalar });
for (const [name, aggregate] of Object.entries<AggregateFunction>({ ...aggregates, ...tursoAggregates })) {
  if (aggregate.formOf === undefined) add(name, { aggregate });
}
for (const [name, window] of Object.entries<WindowFunction>(windows)) add(name, { window });

function add(name: string, found: Partial<Functions>): void {
  const { scalar, aggregate, window } = { ...byName.get(name), ...found };
  byName.set(name, { scalar, aggregate, window });
}

/** The aggregate that is called, also with OVER. Of a name that is scalar too, the number of arguments decides. */
export function aggregateOf({ name, arguments: given, over }: Call): AggregateFunction | undefined {
  const found = byName.get(name);
  if (found?.aggregate === undefined || found.scalar === undefined || over !== undefined) {
    return found?.aggregate;
  }
  const [least, most] = found.aggregate.arity;
  return given.length >= least && given.length <= most ? found.aggregate : undefined;
}

export function isAggregate(call: Call): boolean {
  return call.over === undefined && aggregateOf(call) !== undefined;
}

/** The scalar function of a call that is no aggregate. */
export function scalarOf({ name }: Call): ScalarFunction | undefined {
  return byName.get(name)?.scalar;
}

/** May a call of the scalar function with these arguments raise an error? */
export function scalarRaises({ raises, isHarmless }: ScalarFunction, given: readonly Expression[]): boolean {
  return raises !== undefined && isHarmless?.(given) !== true;
}

export function windowOf({ name }: Call): WindowFunction | undefined {
  return byName.get(name)?.window;
}
