// Aggregate functions. An accumulator is fed one environment a row, in the order of the rows, and evaluates the
// call's arguments, FILTER and DISTINCT itself.

import type { Call, Collation } from '../../../sql/ast.ts';
import type { SqlValue } from '../../../sql/value.ts';
import { compareValues } from './compare.ts';
import { type Compiled, compile, type Environment, type Scope, truth } from './compile.ts';
import { textOf } from './convert.ts';
import { groupingKey } from './grouping-key.ts';
import { Refusal } from './stop.ts';
import { Sum } from './sum.ts';

export { isAggregate } from './aggregate-names.ts';

interface Accumulator {
  /** Takes one row of the group. */
  step(environment: Environment): void;
  /** May throw a Refusal: sum() of integers can overflow. */
  result(): SqlValue;
}

export interface CompiledAggregate {
  start(): Accumulator;
  readonly mayRaise: boolean;
  /** The result depends on the order of the rows. */
  readonly orderMatters: boolean;
}

/** What takes the values of the arguments of one row, and makes the result. */
interface Fold {
  step(value: SqlValue, separator: SqlValue): void;
  result(): SqlValue;
}

interface Aggregate {
  readonly least: number;
  readonly most: number;
  start(collation: Collation, count: number): Fold;
  readonly mayRaise?: boolean;
  readonly orderMatters?: boolean;
}

const aggregates: Record<string, Aggregate> = {
  count: { least: 0, most: 1, start: (_, given) => count(given === 0) },
  // The order decides whether integers overflow, and how reals are rounded.
  sum: { least: 1, most: 1, start: () => summing((sum) => sum.sum()), mayRaise: true, orderMatters: true },
  total: { least: 1, most: 1, start: () => summing((sum) => sum.total()), orderMatters: true },
  avg: { least: 1, most: 1, start: () => summing((sum) => sum.average()), orderMatters: true },
  min: {
    least: 1,
    most: 1,
    start: (collation) => extreme(collation, (order) => order > 0),
    orderMatters: true,
  },
  max: {
    least: 1,
    most: 1,
    start: (collation) => extreme(collation, (order) => order < 0),
    orderMatters: true,
  },
  group_concat: { least: 1, most: 2, start: (_, given) => concatenation(given === 2), orderMatters: true },
  string_agg: { least: 2, most: 2, start: () => concatenation(true), orderMatters: true },
};

export function compileAggregate(call: Call, scope: Scope): CompiledAggregate {
  const aggregate = aggregates[call.name];
  const given = call.arguments === '*' ? [] : call.arguments;
  if (given.length < aggregate.least || given.length > aggregate.most) {
    throw new Refusal('other', `wrong number of arguments to function ${call.name}()`);
  }
  if (call.distinct === true && given.length !== 1) {
    throw new Refusal('other', 'DISTINCT aggregates must have exactly one argument');
  }
  const values = given.map((argument) => compile(argument, scope));
  const filter = call.filter === undefined ? undefined : compile(call.filter, scope);
  const collation = values[0]?.collation ?? 'BINARY';
  const parts = filter === undefined ? values : [...values, filter];
  return {
    start: () =>
      accumulator(aggregate.start(collation, values.length), values, filter, distinctBy(call, collation)),
    mayRaise: aggregate.mayRaise === true || parts.some((part) => part.mayRaise),
    orderMatters: aggregate.orderMatters === true,
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

function count(all: boolean): Fold {
  let rows = 0n;
  return {
    step(value) {
      if (all || value !== null) rows++;
    },
    result: () => rows,
  };
}

function summing(result: (sum: Sum) => SqlValue): Fold {
  const sum = new Sum();
  return { step: (value) => sum.add(value), result: () => result(sum) };
}

/** Of values that compare equal the first stays. */
function extreme(collation: Collation, isBetter: (order: number) => boolean): Fold {
  let best: SqlValue = null;
  return {
    step(value) {
      if (value !== null && (best === null || isBetter(compareValues(best, value, collation)))) best = value;
    },
    result: () => best,
  };
}

function concatenation(hasSeparator: boolean): Fold {
  let result: string | null = null;
  return {
    step(value, separator) {
      const text = textOf(value);
      if (text === null) return;
      if (result === null) result = text;
      else result += (hasSeparator ? (textOf(separator) ?? '') : ',') + text;
    },
    result: () => result,
  };
}
