// How V8 runs a worker.

import { setFlagsFromString } from 'node:v8';
import type { ResourceLimits } from 'node:worker_threads';

/** Most of what planning allocates dies young: with a larger young generation, less of it is copied. */
export const WORKER_LIMITS: ResourceLimits = { maxYoungGenerationSizeMb: 64 };

/** V8 optimises a function after this many bytes of its code have run; 15 times its default. */
const OPTIMISE_AFTER_BYTES = 1_000_000;

/** Since then V8 has another compiler in between, and counts calls: that nothing of it is set makes no difference there. */
const FIRST_NODE_THAT_COUNTS_CALLS = 22;

/**
 * Statements differ so much that most early optimisations are soon discarded, while the compiler's threads take the processor
 * from other workers. V8 also discards code that it optimised for a shape of objects once a few garbage collections have found
 * none of that shape, and after a plan all of its objects are gone: so shapes are kept.
 */
export function tuneForCampaigns(): void {
  // Of a flag that it does not know, V8 complains on the standard error output.
  if (Number.parseInt(process.versions.node, 10) < FIRST_NODE_THAT_COUNTS_CALLS)
    setFlagsFromString(`--interrupt-budget=${OPTIMISE_AFTER_BYTES}`);
  setFlagsFromString('--retain-maps-for-n-gc=1000000');
}
