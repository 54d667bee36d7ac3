// From a finding to something that can be acted on: who is outvoted, the smallest plan that shows it, and its cause.

import { isDeepStrictEqual } from 'node:util';
import { formatRows } from '../dialect/index.ts';
import type { Engine } from '../engines/index.ts';
import { invariant } from '../errors.ts';
import { isVeto, type Plan, rehearse, type Step, statementCount, stepAt, testOf } from '../plan/index.ts';
import type { Recording } from '../recording/index.ts';
import {
  type Examination,
  examine,
  type Finding,
  failuresOf,
  isNarrower,
  judgeFully,
  outcomesOf,
  type Referee,
  type StepOutcome,
  type Vote,
} from '../run/index.ts';
import { Ballot } from './ballot.ts';
import {
  type Appearance,
  type Cause,
  causeOf,
  duringOf,
  explains,
  isPerformance,
  symptomOf,
} from './cause.ts';
import { type Needs, needsOf, type Without, withoutSuspects } from './counterfactuals/counterfactuals.ts';
import { ownNeeds } from './counterfactuals/suspects.ts';
import { trialOf } from './counterfactuals/trial.ts';
import { featuresAt, featuresIn, idOf, skeletonOf } from './fingerprint.ts';
import { statementOfStep } from './run-whole.ts';
import { cutAfter } from './shrink/cut-after-failure.ts';
import { relatedPart } from './shrink/drop-unrelated.ts';
import { filledPlan, filledRelated } from './shrink/fill-tables.ts';
import { type ShrinkProgress, type Shrunk, shrink } from './shrink/shrink.ts';
import { shrunkHang } from './shrink-hang.ts';
import { withoutCut } from './without-cut.ts';

export interface Investigated extends Vote {
  readonly finding: Finding;
  /** The smallest plan that shows it. */
  readonly plan: Plan;
  readonly original: Plan;
  /** What makes it pass when it is taken out of the smallest plan. */
  readonly needs: readonly string[];
  /** What cannot be taken out of it: nobody knows whether it is needed. */
  readonly mayNeed: readonly string[];
  readonly cause: Cause;
  /** Of the cause. */
  readonly id: string;
  readonly features: readonly string[];
  readonly skeleton: string;
  /** What the engine did with the smallest plan. */
  readonly outcomes: readonly StepOutcome[];
  readonly statementsBefore: number;
  readonly statements: number;
  readonly candidates: number;
  /** Shrinking ended before nothing was left to try. */
  readonly isUnfinished: boolean;
  /** For stepping through it; absent if nobody recorded it. */
  readonly recording?: Recording;
}

export interface Investigator {
  readonly engine: Engine;
  readonly referee: Referee;
  /** Shrinking ends after this many plans: not after a time, because the same finding must end the same on any machine. */
  readonly mostCandidates?: number;
  /** False ends the shrinking, when the user breaks it off. */
  readonly goOn?: () => boolean;
  readonly onProgress?: (progress: ShrinkProgress) => void;
  /** Where nobody can be asked whether what is demanded of a statement still holds of a smaller plan: what it gives stays the same. */
  readonly keepsOutcome?: boolean;
}

export async function investigate(
  original: Plan,
  firstSeen: Finding,
  by: Investigator,
): Promise<Investigated> {
  const investigated = await lookInto(original, firstSeen, by, []);
  invariant('plan' in investigated, 'nothing is known that could explain it');
  return investigated;
}

/**
 * As `investigate`, unless one of the known causes explains what is left when the steps that are not needed are gone: a short plan can be
 * tried without a suspect where a long one has too much that depends on it.
 */
export async function lookInto<Known extends { readonly cause: Cause }>(
  original: Plan,
  firstSeen: Finding,
  by: Investigator,
  known: readonly Known[],
): Promise<Investigated | { readonly explainedBy: Known }> {
  const { engine, referee } = by;
  const look = lookFor(firstSeen, engine, referee, by.keepsOutcome ? firstSeen : undefined);
  const { plan: failing, found } = await withoutCut({ plan: original, found: firstSeen }, look);
  let { signature } = found;
  let explanation: Known | null = null;
  const isExplained = async (plan: Plan): Promise<boolean> => {
    const failure = alike({ signature, step: failed }, plan, await look(plan));
    explanation =
      failure === undefined ? null : await explainedBy(plan, failure, known, { ...by, isShort: true });
    return explanation !== null;
  };
  const failed = stepAt(failing, found.at)?.step;
  // The steps after the failure cannot have caused it.
  const ballot = new Ballot(cutAfter(failing, found.at), referee);
  const keepsVote = async (plan: Plan) => ballot.isKept(await ballot.vote(plan));
  // A vote hardly ever changes, so it is looked at once at the end, and after each candidate only if it did.
  let isWatched = false;
  const shrunkFrom = (start: Plan, mostCandidates: number): Promise<Shrunk> =>
    shrink(start, found.at, {
      goOn: (candidates) => candidates < mostCandidates && (by.goOn?.() ?? true),
      onProgress: by.onProgress,
      ...(known.length > 0 && {
        isEnough: async (plan) => (await keepsVote(plan)) && isExplained(plan),
      }),
      stillFails: async (candidate) => {
        const failure = alike({ signature, step: failed }, candidate, await look(candidate));
        if (failure === undefined) return false;
        if (isWatched && !(await keepsVote(candidate))) return false;
        signature = failure.signature;
        return true;
      },
    });
  const most = by.mostCandidates ?? MOST_CANDIDATES;
  const hangs = async (plan: Plan): Promise<boolean> => (await look(plan)).finding?.kind === 'hang';
  const shrinkOnce = () =>
    found.kind === 'hang' ? shrunkHang(failing, most, { shrunkFrom, hangs }) : shrunkFrom(failing, most);
  let shrunk = await shrinkOnce();
  if (explanation !== null) return { explainedBy: explanation };
  let vote = await ballot.vote(shrunk.plan);
  if (!(await ballot.isKept(vote))) {
    isWatched = true;
    signature = found.signature;
    shrunk = await shrinkOnce();
    if (explanation !== null) return { explainedBy: explanation };
    vote = await ballot.vote(shrunk.plan);
  }
  const { plan } = shrunk;
  const examination = await look(plan);
  const { trace } = examination;
  const finding = alike({ signature, step: failed }, plan, examination) ?? found;
  // Each counterfactual would cost a run of the whole plan, and all of its fuel where that stayed as it was found because of a hang.
  const isWhole = by.mostCandidates === 0 || (found.kind === 'hang' && plan === failing);
  const trial = trialOf(plan, finding, (candidate) => {
    by.goOn?.();
    return look(candidate);
  });
  return {
    finding,
    ...vote,
    plan,
    original,
    ...filed(plan, { signature, at: finding.at }, isWhole ? NOTHING_TOLD : await needsOf(plan, trial)),
    outcomes: outcomesOf(trace),
    statementsBefore: statementCount(original),
    statements: statementCount(plan),
    candidates: shrunk.candidates,
    isUnfinished: !shrunk.finished && by.mostCandidates !== 0,
  };
}

/** What a minimal plan is filed under, and what else tells it from others. */
function filed(
  plan: Plan,
  { signature, at }: Pick<Finding, 'signature' | 'at'>,
  { needed, untold }: Needs,
): Pick<Investigated, 'needs' | 'mayNeed' | 'cause' | 'id' | 'features' | 'skeleton'> {
  const features = featuresIn(plan);
  const about = isPerformance(signature) ? featuresAt(plan, at) : features;
  const cause = causeOf({ signature, during: duringOf(plan, at) }, needed, about);
  return {
    needs: ownNeeds(needed).map(({ name }) => name),
    mayNeed: untold.map(({ name }) => name),
    cause,
    id: idOf(cause),
    features,
    skeleton: skeletonOf(plan),
  };
}

const NOTHING_TOLD: Needs = { needed: [], untold: [] };

/** More than ten times what shrinking takes in the middle. */
export const MOST_CANDIDATES = 2000;

/**
 * The failure that is looked for, or a part of it where several things were wrong at once. The same statement may be wrong in another
 * way that the same causes give: a value that is wrong in a condition is a row too few, and beside its rows it is a value.
 */
function alike(
  { signature, step }: { readonly signature: string; readonly step: Step | undefined },
  plan: Plan,
  examination: Examination,
): Finding | undefined {
  const failures = failuresOf(examination);
  return (
    failures.find((each) => each.signature === signature) ??
    failures.find((each) => isNarrower(signature, each.signature)) ??
    failures.find(
      (each) =>
        isSameRun(step, stepAt(plan, each.at)?.step) && symptomOf(signature) === symptomOf(each.signature),
    )
  );
}

function isSameRun(one: Step | undefined, other: Step | undefined): boolean {
  const id = statementOfStep(one);
  return id !== undefined && id === statementOfStep(other);
}

/** Looks at a plan as the judge did that found it: the others cost time and could find something else. Only failures with the outcome of `kept` count, if it is given. */
function lookFor(
  found: Pick<Finding, 'judge' | 'kind'>,
  engine: Engine,
  referee: Referee,
  kept?: Finding,
): (plan: Plan) => Promise<Examination> {
  const { opener } = referee;
  return async (plan) => {
    const test = testOf(plan);
    if (kept !== undefined) return onlyLike(kept, await examine(test, engine, { opener }));
    const comparesTraces = found.judge === 'reference' || found.kind === 'nondeterminism';
    // Not `judgeFully`, which tries every hang again with a hundred times the fuel: a candidate that hangs would take minutes.
    if (!comparesTraces) return examine(test, engine, { opener });
    return judgeFully(test, engine, {
      referee: found.judge === 'reference' ? referee : { ...referee, reference: null },
      doublecheck: found.kind === 'nondeterminism',
    });
  };
}

/** The failures in which the engine gave the same, in any order, and was held to the same. */
function onlyLike(kept: Finding, examination: Examination): Examination {
  const [finding = null, ...others] = failuresOf(examination).filter(
    ({ signature, actual }) =>
      signature === kept.signature && isDeepStrictEqual(given(actual), given(kept.actual)),
  );
  return { ...examination, finding, others };
}

function given(side: Finding['actual']): unknown {
  if (side?.kind === 'rows') return formatRows(side.rows, Number.POSITIVE_INFINITY).sort();
  if (side?.kind !== 'outcome') return side;
  const { outcome } = side;
  return outcome.kind === 'rows' ? formatRows(outcome.rows, Number.POSITIVE_INFINITY).sort() : outcome.kind;
}

/** Which of the known causes explains a failure, tried on the plan itself; null if none does. */
export async function explainedBy<Known extends { readonly cause: Cause }>(
  original: Plan,
  firstSeen: Finding,
  known: Iterable<Known>,
  { engine, referee, goOn, isShort = false }: Investigator & Pick<Appearance, 'isShort'>,
): Promise<Known | null> {
  const look = lookFor(firstSeen, engine, referee);
  const { plan, found } = await withoutCut({ plan: original, found: firstSeen }, look);
  // It costs a run, and most failures look like none of the known causes.
  let short: Promise<Without> | undefined;
  const shortly = async (): Promise<Without> => {
    const [failing, failure] = await shortened(cutAfter(plan, found.at), found, look);
    return withoutSuspects(failing, trialOf(failing, failure, look));
  };
  const without: Without = {
    names: async () => (await (short ??= shortly())).names(),
    has: async (need) => (await (short ??= shortly())).has(need),
    passes: async (need) => {
      goOn?.();
      return (await (short ??= shortly())).passes(need);
    },
  };
  const failure = {
    signature: found.signature,
    during: duringOf(plan, found.at),
    features: featuresAt(plan, found.at),
    isShort,
  };
  for (const each of known) if (await explains(each.cause, failure, without)) return each;
  return null;
}

/**
 * The part of the plan that is about the same tables, with their rows in the place of what was written, or at least that part, if it fails in the
 * same way; and its failure. Each trial costs a run of it, and the less there is in it, the more can be taken out.
 */
async function shortened(
  plan: Plan,
  found: Finding,
  look: (plan: Plan) => Promise<Examination>,
): Promise<[Plan, Finding]> {
  for (const shorter of [filledRelated, filledPlan, relatedPart]) {
    const candidate = shorter(plan);
    if (candidate === null || isVeto(rehearse(candidate))) continue;
    const same = failuresOf(await look(candidate)).find(({ signature }) => signature === found.signature);
    if (same !== undefined) return [candidate, same];
  }
  return [plan, found];
}

/** What took its worker with it cannot be tried again in this process: it is kept as it is, up to the step that did it. */
export function uninvestigated(original: Plan, finding: Finding): Investigated {
  const plan = cutAfter(original, finding.at);
  return {
    finding,
    outvoted: 'unconfirmed',
    plan,
    original,
    ...filed(plan, finding, NOTHING_TOLD),
    outcomes: [],
    statementsBefore: statementCount(original),
    statements: statementCount(plan),
    candidates: 0,
    // What took the worker with it leaves nothing to go on with.
    isUnfinished: finding.judge !== 'supervisor',
  };
}
