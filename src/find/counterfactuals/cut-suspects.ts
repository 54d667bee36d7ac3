// Suspects of a power cut: what has become of the writes that were not synced when the power went off.

import type { Plan, Step } from '../../plan/index.ts';
import type { Survival, Unsynced } from '../../world/index.ts';
import { withSteps } from './edits.ts';
import { type Suspect, structure } from './suspects.ts';

/** The cut with other survivors in each of these cases. */
const surviving =
  (from: readonly Unsynced[], to: Unsynced) =>
  (plan: Plan): Plan | null => {
    const changed = <T extends Survival>(survival: T): T =>
      from.includes(survival.unsynced) ? { ...survival, unsynced: to } : survival;
    return withSteps(plan, (step): Step[] => {
      if (step.do === 'powerCut') {
        const survival = changed(step.survival);
        return [survival === step.survival ? step : { ...step, survival }];
      }
      if (step.do !== 'run' || step.cut === undefined) return [step];
      const cut = changed(step.cut);
      return [cut === step.cut ? step : { ...step, cut }];
    });
  };

/** A commit that is lost only with unsynced writes was not synced, whatever was written. */
export const CUT_SUSPECTS: readonly Suspect[] = [
  structure('writes that were not synced', surviving(['drop', 'prefix', 'subset', 'torn'], 'keep')),
  structure('writes of which only some reached the disk', surviving(['prefix', 'subset', 'torn'], 'drop')),
  structure('a torn write', surviving(['torn'], 'subset')),
];

export function isOfCut(name: string): boolean {
  return CUT_SUSPECTS.some((each) => each.name === name);
}
