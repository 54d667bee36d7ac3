// A plan on an engine, judged: the run ends at the first finding.

import type { Engine } from '../engines/engine.ts';
import { DirtError } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import { isVeto, type Rehearsed, rehearse } from '../plan/rehearsal.ts';
import { type ExecuteOptions, execute, type Trace } from './execute.ts';
import type { Finding } from './finding.ts';
import { judgeOf } from './judge.ts';

export interface Examination {
  readonly trace: Trace;
  readonly finding: Finding | null;
}

export type ExamineOptions = Omit<ExecuteOptions, 'stop' | 'tablesAt'>;

/** `rehearsed` is what the model says of each step, as the planner or `rehearse` gave it. */
export async function examine(
  plan: Plan,
  engine: Engine,
  rehearsed: readonly Rehearsed[],
  options: ExamineOptions = {},
): Promise<Examination> {
  let finding: Finding | null = null;
  const first = (found: Finding): boolean => {
    finding = found;
    return true;
  };
  const trace = await watch(plan, engine, rehearsed, first, options);
  return { trace, finding };
}

/** The same for all findings: the run goes on after those for which `onFinding` says false. */
export function watch(
  plan: Plan,
  engine: Engine,
  rehearsed: readonly Rehearsed[],
  onFinding: (finding: Finding) => boolean,
  options: ExamineOptions = {},
): Promise<Trace> {
  const judge = judgeOf(plan, rehearsed);
  return execute(plan, engine, {
    ...options,
    tablesAt: (at) => exactTables(rehearsed[at]),
    stop: (record) => {
      const finding = judge(record);
      return finding !== null && onFinding(finding);
    },
  });
}

/** What the model says of a plan that comes from a file or from the shrinker. */
export function rehearsedOrThrow(plan: Plan): readonly Rehearsed[] {
  const rehearsed = rehearse(plan);
  if (!isVeto(rehearsed)) return rehearsed;
  throw new DirtError(
    'DIRT_PLAN_NO_TEST',
    `the plan is no valid test: ${rehearsed.veto}`,
    'another version of DIRT made it, or somebody changed it; `dirt sql` runs the statements of its repro.sql all the same',
  );
}

/** Every table that at least one allowed state knows exactly. */
function exactTables(rehearsed: Rehearsed): string[] {
  const names = new Set<string>();
  for (const state of rehearsed.allowed ?? []) {
    for (const { name, knowledge, attached } of state.tables) {
      // What is attached is no part of the database that others open.
      if (knowledge === 'exact' && !attached) names.add(name);
    }
  }
  return [...names];
}
