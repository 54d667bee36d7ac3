// Every judge there is, on one test: the model, the reference, and a second run.

import type { Engine } from '../engines/index.ts';
import { isRun, type Test, type TestStep } from '../plan/index.ts';
import { confirmingFuel } from '../planning/index.ts';
import { type Examination, examine, Findings } from './examine.ts';
import type { ExecuteOptions, Trace } from './execute.ts';
import type { Finding } from './finding.ts';
import { nondeterminismOf } from './judges/determinism.ts';
import { type Comparison, compareTraces } from './judges/reference.ts';
import type { Referee } from './referee.ts';

export interface Verdict extends Examination {
  /** The reference disagrees with the model: DIRT is wrong. */
  readonly modelIsWrong: Finding | null;
  readonly tolerated: Readonly<Record<string, number>>;
}

export interface JudgeOptions extends Omit<ExecuteOptions, 'opener'> {
  readonly referee: Referee;
  /** Run the test twice. */
  readonly doublecheck: boolean;
  /** Asked before a hang is tried again with ten times the fuel, which may take minutes; false takes it for one as it is. */
  readonly triesAgain?: (hang: Finding) => boolean;
}

export async function judgeFully(
  test: Test,
  engine: Engine,
  { referee, doublecheck, triesAgain = () => true, stopwatch, onStep }: JudgeOptions,
): Promise<Verdict> {
  const { reference, opener } = referee;
  const first = await examine(test, engine, { opener, stopwatch, onStep });
  const { trace } = first;
  // The second run takes only the steps that the first has run: those after a failure do not count.
  const again: Test = { world: test.world, steps: stepsIn(trace) };
  let found = failuresOf(first);
  const hang = found.find(({ kind }) => kind === 'hang');
  if (hang !== undefined && triesAgain(hang)) {
    if (!(await hangsOnlyIn(engine, again, referee, onStep))) found = found.filter((each) => each !== hang);
  }
  let modelIsWrong: Finding | null = null;
  let tolerated: Verdict['tolerated'] = {};
  if (reference !== null) {
    const second = await examine(again, reference, { opener, onStep });
    // That the reference runs out of fuel does not contradict the model.
    modelIsWrong = second.finding?.kind === 'hang' ? null : second.finding;
    const comparison = compareTraces(trace, second.trace);
    tolerated = comparison.tolerated;
    found = inOrder(trace, found, comparison.differences);
  }
  let [finding = null, ...others] = found;
  if (finding === null && doublecheck) {
    finding = nondeterminismOf(trace, (await examine(again, engine, { opener, stopwatch, onStep })).trace);
  }
  return { trace, finding, others, modelIsWrong, tolerated };
}

/** Every failure of a run. */
export function failuresOf({ finding, others }: Pick<Examination, 'finding' | 'others'>): readonly Finding[] {
  return finding === null ? [] : [finding, ...others];
}

/** The failures and the differences to the reference, up to the first after which nothing can be relied on. */
function inOrder(
  { records }: Trace,
  found: readonly Finding[],
  differences: Comparison['differences'],
): readonly Finding[] {
  if (differences.length === 0) return found;
  const tests = new Map(records.map(({ at, test }) => [at, test]));
  const all = [...found, ...differences].sort((a, b) => a.at - b.at);
  const findings = new Findings();
  for (const finding of all) if (findings.add(finding, tests.get(finding.at))) break;
  return failuresOf(findings.result);
}

function stepsIn({ records }: Trace): TestStep[] {
  return records.flatMap(({ test }) => test ?? []);
}

/** A statement hangs if the arbiter comes to an end with it, and ten times the fuel is not enough either. */
async function hangsOnlyIn(
  engine: Engine,
  test: Test,
  { arbiter, opener }: Referee,
  onStep: ExecuteOptions['onStep'],
): Promise<boolean> {
  const hangs = async (tried: Test, on: Engine): Promise<boolean> =>
    (await examine(tried, on, { opener, onStep })).finding?.kind === 'hang';
  if (await hangs(test, arbiter)) return false;
  return hangs(withMoreFuel(test), engine);
}

function withMoreFuel({ world, steps }: Test): Test {
  const refuelled = [...steps].map((test) => {
    if (!isRun(test)) return test;
    const { step } = test;
    return { ...test, step: { ...step, fuel: confirmingFuel(step.fuel) } };
  });
  return { world, steps: refuelled };
}
