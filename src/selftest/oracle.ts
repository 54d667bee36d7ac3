// What can find a bug: the judges of a run, and the properties. Each of them must see planted bugs.

import { type Plan, type Step, stepAt } from '../plan/index.ts';
import { builtInProperties } from '../properties/index.ts';
import { type Finding, JUDGE_NAMES, JUDGES, type JudgeName } from '../run/index.ts';

/** A property is an oracle of its own, and what the supervisor finds ends the thread of the selftest. */
const NO_ORACLES: ReadonlySet<JudgeName> = new Set(['property', 'supervisor'] as const);

/** What each judge claims. */
export const JUDGE_CLAIMS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    JUDGE_NAMES.flatMap((name) => (NO_ORACLES.has(name) ? [] : [[name, JUDGES[name].claims]])),
  ),
  durability: 'After a power cut every table holds the rows that were committed, and no others.',
};

export const judgeOracles: readonly string[] = Object.keys(JUDGE_CLAIMS);
export const oracles: readonly string[] = [...judgeOracles, ...builtInProperties.map(({ name }) => name)];

const PROPERTIES: ReadonlySet<string> = new Set(builtInProperties.map(({ name }) => name));

/** The oracles behind a finding: the judge, and the property that asked for the step. */
export function oraclesBehind({ judge, kind, property, at }: Finding, plan: Plan): string[] {
  if (judge === 'property') return [property];
  const name = judge === 'contents' && kind === 'durability' ? 'durability' : judge;
  const step = stepAt(plan, at)?.step;
  return step !== undefined && PROPERTIES.has(property) && isAskedFor(step) ? [name, property] : [name];
}

/** A plain statement is judged in every group; a fault, an inspection or a refusal is what the property is about. */
function isAskedFor(step: Step): boolean {
  return step.do !== 'run' || step.cut !== undefined || typeof step.expect === 'object';
}
