// Aggregate functions. With OVER they are window functions too, which the model does not follow.

import type { Collation } from '../../../sql/ast.ts';
import type { SqlValue } from '../../../sql/index.ts';
import { compareValues } from '../evaluate/compare.ts';
import { textOf } from '../evaluate/convert.ts';
import { Sum } from '../evaluate/sum.ts';
import { aggregated } from '../features/call-witnesses.ts';
import { feature } from '../features/feature.ts';
import type { AggregateFunction, Fold } from './function.ts';
import { ofDifferentRows, ofEqualValues, ofSummands } from './order-of-rows.ts';

const SEPARATORS = [',', '', '; ', '|'];
const ONE_ROW = 'CREATE TABLE t0(a INTEGER, b INTEGER); INSERT INTO t0 VALUES(1, 2); ';

export const aggregates = {
  countAll: {
    feature: aggregated('count(*)', 'count(*)', 4n),
    formOf: 'count',
    arity: [0, 0],
    draw: { weight: 6, takes: '*' },
  },
  count: {
    feature: aggregated('count(x)', 'count(a)', 3n),
    arity: [0, 1],
    draw: { weight: 4, takes: 'any' },
    start: (_, given) => count(given === 0),
  },
  sum: {
    feature: aggregated('sum(x)', 'sum(a)', 7n),
    arity: [1, 1],
    raises: 'integers whose sum is none',
    orderMatters: ofSummands('sum'),
    draw: { weight: 4, takes: 'number' },
    start: () => summing((sum) => sum.sum()),
  },
  total: {
    feature: aggregated('total(x)', 'total(a)', 7),
    arity: [1, 1],
    orderMatters: ofSummands('total'),
    draw: { weight: 2, takes: 'number' },
    start: () => summing((sum) => sum.total()),
  },
  avg: {
    feature: aggregated('avg(x)', 'avg(a)', 7 / 3),
    arity: [1, 1],
    orderMatters: ofSummands('avg'),
    draw: { weight: 2, takes: 'number' },
    start: () => summing((sum) => sum.average()),
  },
  // Of several arguments they are scalar functions, which have entries of their own.
  min: {
    feature: aggregated('min(x) over rows', 'min(a), min(b)', 1n, 'x'),
    arity: [1, 1],
    orderMatters: ofEqualValues('min', (order) => order < 0),
    draw: { weight: 4, takes: 'any' },
    start: (collation) => extreme(collation, (order) => order > 0),
  },
  max: {
    feature: aggregated('max(x) over rows', 'max(a), max(b)', 3n, 'z'),
    arity: [1, 1],
    orderMatters: ofEqualValues('max', (order) => order > 0),
    draw: { weight: 4, takes: 'any' },
    start: (collation) => extreme(collation, (order) => order < 0),
  },
  group_concat: {
    feature: feature(
      'group_concat(x [, separator])',
      "CREATE TABLE t0(b TEXT); INSERT INTO t0 VALUES('x'); SELECT group_concat(b), group_concat(b, '-') FROM t0",
      [['x', 'x']],
    ),
    arity: [1, 2],
    orderMatters: ofDifferentRows,
    draw: { weight: 2, takes: 'text', optional: SEPARATORS },
    start: (_, given) => concatenation(given === 2),
  },
  string_agg: {
    feature: feature(
      'string_agg(x, separator)',
      "CREATE TABLE t0(b TEXT); INSERT INTO t0 VALUES('x'); SELECT string_agg(b, '-') FROM t0",
      [['x']],
    ),
    arity: [2, 2],
    orderMatters: ofDifferentRows,
    draw: { weight: 1, takes: 'text', further: SEPARATORS },
    start: () => concatenation(true),
  },
  json_group_array: {
    feature: feature('json_group_array(x)', `${ONE_ROW}SELECT json_group_array(a) FROM t0`, [['[1]']]),
    arity: [1, 1],
    raises: 'a BLOB that is not JSONB',
    orderMatters: ofDifferentRows,
  },
  json_group_object: {
    feature: feature('json_group_object(name, x)', `${ONE_ROW}SELECT json_group_object('k', a) FROM t0`, [
      ['{"k":1}'],
    ]),
    arity: [2, 2],
    raises: 'a BLOB that is not JSONB',
    orderMatters: ofDifferentRows,
  },
} as const satisfies Record<string, AggregateFunction>;

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
