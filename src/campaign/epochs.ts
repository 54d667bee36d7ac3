// What is known grows while a campaign runs, in the order in which its workers happen to finish. What must not depend on that uses what was
// learned up to the epoch before last.

const PLANS_PER_EPOCH = 64;

export function epochOf(index: number): number {
  return Math.floor(index / PLANS_PER_EPOCH);
}

/** The failures of plans below this one must be decided before this plan is made. */
export function learnedBelow(index: number): number {
  return Math.max(0, (epochOf(index) - 1) * PLANS_PER_EPOCH);
}
