// Counterfactuals: one suspect after the other is taken out of a minimal plan. Those without which it passes are what the bug needs: the
// heart of its cause, a sentence of its report, and what decides whether the next failure is the same one.

import type { FeatureId } from '../../dialect/index.ts';
import type { Plan } from '../../plan/index.ts';
import { ALTER_TABLE } from './alter-suspects.ts';
import { CUT_SUSPECTS } from './cut-suspects.ts';
import { writtenOut } from './edits.ts';
import {
  expressionOfFeature,
  expressionSuspects,
  featuresOfExpression,
  isCommonExpression,
} from './expression-suspects.ts';
import { familyOf, familySuspects, featuresOfFamily, isFamily } from './family-suspects.ts';
import { COMPUTED_LIMIT, QUERY_SUSPECTS } from './query-suspects.ts';
import { SCHEMA_SUSPECTS } from './schema-suspects.ts';
import { SPELLING_SUSPECTS } from './spelling-suspects.ts';
import { faultSuspects, STATEMENT_SUSPECTS } from './statement-suspects.ts';
import { SUBQUERY } from './subquery-suspects.ts';
import type { Suspect } from './suspects.ts';
import { VALUE_SUSPECTS } from './value-suspects.ts';

/** Whether a plan passes; null if it is no valid test, or must give other rows although the edit keeps them. */
export type Trial = (candidate: Plan, keepsRows?: boolean) => Promise<boolean | null>;

/** Those that do not depend on the plan. */
const FIXED: readonly Suspect[] = [
  ...SCHEMA_SUSPECTS,
  ...STATEMENT_SUSPECTS,
  ...CUT_SUSPECTS,
  ...QUERY_SUSPECTS,
  ...VALUE_SUSPECTS,
  ...SPELLING_SUSPECTS,
  ALTER_TABLE,
  SUBQUERY,
];

/** All that a plan may have, in the order in which reports name them. */
export function suspectsIn(plan: Plan): readonly Suspect[] {
  const all = [
    ...SCHEMA_SUSPECTS,
    ...STATEMENT_SUSPECTS,
    ...CUT_SUSPECTS,
    ...faultSuspects(plan),
    ...QUERY_SUSPECTS,
    ...VALUE_SUSPECTS,
    ...SPELLING_SUSPECTS,
    ...expressionSuspects(plan),
    ...familySuspects(plan),
    ALTER_TABLE,
    SUBQUERY,
  ];
  return all.map((each) => (each.name === COMPUTED_LIMIT ? withWhatGoes(each, plan, all) : each));
}

/** It covers all that goes from the plan with it. */
function withWhatGoes(suspect: Suspect, plan: Plan, all: readonly Suspect[]): Suspect {
  const rest = suspect.ways[0](plan);
  if (rest === null) return suspect;
  const goes = all.filter((each) => each !== suspect && isThere(each, plan) && !isThere(each, rest));
  return { ...suspect, covers: goes.map(({ name }) => name) };
}

function isThere({ ways }: Suspect, plan: Plan): boolean {
  return ways.some((way) => way(plan) !== null);
}

/** What a report calls this feature, if it can be taken out of a plan. */
export function needOfFeature(id: string): string | undefined {
  const found = FIXED.find(({ features }) => (features as readonly string[] | undefined)?.includes(id));
  return found?.name ?? expressionOfFeature(id);
}

/** What is needed whenever this is. */
export function coveredBy(name: string): readonly string[] {
  return FIXED.find((each) => each.name === name)?.covers ?? [];
}

/** What needs this whenever it is needed. */
export function coveringNeeds(name: string): readonly string[] {
  return FIXED.filter(({ covers }) => covers?.includes(name)).map((each) => each.name);
}

/** Whether it is a function of SQL by its name, or a family of them. */
export function isFunction(name: string): boolean {
  return /^\w+\(\)/.test(name) || isFamily(name);
}

/** Whether plans of many causes need it, so that it tells little of any. */
export function isCommonNeed(name: string): boolean {
  return FIXED.find((each) => each.name === name)?.isCommon ?? isCommonExpression(name);
}

/** The features that a plan leaves out to stay away from what is named; none if that is no matter of features. */
export function featuresOfNeed(name: string): readonly FeatureId[] {
  const found = FIXED.find((each) => each.name === name);
  if (found !== undefined) return found.features ?? [];
  return isFamily(name) ? featuresOfFamily(name) : featuresOfExpression(name);
}

/** What is asked about a plan that fails. */
export interface Without {
  /** What it has, as far as that can be taken out. */
  names(): Promise<readonly string[]>;
  /** Whether it has what is named. */
  has(name: string): Promise<boolean>;
  /** Whether it passes without it; false if it does not have it, or is no valid test without it. */
  passes(name: string): Promise<boolean>;
}

/** Each suspect is tried once. */
export function withoutSuspects(plan: Plan, trial: Trial): Without {
  const written = writtenOut(plan);
  const suspects = new Map(suspectsIn(written).map((each) => [each.name, each]));
  const answers = new Map<string, Promise<boolean>>();
  const passes = async (name: string): Promise<boolean> => {
    const found = suspects.get(name);
    return found !== undefined && (await tried(written, found, trial)) === 'needed';
  };
  return {
    names: async () =>
      [...suspects.values()]
        .filter((each) => !each.isFamily && isThere(each, written))
        .map(({ name }) => name),
    has: async (name) => {
      const found = suspects.get(name);
      return found !== undefined && isThere(found, written);
    },
    passes: (name) => {
      const answer = answers.get(name) ?? passes(name);
      answers.set(name, answer);
      return answer;
    },
  };
}

/** What came of taking a suspect out: `untold` if the plan is no valid test without it. */
type Tried = 'needed' | 'absent' | 'notNeeded' | 'untold';

async function tried(plan: Plan, { ways, keepsRows }: Suspect, passes: Trial): Promise<Tried> {
  let isThere = false;
  for (const way of ways) {
    const candidate = way(plan);
    if (candidate === null) continue;
    isThere = true;
    const passed = await passes(candidate, keepsRows);
    if (passed !== null) return passed ? 'needed' : 'notNeeded';
  }
  return isThere ? 'untold' : 'absent';
}

/** What was learned of a plan by taking out one suspect after the other. */
export interface Needs {
  /** Without each of these the plan passes. */
  readonly needed: readonly Suspect[];
  /** These are in the plan, which is no valid test without them. */
  readonly untold: readonly Suspect[];
}

export async function needsOf(plan: Plan, passes: Trial): Promise<Needs> {
  const [needed, untold]: [Suspect[], Suspect[]] = [[], []];
  const written = writtenOut(plan);
  const suspects = suspectsIn(written);
  for (const each of suspects) {
    if (each.isFamily) continue;
    const came = await tried(written, each, passes);
    if (came === 'needed') {
      const own = await toldAs(written, each, suspects, passes);
      if (!needed.includes(own)) needed.push(own);
    }
    if (came === 'untold') untold.push(each);
  }
  return { needed, untold };
}

/** What is needed: the suspect itself, its family if another of the family fails as well, or something that only holds what is wrong. */
async function toldAs(
  plan: Plan,
  suspect: Suspect,
  suspects: readonly Suspect[],
  passes: Trial,
): Promise<Suspect> {
  const family = suspects.find(({ name }) => name === (suspect.family ?? familyOf(suspect.name)));
  if (family !== undefined && (await isExchangeable(plan, family, passes))) return family;
  return (await isExchangeable(plan, suspect, passes)) ? { ...suspect, isContainer: true } : suspect;
}

/** Whether it fails with something else of the same sort, too: then what is wrong is not in this one. */
async function isExchangeable(plan: Plan, { exchanged }: Suspect, passes: Trial): Promise<boolean> {
  const candidate = exchanged?.(plan) ?? null;
  return candidate !== null && (await passes(candidate)) === false;
}
