// What is known grows while a campaign runs, in the order in which its workers happen to finish. What must not depend on that uses what was
// learned up to the epoch before last.

const PLANS_PER_EPOCH = 64;

/** An epoch that never ends: plans use only what was known before the campaign, so nobody waits for others and shards need not talk. */
export const ENDLESS_EPOCH = 0;

export function epochOf(index: number, plansPerEpoch = PLANS_PER_EPOCH): number {
  return plansPerEpoch === ENDLESS_EPOCH ? 0 : Math.floor(index / plansPerEpoch);
}

/** The failures of plans below this one must be decided before this plan is made. */
export function learnedBelow(index: number, plansPerEpoch = PLANS_PER_EPOCH): number {
  return Math.max(0, (epochOf(index, plansPerEpoch) - 1) * plansPerEpoch);
}
