// Functions of Turso that SQLite, as it is shipped, does not have: their witnesses hold what Turso documents. They are
// not generated.

import { feature, shown } from '../features/feature.ts';
import { type AggregateFunction, ANY_NUMBER, type ScalarFunction } from './function.ts';

export const tursoScalars = {
  soundex: { feature: shown('soundex(x)', "soundex('Robert')", 'R163'), arity: [1, 1] },
  vector: {
    feature: shown('vectors: vector32(x), vector_extract(x)', "vector_extract(vector32('[1, 2]'))", '[1,2]'),
    arity: [1, 1],
  },
  vector_distance_cos: {
    feature: shown(
      'vector_distance_cos(x, y)',
      "vector_distance_cos(vector32('[1, 0]'), vector32('[0, 1]'))",
      1,
    ),
    arity: [2, 2],
  },
  uuid4_str: {
    feature: shown('uuid4_str()', 'length(uuid4_str())', 36n),
    arity: [0, 0],
    varies: 'state',
  },
  regexp_like: {
    feature: shown('regexp_like(x, pattern)', "regexp_like('abc', 'b')", 1n),
    arity: [2, ANY_NUMBER],
  },
} as const satisfies Record<string, ScalarFunction>;

export const tursoAggregates = {
  median: {
    feature: feature(
      'median(x)',
      'CREATE TABLE t0(a INTEGER, b INTEGER); INSERT INTO t0 VALUES(1, 2); SELECT median(a) FROM t0',
      [[1]],
    ),
    arity: [1, 1],
  },
} as const satisfies Record<string, AggregateFunction>;
