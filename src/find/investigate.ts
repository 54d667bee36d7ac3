// From a finding to something that can be acted on: who is outvoted, the smallest plan that shows it, and its fingerprint.

import { type Engine, titleOf } from '../engines/index.ts';
import { isVeto, type Plan, rehearse, statementCount, testOf, withFuel } from '../plan/index.ts';
import { CONFIRMING_FUEL, SHRINKING_FUEL } from '../planning/index.ts';
import {
  type Examination,
  examine,
  type Finding,
  failuresOf,
  isNarrower,
  judgeFully,
  lostWorker,
  type Outvoted,
  outcomesOf,
  type Referee,
  type StepOutcome,
  whoIsOutvoted,
} from '../run/index.ts';
import { neededBy, passesWithout, type Trial } from './counterfactuals.ts';
import { type Culprit, culpritOf } from './culprit.ts';
import { type Fingerprint, fingerprintOf, skeletonOf } from './fingerprint.ts';
import { cutAfter } from './shrink/cut-after-failure.ts';
import { type ShrinkProgress, shrink } from './shrink/shrink.ts';

export interface Investigated {
  readonly finding: Finding;
  readonly outvoted: Outvoted;
  /** Who was asked about it, as `name@version`; absent if nobody was. */
  readonly arbiter?: string;
  /** The smallest plan that shows it. */
  readonly plan: Plan;
  readonly original: Plan;
  /** What makes it pass when it is taken out of the smallest plan. */
  readonly needs: readonly string[];
  readonly fingerprint: Fingerprint;
  readonly skeleton: string;
  readonly culprit: Culprit;
  /** What the engine did with the smallest plan. */
  readonly outcomes: readonly StepOutcome[];
  readonly statementsBefore: number;
  readonly statements: number;
  readonly candidates: number;
}

export interface Investigator {
  readonly engine: Engine;
  readonly referee: Referee;
  /** False ends the shrinking. */
  readonly goOn: () => boolean;
  readonly onProgress?: (progress: ShrinkProgress) => void;
}

export async function investigate(original: Plan, found: Finding, by: Investigator): Promise<Investigated> {
  const { engine, referee } = by;
  const { arbiter } = referee;
  const look = lookFor(found, engine, referee);
  // Hangs are shrunk with little fuel, because each candidate burns all of it: what is left of one must hang with more, too.
  const confirmed = async (plan: Plan): Promise<Plan> => {
    const fuelled = withFuel(plan, () => CONFIRMING_FUEL);
    return (await look(fuelled)).finding?.kind === 'hang' ? fuelled : cutAfter(original, found.at);
  };
  // The steps after the failure cannot have caused it.
  const outvoted = await whoIsOutvoted(cutAfter(original, found.at), referee);
  const start = found.kind === 'hang' ? withFuel(original, () => SHRINKING_FUEL) : original;
  let { signature } = found;
  const shrunk = await shrink(start, found.at, {
    goOn: by.goOn,
    onProgress: by.onProgress,
    stillFails: async (candidate) => {
      const failure = alike(signature, await look(candidate));
      if (failure === undefined) return false;
      // On the way to a smaller plan a bug of the engine must not turn into one of the model.
      if (outvoted === 'engine' && (await whoIsOutvoted(candidate, referee)) !== 'engine') return false;
      signature = failure.signature;
      return true;
    },
  });
  const plan = found.kind === 'hang' ? await confirmed(shrunk.plan) : shrunk.plan;
  const examination = await look(plan);
  const { trace } = examination;
  const finding = alike(signature, examination) ?? null;
  // Without shrinking, each counterfactual would cost a run of the whole plan.
  const needs = shrunk.candidates === 0 ? [] : await neededBy(plan, trialBy(look));
  return {
    finding: finding ?? found,
    outvoted,
    arbiter: titleOf(arbiter),
    plan,
    original,
    needs,
    fingerprint: fingerprintOf(signature, plan, needs),
    skeleton: skeletonOf(plan),
    culprit: { ...culpritOf(plan, finding ?? found), needs },
    outcomes: outcomesOf(trace),
    statementsBefore: statementCount(original),
    statements: statementCount(plan),
    candidates: shrunk.candidates,
  };
}

/** The failure that is looked for, or a part of it where several things were wrong at once. */
function alike(signature: string, examination: Examination): Finding | undefined {
  const failures = failuresOf(examination);
  return (
    failures.find((each) => each.signature === signature) ??
    failures.find((each) => isNarrower(signature, each.signature))
  );
}

/** Looks at a plan as the judge did that found it: the others cost time and could find something else. */
function lookFor(
  found: Pick<Finding, 'judge' | 'kind'>,
  engine: Engine,
  referee: Referee,
): (plan: Plan) => Promise<Examination> {
  const { arbiter, opener } = referee;
  return (plan) => {
    const test = testOf(plan);
    const comparesTraces = found.judge === 'reference' || found.kind === 'nondeterminism';
    // Not `judgeFully`, which tries every hang again with ten times the fuel: a candidate that hangs would take minutes.
    if (!comparesTraces) return examine(test, engine, { opener });
    return judgeFully(test, engine, {
      referee: { ...referee, reference: found.judge === 'reference' ? arbiter : null },
      doublecheck: found.kind === 'nondeterminism',
    });
  };
}

function trialBy(look: (plan: Plan) => Promise<Examination>): Trial {
  return async (candidate) => (isVeto(rehearse(candidate)) ? null : (await look(candidate)).finding === null);
}

/** Whether what fails in a plan passes without what is named; every name is tried once. */
export function triedWithout(
  plan: Plan,
  found: Finding,
  engine: Engine,
  referee: Referee,
): (need: string) => Promise<boolean> {
  const trial = trialBy(lookFor(found, engine, referee));
  const failing = cutAfter(plan, found.at);
  const known = new Map<string, Promise<boolean>>();
  return (need) => {
    const answer = known.get(need) ?? passesWithout(failing, need, trial);
    known.set(need, answer);
    return answer;
  };
}

/** What took its worker with it cannot be tried again in this process: it is kept as it is, up to the step that did it. */
export function uninvestigated(
  original: Plan,
  at: number,
  kind: 'hang' | 'panic',
  message: string,
): Investigated {
  const plan = cutAfter(original, at);
  const property = plan.groups.at(-1)?.property ?? 'interaction';
  const finding = lostWorker(kind, property, at, message);
  return {
    finding,
    outvoted: 'unconfirmed',
    plan,
    original,
    needs: [],
    fingerprint: fingerprintOf(finding.signature, plan),
    skeleton: skeletonOf(plan),
    culprit: culpritOf(plan, finding),
    outcomes: [],
    statementsBefore: statementCount(original),
    statements: statementCount(plan),
    candidates: 0,
  };
}
