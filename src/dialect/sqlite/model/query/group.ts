// GROUP BY and aggregates: rows are gathered in groups, and each group gets one value an aggregate call.

import { type Row, rowKey, type SqlValue, sameValue } from '../../../../sql/value.ts';
import { compareValues } from '../../evaluate/compare.ts';
import type { Compiled } from '../../evaluate/compile.ts';
import { truth } from '../../evaluate/convert.ts';
import { groupingKey } from '../../evaluate/grouping-key.ts';
import { Refusal } from '../../evaluate/stop.ts';
import { type Context, depends, Free } from './context.ts';
import { equalityKeyOfRow } from './equality-key.ts';
import type { AggregateCall, MutableEnvironment } from './scope.ts';

export function groupRows(
  rows: readonly Row[],
  keys: readonly Compiled[],
  environment: MutableEnvironment,
): Row[][] {
  const groups = new Map<string, Row[]>();
  const collations = keys.map((key) => key.collation);
  for (const row of rows) {
    environment.row = row;
    const key = equalityKeyOfRow(
      keys.map((compiled) => compiled.evaluate(environment)),
      collations,
    );
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}

/** The value of each aggregate call over a group. */
export function aggregateGroup(
  context: Context,
  calls: readonly AggregateCall[],
  rows: readonly Row[],
  environment: MutableEnvironment,
): SqlValue[] {
  return calls.map((call) => {
    const { compiled } = call;
    if (compiled.orderMatters && rows.length > 1) checkOrder(context, call, rows, environment);
    const accumulator = compiled.start();
    for (const row of rows) {
      environment.row = row;
      accumulator.step(environment);
    }
    try {
      return accumulator.result();
    } catch (error) {
      if (error instanceof Refusal) throw new Free('sum overflow');
      throw error;
    }
  });
}

/** Notes when the value of an aggregate hangs on the order of its rows. */
function checkOrder(
  context: Context,
  aggregate: AggregateCall,
  rows: readonly Row[],
  environment: MutableEnvironment,
): void {
  const { call } = aggregate;
  const inputs = inputsOf(context, aggregate, rows, environment);
  const given = inputs.map(([value]) => value).filter((value) => value !== null);
  switch (call.name) {
    case 'group_concat':
    case 'string_agg':
      if (new Set(inputs.map(rowKey)).size > 1) throw new Free('group_concat order');
      break;
    case 'sum':
    case 'total':
    case 'avg':
      checkSum(context, call.name, given);
      break;
    case 'min':
    case 'max':
      checkExtreme(context, given, aggregate.arguments[0].collation ?? 'BINARY', call.name);
      break;
  }
}

function inputsOf(
  context: Context,
  { call, arguments: compiled, filter }: AggregateCall,
  rows: readonly Row[],
  environment: MutableEnvironment,
): Row[] {
  const inputs: Row[] = [];
  const seen = new Map<string, SqlValue>();
  for (const row of rows) {
    environment.row = row;
    if (filter !== undefined && truth(filter.evaluate(environment)) !== true) continue;
    const values = compiled.map((argument) => argument.evaluate(environment));
    if (call.distinct) {
      const key = groupingKey(values[0], compiled[0].collation ?? 'BINARY');
      if (seen.has(key)) {
        if (!sameValue(seen.get(key)!, values[0])) depends(context, 'DISTINCT representative');
        continue;
      }
      seen.set(key, values[0]);
    }
    inputs.push(values);
  }
  return inputs;
}

function checkExtreme(
  context: Context,
  values: readonly SqlValue[],
  collation: Parameters<typeof compareValues>[2],
  name: string,
): void {
  let best: SqlValue = null;
  let open = false;
  for (const value of values) {
    const order = best === null ? 1 : compareValues(value, best, collation) * (name === 'max' ? 1 : -1);
    if (order > 0) {
      best = value;
      open = false;
    } else if (order === 0 && !sameValue(value, best)) open = true;
  }
  if (open) depends(context, `${name} among equals`);
}

/** Sums whose rounding, or whose overflow, depends on the order of summing are open. */
function checkSum(context: Context, name: string, values: readonly SqlValue[]): void {
  let positive = 0n;
  let negative = 0n;
  let onlyIntegers = true;
  let inexact = false;
  for (const value of values) {
    if (typeof value === 'bigint') {
      if (value > 0n) positive += value;
      else negative += value;
      if (value > MOST || value < -MOST) inexact = true;
    } else {
      onlyIntegers = false;
      if (typeof value !== 'number' || !isDyadic(value)) inexact = true;
    }
  }
  const overflows = positive > MAX_INT64 || negative < -MAX_INT64 - 1n;
  if (overflows) depends(context, 'sum overflow');
  // Whether integers are added as reals, and lose digits, is up to the engine.
  const losesDigits = positive > MAX_EXACT || negative < -MAX_EXACT;
  if (name !== 'sum' && losesDigits) depends(context, `${name} of large integers`);
  if (onlyIntegers && !overflows) return;
  if (inexact && values.length > 2) depends(context, `${name} of reals`);
}

const MAX_INT64 = 2n ** 63n - 1n;
const MAX_EXACT = 2n ** 53n;
/** Integers and multiples of 2^-12 up to this size add up without rounding, in any order. */
const MOST = 2n ** 20n;

function isDyadic(value: number): boolean {
  return Math.abs(value) <= Number(MOST) && Number.isInteger(value * 4096);
}
