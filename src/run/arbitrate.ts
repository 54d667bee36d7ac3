// Who is alone? Engine, arbiter and model look at the same plan; whoever disagrees with the other two is wrong.

import type { Engine } from '../engines/index.ts';
import { type Plan, testOf } from '../plan/index.ts';
import { examine } from './examine.ts';

/**
 * `engine`: the arbiter passes the plan, so the engine is wrong. `model`: the arbiter fails it too, so DIRT is wrong.
 * `unconfirmed`: there is no arbiter, or the plan is too much for it.
 */
export type Alone = 'engine' | 'model' | 'unconfirmed';

export async function whoIsAlone(plan: Plan, arbiter: Engine | null): Promise<Alone> {
  if (arbiter === null) return 'unconfirmed';
  const { finding } = await examine(testOf(plan), arbiter, { arbiter });
  if (finding === null) return 'engine';
  return finding.kind === 'hang' ? 'unconfirmed' : 'model';
}
