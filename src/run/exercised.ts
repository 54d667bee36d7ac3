// How often each judge had something to judge: a judge that was never asked has not passed anything.

import type { Trace } from './execute.ts';
import type { Judge } from './finding.ts';

export type Exercised = Readonly<Partial<Record<Judge, number>>>;

export function exercisedIn(
  { records }: Trace,
  { reference, doublecheck }: { readonly reference: boolean; readonly doublecheck: boolean },
): Exercised {
  const counts: Partial<Record<Judge, number>> = doublecheck ? { determinism: 1 } : {};
  const count = (...judges: readonly Judge[]): void => {
    for (const judge of judges) counts[judge] = (counts[judge] ?? 0) + 1;
  };
  for (const { test } of records) {
    if (test === undefined) continue;
    const { step, prediction } = test;
    switch (step.do) {
      case 'run':
        count('noPanic', 'noHang');
        if (step.cut !== undefined) count('recovery');
        if (step.expect === 'any') {
          if (reference) count('reference');
        } else if (step.expect !== 'ok') count('refusals');
        else {
          count('noError');
          if (prediction?.kind === 'rows') count(step.statement.kind === 'select' ? 'model' : 'changes');
        }
        break;
      case 'inspect':
        count(step.what);
        break;
      case 'powerCut':
        count('recovery');
        break;
      case 'sqliteWrites':
        count('continues');
        break;
    }
  }
  return counts;
}
