// Records a failure, bounded in size: what does not fit is left out, the plan as it was found first.

import { type Engine, titleOf } from '../engines/index.ts';
import { type Plan, skeletonOfCheck } from '../plan/index.ts';
import type { Finding, Referee } from '../run/index.ts';
import { recordRun } from './record-run.ts';
import { RECORDING_FORMAT, type RecordedFailure, type RecordedRun, type Recording } from './recording.ts';
import { saidInSide, short } from './said.ts';

export interface RecordRequest {
  /** The smallest plan, and how it fails. */
  readonly plan: Plan;
  readonly finding: Finding;
  /** The plan as it was found, and where it fails; null if that is not known. */
  readonly original: { readonly plan: Plan; readonly failsAt: number } | null;
  readonly engine: Engine;
  readonly referee: Referee;
  readonly onStep?: () => void;
}

/** Of a recording as JSON. */
export const MOST_CHARACTERS = 400_000;
/** Longer plans are not recorded as they were found. */
const MOST_ORIGINAL_STEPS = 1500;

export async function record(request: RecordRequest): Promise<Recording> {
  const { plan, finding, original, engine, referee, onStep } = request;
  const { reference, opener } = referee;
  const hangs = finding.kind === 'hang';
  const run = { engine, opener, hangs, onStep };
  const minimal = await recordRun({ ...run, plan, failsAt: finding.at, reference });
  const isRecorded = original !== null && !hangs && original.failsAt < MOST_ORIGINAL_STEPS;
  const recorded = isRecorded ? await recordRun({ ...run, ...original, reference: null }) : undefined;
  return bounded({
    format: RECORDING_FORMAT,
    engine: titleOf(engine),
    ...(reference && { reference: titleOf(reference) }),
    failure: failureOf(finding),
    minimal,
    ...(recorded && { original: recorded }),
  });
}

function failureOf({ judge, message, check, look, expected, actual }: Finding): RecordedFailure {
  return {
    judge,
    message: short(message, 2000),
    ...(check && { check: skeletonOfCheck(check) }),
    ...(look !== undefined && { look }),
    ...(expected && { expected: saidInSide(expected) }),
    ...(actual && { actual: saidInSide(actual) }),
  };
}

/** As much of it as fits. */
export function bounded(recording: Recording, most = MOST_CHARACTERS): Recording {
  const { original, ...rest } = recording;
  const without = original && withoutTables(original);
  const smaller: Recording[] = [
    recording,
    ...(without ? [{ ...rest, original: without }] : []),
    rest,
    { ...rest, minimal: withoutTables(rest.minimal) },
  ];
  return (
    smaller.find((each) => JSON.stringify(each).length <= most) ?? {
      ...rest,
      minimal: { ...rest.minimal, leftOut: rest.minimal.leftOut + rest.minimal.steps.length, steps: [] },
    }
  );
}

function withoutTables(run: RecordedRun): RecordedRun {
  return { ...run, steps: run.steps.map(({ tables, gone, ...step }) => step) };
}
