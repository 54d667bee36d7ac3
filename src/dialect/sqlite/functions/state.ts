// Functions of chance, and of what the connection did before. They are not generated.

import { feature, shown } from '../features/feature.ts';
import type { ScalarFunction } from './function.ts';

export const state = {
  changes: {
    feature: feature(
      'changes()',
      'CREATE TABLE t0(a INTEGER, b INTEGER); INSERT INTO t0 VALUES(1, 2); UPDATE t0 SET b = 9; SELECT changes()',
      [[1n]],
    ),
    arity: [0, 0],
    varies: 'state',
  },
  last_insert_rowid: {
    feature: feature(
      'last_insert_rowid()',
      'CREATE TABLE t0(a INTEGER PRIMARY KEY); INSERT INTO t0 VALUES(77); SELECT last_insert_rowid()',
      [[77n]],
    ),
    arity: [0, 0],
    varies: 'state',
  },
  total_changes: {
    feature: shown('total_changes()', 'total_changes() >= 0', 1n),
    arity: [0, 0],
    varies: 'state',
  },
  random: {
    feature: shown('random() and randomblob()', 'typeof(random()), length(randomblob(4))', 'integer', 4n),
    arity: [0, 0],
    varies: 'state',
  },
  randomblob: { arity: [1, 1], varies: 'state' },
} as const satisfies Record<string, ScalarFunction>;
