// A plan on an engine, judged: the run ends at the first finding.

import type { Engine } from '../engines/engine.ts';
import { invariant } from '../errors.ts';
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
  const judge = judgeOf(plan, rehearsed);
  let finding: Finding | null = null;
  const trace = await execute(plan, engine, {
    ...options,
    tablesAt: (at) => exactTables(rehearsed[at]),
    stop: (record) => {
      finding = judge(record);
      return finding !== null;
    },
  });
  return { trace, finding };
}

/** What the model says of a plan that comes from a file or from the shrinker. */
export function rehearsedOrThrow(plan: Plan): readonly Rehearsed[] {
  const rehearsed = rehearse(plan);
  invariant(!isVeto(rehearsed), `the plan is a valid test (${'veto' in rehearsed ? rehearsed.veto : ''})`);
  return rehearsed;
}

/** Every table that at least one allowed state knows exactly. */
function exactTables(rehearsed: Rehearsed): string[] {
  const names = new Set<string>();
  for (const state of rehearsed.allowed ?? []) {
    for (const table of state.tables) if (table.knowledge === 'exact') names.add(table.name);
  }
  return [...names];
}
