// What must be refused and is accepted.

import type { EngineHooks } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

/** Queries that are refused with such a message give no rows, and other statements do nothing. */
function accepting(message: RegExp): () => EngineHooks {
  return () => ({
    run: async (call) => {
      const outcome = await call.go();
      if (outcome.kind !== 'refused' || !message.test(outcome.message)) return outcome;
      return { kind: 'rows', rows: [], changes: 0 };
    },
  });
}

export const mistakes: readonly Mutant[] = [
  {
    name: 'unknown-columns-accepted',
    plants: 'A query that names a column that does not exist gives no rows.',
    workload: 'queries',
    plant: accepting(/no such column/),
  },
  {
    name: 'misused-aggregate-accepted',
    plants: 'An aggregate where there are no groups gives no rows.',
    workload: 'queries',
    plant: accepting(/misuse of aggregate|aggregate functions are not allowed/),
  },
  {
    name: 'columns-of-one-name-accepted',
    plants: 'A table may have two columns of one name.',
    workload: 'schemas',
    plant: accepting(/duplicate column name/),
  },
];
