// A test on an engine, judged: one loop over the records. A wrong answer of a query leaves the database as it is, so the run goes on
// after it; everything else that fails ends it.

import type { Engine } from '../engines/index.ts';
import { isRun, type Test, type TestStep } from '../plan/index.ts';
import { isReading } from '../sql/index.ts';
import { type ExecuteOptions, Execution, type StepRecord, type Trace } from './execute.ts';
import type { Finding, FindingKind } from './finding.ts';
import { Follower } from './follow.ts';
import { judgeOf } from './judges/index.ts';

export interface Examination {
  readonly trace: Trace;
  /** The first failure. */
  readonly finding: Finding | null;
  /** Failures after the first that look different, in the order of the steps. */
  readonly others: readonly Finding[];
}

export async function examine(
  test: Test,
  engine: Engine,
  options: ExecuteOptions = {},
): Promise<Examination> {
  const findings = new Findings();
  const trace = await watch(test, engine, (found, at) => findings.add(found, at), options);
  return { trace, ...findings.result };
}

/** The same for all findings: the run goes on after those for which `onFinding` says false. */
export async function watch(
  test: Test,
  engine: Engine,
  onFinding: (finding: Finding, test: TestStep | undefined) => boolean,
  options: ExecuteOptions = {},
): Promise<Trace> {
  const execution = new Execution(test, engine, options);
  const judge = judgeOf();
  const records: StepRecord[] = [];
  const follower = new Follower();
  for await (const happened of execution.records()) {
    const record = follower.follow(happened);
    records.push(record);
    const finding = judge(record);
    if (finding !== null && onFinding(finding, record.test)) break;
  }
  return { records, disk: execution.disk, refusedAlone: follower.refusedAlone };
}

/** Each failure after the first costs an investigation. */
const MOST_FINDINGS = 3;

/** What is found in one run: one failure per group, because others in it are consequences, and one per signature. */
export class Findings {
  readonly #kept: Finding[] = [];
  readonly #groups = new Set<unknown>();

  /** Whether the run ends here. */
  add(finding: Finding, test: TestStep | undefined): boolean {
    const isNew =
      !this.#groups.has(test?.group) && this.#kept.every(({ signature }) => signature !== finding.signature);
    if (isNew) this.#kept.push(finding);
    this.#groups.add(test?.group);
    return this.#kept.length >= MOST_FINDINGS || !leavesTheDatabase(finding, test);
  }

  get result(): Pick<Examination, 'finding' | 'others'> {
    const [finding = null, ...others] = this.#kept;
    return { finding, others };
  }
}

/** After these the engine, or what it stored, cannot be relied on: a query that is refused may have ended its transaction. */
const SPOIL: ReadonlySet<FindingKind> = new Set([
  'error',
  'panic',
  'hang',
  'corruption',
  'durability',
  'content',
] as const);

function leavesTheDatabase({ kind }: Finding, test: TestStep | undefined): boolean {
  if (test === undefined || SPOIL.has(kind)) return false;
  return test.step.do === 'assert' || (isRun(test) && isReading(test.statement));
}
