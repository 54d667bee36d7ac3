// Two of three decide: an engine, the model and a reference that runs the same plan.

import { type Engine, titleOf } from '../engines/index.ts';
import { type Plan, testOf } from '../plan/index.ts';
import { examine } from './examine.ts';
import { canBeAsked, forEngine, type Referee } from './referee.ts';

/**
 * `engine`: the one who was asked passes the plan, so the engine is wrong. `model`: it fails the plan too, so DIRT is wrong.
 * `unconfirmed`: nobody was asked, or it ran out of fuel.
 */
export const OUTVOTED = ['engine', 'model', 'unconfirmed'] as const;

export type Outvoted = (typeof OUTVOTED)[number];

export interface Vote {
  readonly outvoted: Outvoted;
  /** Who was asked, as `name@version`; absent if nobody was. */
  readonly arbiter?: string;
}

/** A reference that fails the plan may have the same bug as the engine: the third is asked then. */
export async function voteOn(plan: Plan, { reference, third, opener }: Referee): Promise<Vote> {
  if (reference === null || !canBeAsked(reference, testOf(plan).steps)) return { outvoted: 'unconfirmed' };
  const ask = async (engine: Engine): Promise<Vote> => {
    const { finding } = await examine(forEngine(engine, testOf(plan)), engine, { opener });
    const outvoted = finding === null ? 'engine' : finding.kind === 'hang' ? 'unconfirmed' : 'model';
    return { outvoted, arbiter: titleOf(engine) };
  };
  const vote = await ask(reference);
  return vote.outvoted === 'engine' || third === null ? vote : ask(third);
}
