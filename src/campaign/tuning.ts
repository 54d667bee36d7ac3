// How V8 runs a worker.

import { setFlagsFromString } from 'node:v8';
import type { ResourceLimits } from 'node:worker_threads';

/** Planning makes much that is garbage at once: with more room, less of it is looked at twice. */
export const WORKER_LIMITS: ResourceLimits = { maxYoungGenerationSizeMb: 64 };

/** V8 optimises a function once so many bytes of its code have run; 15 times what it takes by itself. */
const OPTIMISE_AFTER_BYTES = 1_000_000;

/**
 * Statements are so different from each other that most of what is optimised early is thrown away soon, while the
 * compiler's threads take the processor from other workers. And whatever was optimised for objects of a certain shape is thrown
 * away once none of them is left after a few collections of garbage, of which a campaign makes many, each after all of a plan
 * is gone: so shapes are kept.
 */
export function tuneForCampaigns(): void {
  setFlagsFromString(`--interrupt-budget=${OPTIMISE_AFTER_BYTES}`);
  setFlagsFromString('--retain-maps-for-n-gc=1000000');
}
