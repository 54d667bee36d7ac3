// A test on an engine, judged: one loop over the records, which ends at the first finding.

import type { Engine } from '../engines/index.ts';
import type { Test } from '../plan/index.ts';
import { type ExecuteOptions, Execution, type StepRecord, type Trace } from './execute.ts';
import type { Finding } from './finding.ts';
import { judgeOf } from './judges/index.ts';

export interface Examination {
  readonly trace: Trace;
  readonly finding: Finding | null;
}

export async function examine(
  test: Test,
  engine: Engine,
  options: ExecuteOptions = {},
): Promise<Examination> {
  let finding: Finding | null = null;
  const first = (found: Finding): boolean => {
    finding = found;
    return true;
  };
  const trace = await watch(test, engine, first, options);
  return { trace, finding };
}

/** The same for all findings: the run goes on after those for which `onFinding` says false. */
export async function watch(
  test: Test,
  engine: Engine,
  onFinding: (finding: Finding) => boolean,
  options: ExecuteOptions = {},
): Promise<Trace> {
  const execution = new Execution(test, engine, options);
  const judge = judgeOf();
  const records: StepRecord[] = [];
  for await (const record of execution.records()) {
    records.push(record);
    const finding = judge(record);
    if (finding !== null && onFinding(finding)) break;
  }
  return { records, disk: execution.disk };
}
