// Statements that are left before their ends, in plans that are made smaller or looked into: which there are, and the plan in which one of
// them runs to its end at once.

import { type Plan, type Step, type StepId, stepsOf } from '../plan/index.ts';

/** The statement that a step is about; undefined for steps that are about none. */
export function statementOfStep(step: Step | undefined): StepId | undefined {
  return step?.do === 'run' ? step.id : step?.do === 'resume' ? step.of : undefined;
}

/** The statements that are left before their ends. */
export function leftStatements(plan: Plan): StepId[] {
  return stepsOf(plan).flatMap(({ step }) =>
    step.do === 'run' && step.leftAfter !== undefined ? [step.id] : [],
  );
}

/** It runs to its end at once, where it began, or where it was last gone on with. */
export function runWhole(plan: Plan, id: StepId, where: 'begin' | 'end'): Plan {
  const own = stepsOf(plan).filter(({ step }) => statementOfStep(step) === id);
  const start = own[0]?.step;
  if (start?.do !== 'run') return plan;
  const { leftAfter, ...whole } = start;
  const place = where === 'begin' ? start : own.at(-1)?.step;
  const groups = plan.groups.map((group) => ({
    ...group,
    steps: group.steps.flatMap((step): Step[] => {
      if (step === place) return [whole];
      return statementOfStep(step) === id ? [] : [step];
    }),
  }));
  return { ...plan, groups };
}
