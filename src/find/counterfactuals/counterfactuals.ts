// Counterfactuals: one suspect after the other is taken out of a minimal plan. Those without which it passes are what the bug needs: the
// heart of its cause, a sentence of its report, and what decides whether the next failure is the same one.

import type { FeatureId } from '../../dialect/index.ts';
import type { Plan } from '../../plan/index.ts';
import { expressionSuspects, featuresOfExpression, VALUE_SUSPECTS } from './expression-suspects.ts';
import { QUERY_SUSPECTS } from './query-suspects.ts';
import { SCHEMA_SUSPECTS } from './schema-suspects.ts';
import { faultSuspects, STATEMENT_SUSPECTS } from './statement-suspects.ts';
import type { Suspect } from './suspects.ts';

/** Whether a plan passes; null if it is no valid test. */
export type Trial = (candidate: Plan) => Promise<boolean | null>;

/** All that a plan may have, in the order in which reports name them. */
export function suspectsIn(plan: Plan): readonly Suspect[] {
  return [
    ...SCHEMA_SUSPECTS,
    ...STATEMENT_SUSPECTS,
    ...faultSuspects(plan),
    ...QUERY_SUSPECTS,
    ...VALUE_SUSPECTS,
    ...expressionSuspects(plan),
  ];
}

/** The features that a plan leaves out to stay away from what is named; none if that is no matter of features. */
export function featuresOfNeed(name: string): readonly FeatureId[] {
  const fixed = [...SCHEMA_SUSPECTS, ...STATEMENT_SUSPECTS, ...QUERY_SUSPECTS, ...VALUE_SUSPECTS];
  const found = fixed.find((each) => each.name === name);
  return found === undefined ? featuresOfExpression(name) : (found.features ?? []);
}

/** Whether the plan passes without what is named; false if it does not have it, or is no valid test without it. */
export function passesWithout(plan: Plan, name: string, passes: Trial): Promise<boolean> {
  const found = suspectsIn(plan).find((each) => each.name === name);
  return found === undefined ? Promise.resolve(false) : tried(plan, found, passes);
}

async function tried(plan: Plan, suspect: Suspect, passes: Trial): Promise<boolean> {
  for (const way of [suspect.edit, suspect.otherwise]) {
    const candidate = way?.(plan) ?? null;
    const passed = candidate === null ? null : await passes(candidate);
    if (passed !== null) return passed;
  }
  return false;
}

/** Those without which the plan passes. */
export async function neededBy(plan: Plan, passes: Trial): Promise<Suspect[]> {
  const needed: Suspect[] = [];
  for (const each of suspectsIn(plan)) if (await tried(plan, each, passes)) needed.push(each);
  return needed;
}
