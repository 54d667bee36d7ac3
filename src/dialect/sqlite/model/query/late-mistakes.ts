// Some mistakes SQLite sees only when it translates an expression: in a column whose value nobody uses it may not see them at all.

import { Refusal, Unknown } from '../../evaluate/stop.ts';

/** A query of which SQLite may leave out columns: those that the query around it does not use, or all of them in EXISTS. */
export function ifUsed<Compiled>(compile: () => Compiled): Compiled {
  try {
    return compile();
  } catch (stop) {
    throw stop instanceof Refusal && SEEN_LATE.test(stop.message)
      ? new Unknown('a mistake in a column that may not be used', undefined, true)
      : stop;
  }
}

const SEEN_LATE = /^sub-select returns|^row value misused/;
