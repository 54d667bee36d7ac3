// Every judge there is, on one test: the model, the reference, and a second run.

import { type Engine, titleOf } from '../engines/index.ts';
import type { Test, TestStep } from '../plan/index.ts';
import { type Examination, examine, Findings } from './examine.ts';
import { type ExecuteOptions, execute, type Trace } from './execute.ts';
import type { Finding } from './finding.ts';
import { nondeterminismOf } from './judges/determinism.ts';
import { type Comparison, compareTraces } from './judges/reference.ts';
import { canBeAsked, forEngine, type Referee, seconderOf } from './referee.ts';
import { refuelled, resumable } from './refuelled.ts';

export interface Verdict extends Examination {
  /** The third, or the reference if there is none, disagrees with the model: DIRT is wrong. */
  readonly modelIsWrong: Finding | null;
  /** The reference disagrees with the model, and the third says that it is the reference that is wrong. */
  readonly referenceIsWrong: Finding | null;
  readonly tolerated: Readonly<Record<string, number>>;
  /** What was found needs the plan with a hundred times the fuel: with less, a statement before it does not come to an end. */
  readonly needsMoreFuel: boolean;
}

export interface JudgeOptions extends Omit<ExecuteOptions, 'opener'> {
  readonly referee: Referee;
  /** Run the test twice. */
  readonly doublecheck: boolean;
  /** Asked before a hang is tried again with a hundred times the fuel, which may take minutes; false takes it for one as it is. */
  readonly triesAgain?: (hang: Finding) => boolean;
}

export async function judgeFully(
  { world, steps }: Test,
  engine: Engine,
  { referee, doublecheck, triesAgain = () => true, stopwatch, onStep }: JudgeOptions,
): Promise<Verdict> {
  const { opener } = referee;
  const test = { world, steps: resumable(steps) };
  const look = (on: Engine, what: Test) => examine(forEngine(on, what), on, { opener, onStep });
  const first = await examine(test, engine, { opener, stopwatch, onStep });
  const hang = hangIn(first);
  const { needsMoreFuel, ...run } =
    hang !== undefined && triesAgain(hang)
      ? await afterHang(first, hang, { test, engine, referee, look })
      : { ...first, needsMoreFuel: false };
  const { trace } = run;
  // The second run takes only the steps that the first has run: those after a failure do not count.
  const again: Test = { world, steps: stepsIn(trace) };
  const { differences, ...asked } = await askReference(again, trace, referee, {
    look,
    run: (on, what) => execute(forEngine(on, what), on, { opener, onStep }),
  });
  let [finding = null, ...others] = inOrder(trace, failuresOf(run), differences);
  if (finding === null && doublecheck) {
    finding = nondeterminismOf(trace, (await examine(again, engine, { opener, stopwatch, onStep })).trace);
  }
  const tolerated = trace.refusedAlone ? { ...asked.tolerated, [REFUSED_ALONE]: 1 } : asked.tolerated;
  return { trace, finding, others, ...asked, tolerated, needsMoreFuel };
}

/** Why such a refusal is not held against an engine. */
const REFUSED_ALONE = 'refused as busy where nobody conflicts';

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

type Look = (on: Engine, what: Test) => Promise<Examination>;

/**
 * A statement hangs if the reference comes to an end with it, and a hundred times the fuel is not enough either. If it is enough, the
 * test goes on to its end, and what is found there counts.
 */
async function afterHang(
  first: Examination,
  hang: Finding,
  { test, engine, referee, look }: { test: Test; engine: Engine; referee: Referee; look: Look },
): Promise<Examination & Pick<Verdict, 'needsMoreFuel'>> {
  const { reference } = referee;
  const isTooMuch = async ({ trace }: Examination): Promise<boolean> =>
    reference !== null &&
    canBeAsked(reference, stepsIn(trace)) &&
    hangIn(await look(reference, { world: test.world, steps: stepsIn(trace) })) !== undefined;
  if (await isTooMuch(first)) return { ...without(first, hang), needsMoreFuel: false };
  const second = await look(engine, refuelled(test));
  const later = hangIn(second);
  if (later?.at === hang.at) return { ...first, needsMoreFuel: false };
  const isHang = later === undefined || !(await isTooMuch(second));
  return { ...(isHang ? second : without(second, later)), needsMoreFuel: true };
}

function hangIn(run: Examination): Finding | undefined {
  return failuresOf(run).find(({ kind }) => kind === 'hang');
}

function without(run: Examination, hang: Finding): Examination {
  const [finding = null, ...others] = failuresOf(run).filter((each) => each !== hang);
  return { ...run, finding, others };
}

/** What the reference says, or the third if the reference is wrong. */
async function askReference(
  test: Test,
  trace: Trace,
  { reference, third }: Referee,
  { look, run }: { look: Look; run: (on: Engine, what: Test) => Promise<Trace> },
): Promise<Comparison & Pick<Verdict, 'modelIsWrong' | 'referenceIsWrong'>> {
  if (reference === null || !canBeAsked(reference, test.steps))
    return { differences: [], tolerated: {}, modelIsWrong: null, referenceIsWrong: null };
  const compared = async (second: Trace, by: Engine): Promise<Comparison> => {
    const comparison = compareTraces(trace, second, titleOf(by));
    const seconder = comparison.differences.length > 0 ? seconderOf(by) : null;
    if (seconder === null) return comparison;
    // It costs a run, and is asked only if something differs.
    const disagreement = `undetermined: ${titleOf(by)} and ${titleOf(seconder)} disagree`;
    return compareTraces(trace, second, titleOf(by), { trace: await run(seconder, test), disagreement });
  };
  const second = await look(reference, test);
  const contradiction = contradictionIn(second);
  if (contradiction === null || third === null)
    return {
      ...(await compared(second.trace, reference)),
      modelIsWrong: contradiction,
      referenceIsWrong: null,
    };
  const last = await look(third, test);
  const modelIsWrong = contradictionIn(last);
  const referenceIsWrong = modelIsWrong === null ? contradiction : null;
  return { ...(await compared(last.trace, third)), modelIsWrong, referenceIsWrong };
}

/** That a reference runs out of fuel does not contradict the model. */
function contradictionIn({ finding }: Examination): Finding | null {
  return finding?.kind === 'hang' ? null : finding;
}

function stepsIn({ records }: Trace): TestStep[] {
  return records.flatMap(({ test }) => test ?? []);
}
