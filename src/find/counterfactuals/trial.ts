// Whether a failure is gone from an edited plan. It counts only if the step that failed is still there and must do the same as before:
// a query that is refused because its column is gone shows nothing, and neither does one that no longer has rows to get wrong.

import {
  isSameExpected,
  isVeto,
  type Plan,
  type ResumeStep,
  rehearse,
  renewed,
  type Step,
  type StepId,
  sameBag,
  stepAt,
  stepsOf,
} from '../../plan/index.ts';
import { type Examination, type Finding, failuresOf } from '../../run/index.ts';
import type { Row } from '../../sql/index.ts';
import type { Trial } from './counterfactuals.ts';

/** For a plan in which `found` was found, and the way to look at it. */
export function trialOf(plan: Plan, found: Finding, look: (plan: Plan) => Promise<Examination>): Trial {
  const failed = stepAt(plan, found.at)?.step;
  const had = rowsAt(plan, found.at);
  // What a pragma tells is the schema, which edits change.
  const isPragma = failed?.do === 'run' && failed.statement.kind === 'pragma';
  return async (edited, keepsRows = false) => {
    const candidate = edited && renewedOrNull(edited);
    if (candidate === null) return null;
    const at = failed === undefined ? undefined : placeOf(failed, plan, candidate);
    if (
      at === null ||
      (at !== undefined && !isComparable(had, rowsAt(candidate, at), keepsRows && !isPragma))
    )
      return null;
    const examination = await look(candidate);
    const failures = failuresOf(examination);
    if (failures.some((each) => each.signature === found.signature || each.at === at)) return false;
    if (at === undefined) return failures.length === 0;
    // Where the run ended before it, nobody knows.
    return examination.trace.records.some((record) => record.at === at) ? true : null;
  };
}

/** An edit may give what cannot be printed or understood at all. */
function renewedOrNull(plan: Plan): Plan | null {
  try {
    return renewed(plan);
  } catch {
    return null;
  }
}

/** The rows that the statement gives, as far as the model can say. */
function rowsAt(plan: Plan, at: number): readonly Row[] {
  const test = rehearse(plan);
  const prediction = isVeto(test) ? undefined : test.steps[at]?.prediction;
  return prediction?.kind === 'rows' ? prediction.rows : [];
}

function isComparable(before: readonly Row[], after: readonly Row[], keepsRows: boolean): boolean {
  return keepsRows ? sameBag(before, after) : before.length === 0 || after.length > 0;
}

/** Where the step is in an edited plan; null if it is not there, or must now do something else. */
function placeOf(failed: Step, before: Plan, plan: Plan): number | null {
  const at =
    failed.do === 'run'
      ? placeOfRun(failed.id, plan)
      : failed.do === 'resume'
        ? placeOfPart(failed, plan)
        : placeOfKind(failed, before, plan);
  const step = at < 0 ? undefined : stepAt(plan, at)?.step;
  if (step === undefined) return null;
  return step.do === 'run' && failed.do === 'run' && !isSameExpected(step.expect, failed.expect) ? null : at;
}

/** The part itself, or the statement that is whole now. */
function placeOfPart(failed: ResumeStep, plan: Plan): number {
  const same = stepsOf(plan).findIndex(({ step }) => step === failed);
  return same >= 0 ? same : placeOfRun(failed.of, plan);
}

function placeOfRun(id: StepId, plan: Plan): number {
  return stepsOf(plan).findIndex(({ step }) => step.do === 'run' && step.id === id);
}

/** The step itself, or what an edit made of it: the one of its kind that it was, if there are as many as before. */
function placeOfKind(failed: Step, before: Plan, plan: Plan): number {
  const steps = stepsOf(plan).map(({ step }) => step);
  const same = steps.indexOf(failed);
  if (same >= 0) return same;
  const isOfKind = (step: Step): boolean => step.do === failed.do;
  const were = stepsOf(before)
    .map(({ step }) => step)
    .filter(isOfKind);
  const are = steps.filter(isOfKind);
  return were.length === are.length ? steps.indexOf(are[were.indexOf(failed)]) : -1;
}
