// How often each judge had something to judge: a judge that was never asked has tested nothing.

import type { Trace } from './execute.ts';
import { JUDGE_NAMES, JUDGES, type JudgeName } from './judges/index.ts';

export type Exercised = Readonly<Partial<Record<JudgeName, number>>>;

export function exercisedIn(
  { records }: Trace,
  { reference, doublecheck }: { readonly reference: boolean; readonly doublecheck: boolean },
): Exercised {
  const counts: Partial<Record<JudgeName, number>> = doublecheck ? { determinism: 1 } : {};
  for (const { test } of records) {
    if (test === undefined) continue;
    for (const name of JUDGE_NAMES) {
      const { expected, isAsked } = JUDGES[name];
      if (expected === 'withReference' && !reference) continue;
      if (isAsked?.(test)) counts[name] = (counts[name] ?? 0) + 1;
    }
  }
  return counts;
}
