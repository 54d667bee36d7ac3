// After which step of a plan a failure is certain: what comes after a step is varied, and where all variations fail alike, the engine was
// wrong by then. Half of a long plan is there by chance; this tells where to look in an engine's log.

import type { Engine } from '../engines/index.ts';
import { type Group, type Plan, renewed, type Step, stepsOf, termsOf } from '../plan/index.ts';
import { Random } from '../random.ts';
import { type Finding, judged, type Referee } from '../run/index.ts';

export interface Varied {
  /** Everything up to this position was kept; −1 for nothing. */
  readonly kept: number;
  readonly failed: number;
  readonly of: number;
}

export interface CertaintyOptions {
  readonly engine: Engine;
  readonly referee: Referee;
  /** How many variations of what follows are tried. */
  readonly times: number;
  readonly seed: string;
  readonly onVaried?: (varied: Varied) => void;
}

/** The first position after which all variations fail alike, by halving; what was tried on the way is told. */
export async function certainAfter(plan: Plan, finding: Finding, options: CertaintyOptions): Promise<number> {
  let [open, certain] = [-2, finding.at - 1];
  while (certain - open > 1) {
    const kept = Math.floor((open + certain) / 2);
    const varied = await vary(plan, finding, kept, options);
    options.onVaried?.(varied);
    if (varied.failed === varied.of && varied.of > 0) certain = kept;
    else open = kept;
  }
  return certain;
}

/** Of a variation that is no valid test, others are made. */
const TRIES = 4;

async function vary(
  plan: Plan,
  finding: Finding,
  kept: number,
  { engine, referee, times, seed }: CertaintyOptions,
): Promise<Varied> {
  const random = Random.of(seed, kept);
  let [failed, of] = [0, 0];
  for (let tries = 0; tries < times * TRIES && of < times; tries++) {
    // The first leaves out all that can be left out.
    const share = tries === 0 ? 0 : random.between(10, 90);
    const variation = renewed(variationOf(plan, finding.at, kept, () => random.chance(share)));
    if (variation === null) continue;
    of++;
    const verdict = await judged(variation, engine, referee);
    if (verdict.finding?.signature === finding.signature) failed++;
  }
  return { kept, failed, of };
}

/** Steps up to `kept` stay, and so does the group that fails; of those between them some do. What comes after the failure is left out. */
function variationOf(plan: Plan, at: number, kept: number, stays: () => boolean): Plan {
  const failing = stepsOf(plan)[at]?.group;
  let position = -1;
  const groups = plan.groups.flatMap((group): Group[] => {
    const steps = group.steps.filter(() => {
      position++;
      return position <= at && (position <= kept || group === failing || stays());
    });
    return steps.length === 0 ? [] : [{ ...group, steps: steps.filter((step) => isComplete(step, steps)) }];
  });
  return { ...plan, groups };
}

/** A check needs the statements that it is about. */
function isComplete(step: Step, steps: readonly Step[]): boolean {
  if (step.do !== 'assert') return true;
  const run = new Set(steps.flatMap((each) => (each.do === 'run' ? [each.id] : [])));
  return termsOf(step.check).every((term) => !('step' in term) || run.has(term.step));
}
