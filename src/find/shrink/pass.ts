// What a shrink pass is. A pass proposes smaller plans one by one and is told of each whether it was accepted; from then
// on it works on the accepted one. It needs to know nothing of engines, models or signatures.
//
// A pass is designed to be cheap where it fails: proposals that remove most come first, and a proposal that cannot be a valid
// test costs only a rehearsal on the model. Passes run in their order again and again until none makes progress.

import type { Plan } from '../../plan/index.ts';

export interface Pass {
  readonly name: string;
  propose(plan: Plan): Generator<Plan, void, boolean>;
}

/**
 * Tries to remove parts of a list in chunks that halve in size, from the end, where things depend on what comes before them.
 * `without(plan, parts)` makes the plan without these parts; `partsOf` lists what is there. Half of them is the most that may go at once.
 */
export function* removeChunks<Part>(
  plan: Plan,
  partsOf: (plan: Plan) => readonly Part[],
  without: (plan: Plan, parts: ReadonlySet<Part>) => Plan,
  largest = Number.POSITIVE_INFINITY,
): Generator<Plan, void, boolean> {
  let current = plan;
  let chunk = Math.min(largest, Math.ceil(partsOf(current).length / 2));
  while (chunk >= 1) {
    let end = partsOf(current).length;
    while (end > 0) {
      const parts = partsOf(current);
      const start = Math.max(0, end - chunk);
      const candidate = without(current, new Set(parts.slice(start, end)));
      if (yield candidate) current = candidate;
      end = start;
    }
    chunk = chunk === 1 ? 0 : Math.ceil(chunk / 2);
  }
}
