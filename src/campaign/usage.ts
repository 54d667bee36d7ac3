// What the plans of a campaign made use of: kinds of statement that succeeded, features, and judges that were asked.

import { dialect } from '../dialect/index.ts';
import type { Counts } from '../events/index.ts';
import { isRun } from '../plan/index.ts';
import type { Trace } from '../run/index.ts';
import type { Statement } from '../sql/ast.ts';
import { isTransactionControl } from '../sql/index.ts';

/** Statements that the engine accepted, by the production that makes them. */
export function acceptedIn({ records }: Trace): Counts {
  const counts: Record<string, number> = {};
  for (const { test, outcome } of records) {
    if (!isRun(test) || outcome.kind !== 'rows') continue;
    const name = productionOf(test.statement);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** How many statements that ran use each feature. */
export function featuresUsedIn({ records }: Trace): Counts {
  const counts: Record<string, number> = {};
  for (const { test } of records) {
    if (!isRun(test)) continue;
    for (const id of dialect.features.of(test.statement)) counts[id] = (counts[id] ?? 0) + 1;
  }
  return counts;
}

export function addCounts(left: Counts, right: Counts): Counts {
  const sum: Record<string, number> = { ...left };
  for (const [name, count] of Object.entries(right)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

/** The generator's name for statements of this kind. */
function productionOf(statement: Statement): string {
  if (statement.kind === 'drop') return `drop${statement.what[0]}${statement.what.slice(1).toLowerCase()}`;
  return isTransactionControl(statement) ? 'transaction' : statement.kind;
}
