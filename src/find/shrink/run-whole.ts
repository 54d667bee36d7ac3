// Statements that are left before their ends run to them at once, or at least in fewer and shorter parts.

import type { Plan, Step, StepId } from '../../plan/index.ts';
import { leftStatements, runWhole, statementOfStep } from '../run-whole.ts';
import { withoutEmptyGroups } from './drop-groups.ts';
import type { Pass } from './pass.ts';

export const runStatementsWhole: Pass = {
  name: 'run statements to their ends',
  *propose(plan) {
    let current = plan;
    for (const id of leftStatements(plan).reverse()) {
      const whole = [without(current, id), runWhole(current, id, 'begin'), runWhole(current, id, 'end')];
      let isWhole = false;
      for (const candidate of whole) {
        if (!(yield candidate)) continue;
        current = candidate;
        isWhole = true;
        break;
      }
      for (const candidate of isWhole ? [] : shorter(current, id)) if (yield candidate) current = candidate;
    }
  },
};

function without(plan: Plan, id: StepId): Plan {
  return mapped(plan, (step) => (statementOfStep(step) === id ? [] : [step]));
}

/** Each part of one step; one at a time, since the others may have to stay as they are. */
function shorter(plan: Plan, id: StepId): Plan[] {
  const plans: Plan[] = [];
  for (const { steps } of plan.groups)
    for (const step of steps) {
      if (statementOfStep(step) !== id) continue;
      for (const weaker of shorterSteps(step))
        plans.push(mapped(plan, (each) => [each === step ? weaker : each]));
    }
  return plans;
}

function shorterSteps(step: Step): Step[] {
  if (step.do === 'run') return step.leftAfter === 1 ? [] : [{ ...step, leftAfter: 1 }];
  if (step.do !== 'resume' || step.how.kind !== 'advance' || step.how.steps === 1) return [];
  return [{ ...step, how: { kind: 'advance', steps: 1 } }];
}

function mapped(plan: Plan, change: (step: Step) => readonly Step[]): Plan {
  const groups = plan.groups.map((group) => ({ ...group, steps: group.steps.flatMap(change) }));
  return withoutEmptyGroups({ ...plan, groups });
}
