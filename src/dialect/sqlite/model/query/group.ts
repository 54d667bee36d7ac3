// GROUP BY and aggregates: rows are gathered in groups, and each group gets one value per aggregate call.

import { type Row, type SqlValue, sameValue } from '../../../../sql/index.ts';
import type { Compiled } from '../../evaluate/compile.ts';
import { truth } from '../../evaluate/convert.ts';
import { groupingKey } from '../../evaluate/grouping-key.ts';
import { Refusal } from '../../evaluate/stop.ts';
import type { OrderCheck } from '../../functions/function.ts';
import { equalityKeyOfRow } from './equality-key.ts';
import type { AggregateCall, MutableEnvironment } from './scope.ts';
import { depends, type StatementContext, Undetermined } from './statement-context.ts';

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
  context: StatementContext,
  calls: readonly AggregateCall[],
  rows: readonly Row[],
  environment: MutableEnvironment,
): SqlValue[] {
  return calls.map((call) => {
    const { compiled } = call;
    if (compiled.orderMatters !== undefined && rows.length > 1) {
      checkOrder(context, call, compiled.orderMatters, rows, environment);
    }
    const accumulator = compiled.start();
    for (const row of rows) {
      environment.row = row;
      accumulator.step(environment);
    }
    try {
      return accumulator.result();
    } catch (error) {
      if (error instanceof Refusal) throw new Undetermined('sum overflow');
      throw error;
    }
  });
}

const EXTREMES: ReadonlySet<string> = new Set(['min', 'max']);

/**
 * The rows of which one gives the bare columns. Beside a single min() or max() it is one that has the least or greatest value, as SQLite's
 * documentation says; else it may be any. Beside DISTINCT SQLite gives those of the last row.
 */
export function barePlaces(
  calls: readonly AggregateCall[],
  keys: readonly Compiled[],
  rows: readonly Row[],
  values: Row,
  environment: MutableEnvironment,
): readonly Row[] {
  const extremes = calls.filter(({ call }) => EXTREMES.has(call.name.toLowerCase()));
  const [extreme] = extremes;
  if (extremes.length !== 1 || rows.length < 2) return rows;
  if (extreme.filter !== undefined || extreme.call.distinct === true) return rows;
  const value = values[calls.indexOf(extreme)];
  if (value === null) return rows;
  const [argument] = extreme.arguments;
  const collation = argument.collation ?? 'BINARY';
  const of = (compiled: Compiled, row: Row): SqlValue => {
    environment.row = row;
    return compiled.evaluate(environment);
  };
  // Which of several spellings of a key the group has is another question.
  const isSpeltInOneWay = keys.every((key) => {
    const first = of(key, rows[0]);
    return rows.every((row) => sameValue(of(key, row), first));
  });
  if (!isSpeltInOneWay) return rows;
  const wanted = groupingKey(value, collation);
  return rows.filter((row) => groupingKey(of(argument, row), collation) === wanted);
}

/** Notes when the value of an aggregate depends on the order of its rows. */
function checkOrder(
  context: StatementContext,
  aggregate: AggregateCall,
  orderMatters: OrderCheck,
  rows: readonly Row[],
  environment: MutableEnvironment,
): void {
  const inputs = inputsOf(context, aggregate, rows, environment);
  const undetermined = orderMatters(inputs, aggregate.arguments[0].collation ?? 'BINARY');
  if (undetermined?.isEnd) throw new Undetermined(undetermined.reason);
  if (undetermined !== undefined) depends(context, undetermined.reason);
}

function inputsOf(
  context: StatementContext,
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
