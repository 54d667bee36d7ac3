// Engine, arbiter and model run the same plan: the one that disagrees with the other two is wrong.

import { type Plan, testOf } from '../plan/index.ts';
import { examine } from './examine.ts';
import type { Referee } from './referee.ts';

/**
 * `engine`: the arbiter passes the plan, so the engine is wrong. `model`: the arbiter fails it too, so DIRT is wrong.
 * `unconfirmed`: nobody was asked, or the arbiter ran out of fuel.
 */
export type Outvoted = 'engine' | 'model' | 'unconfirmed';

export async function whoIsOutvoted(plan: Plan, { arbiter, opener }: Referee): Promise<Outvoted> {
  const { finding } = await examine(testOf(plan), arbiter, { opener });
  if (finding === null) return 'engine';
  return finding.kind === 'hang' ? 'unconfirmed' : 'model';
}
