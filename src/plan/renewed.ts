// A plan that was edited, with what the model expects of its statements now: what an edit changes in one statement may change what
// others must do.

import { expand } from './expand.ts';
import type { Group, Plan, Step } from './plan.ts';
import { expectationOf, isVeto, Rehearsal } from './rehearsal.ts';

/** Null if it is no valid test. Checks that no longer hold are left out. */
export function renewed(plan: Plan): Plan | null {
  const rehearsal = new Rehearsal();
  const groups: Group[] = [];
  for (const group of plan.groups) {
    const steps: Step[] = [];
    for (const step of group.steps) {
      const made = renewedStep(step, group, rehearsal);
      if (made === null) return null;
      if (!isVeto(rehearsal.step(made, group.draws))) steps.push(made);
      else if (step.do !== 'assert') return null;
    }
    groups.push({ ...group, steps });
  }
  return { ...plan, groups };
}

function renewedStep(step: Step, { draws }: Group, rehearsal: Rehearsal): Step | null {
  if (step.do !== 'run' || step.expect === 'any') return step;
  const statement = expand(step.statement, draws);
  const expect = expectationOf(rehearsal.predict(step.on, statement).prediction, statement);
  return expect === null ? null : { ...step, expect };
}
