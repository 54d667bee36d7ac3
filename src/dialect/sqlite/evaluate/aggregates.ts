// Calls of aggregates. An accumulator is fed one environment per row, in the order of the rows, and evaluates the
// call's arguments, FILTER and DISTINCT itself.

import type { Call, Collation } from '../../../sql/ast.ts';
import type { SqlValue } from '../../../sql/index.ts';
import type { Fold, OrderCheck } from '../functions/function.ts';
import { aggregateOf } from '../functions/lookup.ts';
import { checkCount } from './call.ts';
import { type Compiled, compile, type Environment, type Scope, truth } from './compile.ts';
import { groupingKey } from './grouping-key.ts';
import { Refusal, Unknown } from './stop.ts';

interface Accumulator {
  /** Takes one row of the group. */
  step(environment: Environment): void;
  /** May throw a Refusal: sum() of integers can overflow. */
  result(): SqlValue;
}

export interface CompiledAggregate {
  start(): Accumulator;
  readonly mayRaise: boolean;
  /** Given if the result may depend on the order of the rows. */
  readonly orderMatters: OrderCheck | undefined;
}

export function compileAggregate(call: Call, scope: Scope): CompiledAggregate {
  const aggregate = aggregateOf(call);
  if (aggregate?.start === undefined) throw new Unknown(`function ${call.name}()`);
  const { start } = aggregate;
  const given = call.arguments === '*' ? [] : call.arguments;
  checkCount(call.name, aggregate, given.length);
  if (call.distinct === true && given.length !== 1) {
    throw new Refusal('other', 'DISTINCT aggregates must have exactly one argument');
  }
  const values = given.map((argument) => compile(argument, scope));
  const filter = call.filter === undefined ? undefined : compile(call.filter, scope);
  const collation = values[0]?.collation ?? 'BINARY';
  const parts = filter === undefined ? values : [...values, filter];
  return {
    start: () => accumulator(start(collation, values.length), values, filter, distinctBy(call, collation)),
    mayRaise: aggregate.raises !== undefined || parts.some((part) => part.mayRaise),
    orderMatters: aggregate.orderMatters,
  };
}

/** Tells of each value whether it is the first of its kind. */
function distinctBy(call: Call, collation: Collation): ((value: SqlValue) => boolean) | undefined {
  if (call.distinct !== true) return undefined;
  const seen = new Set<string>();
  return (value) => {
    const key = groupingKey(value, collation);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}

function accumulator(
  fold: Fold,
  values: readonly Compiled[],
  filter: Compiled | undefined,
  isNew: ((value: SqlValue) => boolean) | undefined,
): Accumulator {
  return {
    step(environment) {
      if (filter !== undefined && truth(filter.evaluate(environment)) !== true) return;
      const value = values.length > 0 ? values[0].evaluate(environment) : null;
      const separator = values.length > 1 ? values[1].evaluate(environment) : null;
      if (isNew === undefined || isNew(value)) fold.step(value, separator);
    },
    result: () => fold.result(),
  };
}
