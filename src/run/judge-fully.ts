// Every judge there is, on one plan: the model, the reference, and a second run.

import type { Engine } from '../engines/engine.ts';
import { type Plan, withFuel } from '../plan/plan.ts';
import type { Rehearsed } from '../plan/rehearsal.ts';
import { compareTraces } from './compare.ts';
import { type Examination, type ExamineOptions, examine } from './examine.ts';
import type { Finding } from './finding.ts';
import { nondeterminismOf } from './nondeterminism.ts';

export interface Verdict extends Examination {
  /** The reference disagrees with the model: DIRT is wrong. */
  readonly modelIsWrong: Finding | null;
  readonly tolerated: Readonly<Record<string, number>>;
}

export interface JudgeOptions extends ExamineOptions {
  /** Runs the plan too, and is compared with. */
  readonly reference: Engine | null;
  /** Run the plan twice. */
  readonly doublecheck: boolean;
  /** Asked before a hang is tried again with ten times the fuel, which may take minutes; false takes it for one as it is. */
  readonly triesAgain?: (hang: Finding) => boolean;
}

export async function judgeFully(
  plan: Plan,
  engine: Engine,
  rehearsed: readonly Rehearsed[],
  { reference, doublecheck, triesAgain = () => true, grow, ...execution }: JudgeOptions,
): Promise<Verdict> {
  // Whoever comes second runs what the first has run of a growing plan.
  const first = await examine(plan, engine, rehearsed, { ...execution, grow });
  const { trace } = first;
  let { finding } = first;
  if (finding?.kind === 'hang' && triesAgain(finding)) {
    if (!(await hangsAlone(plan, engine, rehearsed, execution))) finding = null;
  }
  let modelIsWrong: Finding | null = null;
  let tolerated: Verdict['tolerated'] = {};
  if (reference !== null) {
    const { stopwatch, ...rest } = execution;
    const second = await examine(plan, reference, rehearsed, rest);
    // What is too much work for the reference as well says nothing about the model.
    modelIsWrong = second.finding?.kind === 'hang' ? null : second.finding;
    const comparison = compareTraces(plan, rehearsed, trace, second.trace);
    tolerated = comparison.tolerated;
    finding ??= comparison.finding;
  }
  if (finding === null && doublecheck) {
    finding = nondeterminismOf(trace, (await examine(plan, engine, rehearsed, execution)).trace);
  }
  return { trace, finding, modelIsWrong, tolerated };
}

/** A statement hangs if the arbiter comes to an end with it, and ten times the fuel is not enough either. */
async function hangsAlone(
  plan: Plan,
  engine: Engine,
  rehearsed: readonly Rehearsed[],
  { arbiter, onStep }: ExamineOptions,
): Promise<boolean> {
  const hangs = async (tried: Plan, on: Engine): Promise<boolean> =>
    (await examine(tried, on, rehearsed, { arbiter, onStep })).finding?.kind === 'hang';
  if (arbiter !== undefined && (await hangs(plan, arbiter))) return false;
  return hangs(withMoreFuel(plan, 10), engine);
}

function withMoreFuel(plan: Plan, factor: number): Plan {
  return withFuel(plan, (fuel) => Math.min(fuel * factor, 2 ** 31 - 1));
}
