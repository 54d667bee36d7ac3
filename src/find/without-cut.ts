// Whether a failure that was noticed after a power cut, or after another engine wrote to the file, needs that: contents are compared after each of them,
// so that what a statement before it has done wrong is often seen there first. It is no lost commit if it is seen without a cut, too.

import { isVeto, type Plan, type RunStep, rehearse, type Step, stepAt } from '../plan/index.ts';
import {
  type Examination,
  type Finding,
  type FindingKind,
  failuresOf,
  type JudgeName,
} from '../run/index.ts';
import { cutAfter } from './shrink/cut-after-failure.ts';

/** A plan and what was found in it. */
export interface Seen {
  readonly plan: Plan;
  readonly found: Finding;
}

/** The same failure seen by a look in the place of the cut, or by one after a reopen; as it is if it needs the cut. */
export async function withoutCut(
  { plan, found }: Seen,
  look: (plan: Plan) => Promise<Examination>,
): Promise<Seen> {
  const isNoticed =
    found.kind === ('durability' satisfies FindingKind) || found.judge === ('continues' satisfies JudgeName);
  if (!isNoticed) return { plan, found };
  const seenBy: JudgeName = found.judge === 'continues' ? 'contents' : found.judge;
  for (const candidate of lookedAtInstead(plan, found.at)) {
    if (isVeto(rehearse(candidate))) continue;
    const seen = failuresOf(await look(candidate)).find(
      ({ kind, judge, at }) => kind !== found.kind && judge === seenBy && at >= found.at,
    );
    if (seen !== undefined) return { plan: candidate, found: seen };
  }
  return { plan, found };
}

/** The plan up to the cut, with a look at the contents in its place, and with a reopen before that. */
function lookedAtInstead(plan: Plan, at: number): readonly Plan[] {
  const step = stepAt(plan, at)?.step;
  if (step === undefined) return [];
  const rest = step.do === 'run' ? [uncut(step)] : [];
  const inspect: Step = { do: 'inspect', what: 'contents' };
  return [endedBy(plan, at, [...rest, inspect]), endedBy(plan, at, [...rest, { do: 'reopen' }, inspect])];
}

function uncut({ cut, ...plain }: RunStep): RunStep {
  return plain;
}

function endedBy(plan: Plan, at: number, end: readonly Step[]): Plan {
  const groups = [...cutAfter(plan, at).groups];
  const last = groups.pop();
  return last === undefined
    ? plan
    : { ...plan, groups: [...groups, { ...last, steps: [...last.steps.slice(0, -1), ...end] }] };
}
