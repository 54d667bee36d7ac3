// What the model makes of something, or that it does not know.

import { Unknown } from '../../src/dialect/sqlite/evaluate/stop.ts';

export const UNKNOWN = Symbol('unknown');

export function orUnknown<T>(make: () => T): T | typeof UNKNOWN {
  try {
    return make();
  } catch (stop) {
    if (stop instanceof Unknown) return UNKNOWN;
    throw stop;
  }
}
