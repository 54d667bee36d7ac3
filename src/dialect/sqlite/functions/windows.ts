// Functions that need OVER. The model does not follow them.

import { windowed } from '../features/call-witnesses.ts';
import type { WindowFunction } from './function.ts';

const NO_ARGUMENTS = [[]] as const;
const OFFSETS = [0n, 1n, 2n];
const POSITIONS = [1n, 2n, 3n];
const BUCKETS = [1n, 2n, 3n, 4n];

export const windows = {
  row_number: {
    feature: windowed('row_number()', 'row_number()', [1n, 2n, 3n, 4n]),
    arity: [0, 0],
    draw: { weight: 3, takes: NO_ARGUMENTS },
  },
  rank: {
    feature: windowed('rank()', 'rank()', [1n, 2n, 3n, 3n], 'ORDER BY a'),
    arity: [0, 0],
    arePeersAlike: true,
    draw: { weight: 2, takes: NO_ARGUMENTS },
  },
  dense_rank: {
    feature: windowed('dense_rank()', 'dense_rank()', [1n, 2n, 3n, 3n], 'ORDER BY a'),
    arity: [0, 0],
    arePeersAlike: true,
    draw: { weight: 2, takes: NO_ARGUMENTS },
  },
  percent_rank: {
    feature: windowed('percent_rank()', 'percent_rank()', [0, 1 / 3, 2 / 3, 2 / 3], 'ORDER BY a'),
    arity: [0, 0],
    arePeersAlike: true,
    draw: { weight: 1, takes: NO_ARGUMENTS },
  },
  cume_dist: {
    feature: windowed('cume_dist()', 'cume_dist()', [0.25, 0.5, 1, 1], 'ORDER BY a'),
    arity: [0, 0],
    arePeersAlike: true,
    draw: { weight: 1, takes: NO_ARGUMENTS },
  },
  ntile: {
    feature: windowed('ntile(n)', 'ntile(2)', [1n, 1n, 2n, 2n]),
    arity: [1, 1],
    // SQLite refuses a number that is not positive.
    draw: { weight: 1, takes: [[BUCKETS]] },
  },
  lag: {
    feature: windowed('lag(x [, offset [, default]])', 'lag(a, 1, 9)', [9n, null, 1n, 3n]),
    arity: [1, 3],
    draw: { weight: 2, takes: [['any'], ['any', OFFSETS, [null]]] },
  },
  lead: {
    feature: windowed('lead(x [, offset [, default]])', 'lead(a)', [1n, 3n, 3n, null]),
    arity: [1, 3],
    draw: { weight: 2, takes: [['any'], ['any', OFFSETS, [null]]] },
  },
  first_value: {
    feature: windowed('first_value(x)', 'first_value(b)', ['z', 'z', 'z', 'z']),
    arity: [1, 1],
    draw: { weight: 1, takes: [['any']] },
  },
  last_value: {
    feature: windowed('last_value(x)', 'last_value(b)', ['z', 'x', null, 'y']),
    arity: [1, 1],
    draw: { weight: 1, takes: [['any']] },
  },
  nth_value: {
    feature: windowed('nth_value(x, n)', 'nth_value(b, 2)', [null, 'x', 'x', 'x']),
    arity: [2, 2],
    // SQLite refuses a number that is not positive.
    draw: { weight: 1, takes: [['any', POSITIONS]] },
  },
} as const satisfies Record<string, WindowFunction>;
