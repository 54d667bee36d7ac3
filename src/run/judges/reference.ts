// Differential judging: the same plan on two engines, compared where the model has nothing to say. Where it has, both were
// judged by it already. A difference in what SQL leaves undetermined is counted, not reported; so is one in which a second reference
// does not agree with the first.

import { type RunTestStep, sameBag } from '../../plan/index.ts';
import {
  isLacking,
  isReading,
  type Outcome,
  type Refused,
  type Row,
  type SqlValue,
} from '../../sql/index.ts';
import type { Trace } from '../execute.ts';
import { type Finding, normalised } from '../finding.ts';
import { rowDifference } from '../row-difference.ts';
import { isWhole, type Judge } from './judge.ts';

export const reference: Judge = {
  claims:
    'Where the model has nothing to say, the engine does what the reference does, and its seconder too.',
  expected: 'withReference',
  isAsked: (test) => isWhole(test) && test.step.expect === 'any',
};

export interface Comparison {
  /** Those after a statement that may have changed something differently are consequences, and left out. */
  readonly differences: readonly Finding[];
  /** How often a difference was possible and not held against the engine, by reason. */
  readonly tolerated: Readonly<Record<string, number>>;
}

/** What a second reference did with the same plan. */
export interface Seconding {
  readonly trace: Trace;
  /** Why a difference does not count in which the two references disagree. */
  readonly disagreement: string;
}

/** `name` is what the other is called in messages. */
export function compareTraces(engine: Trace, other: Trace, name: string, seconding?: Seconding): Comparison {
  const answers = outcomesByStep(other);
  const seconds = seconding && outcomesByStep(seconding.trace);
  const tolerated: Record<string, number> = {};
  const differences: Finding[] = [];
  for (const { at, test, outcome } of engine.records) {
    const answer = answers.get(at);
    if (!isWhole(test) || answer === undefined || test.step.expect !== 'any') continue;
    const tolerate = (reason: string): void => {
      tolerated[reason] = (tolerated[reason] ?? 0) + 1;
    };
    const tolerance = toleranceOf(test);
    if (tolerance !== null) {
      tolerate(tolerance);
      continue;
    }
    if (mayRaise(test) && isRefusedOnce(outcome, answer)) {
      tolerate('may raise');
      continue;
    }
    const difference = differenceOf(outcome, answer, name);
    if (difference === null) continue;
    // The dialect promises nothing about such bytes; an engine whose texts are always valid replaces them.
    if (hasInvalidText(answer)) {
      tolerate('undetermined: text that is no UTF-8');
      continue;
    }
    if (seconding !== undefined && !isSeconded(answer, seconds?.get(at))) {
      tolerate(seconding.disagreement);
      continue;
    }
    differences.push({ ...difference, property: test.group.property, at });
    if (!isReading(test.statement)) break;
  }
  return { differences, tolerated };
}

function outcomesByStep({ records }: Trace): ReadonlyMap<number, Outcome> {
  return new Map(records.map(({ at, outcome }) => [at, outcome]));
}

/** What adapters make of a byte that belongs to no valid character. */
const LONE_SURROGATE = /\p{Surrogate}/u;

function hasInvalidText(outcome: Outcome): boolean {
  if (outcome.kind !== 'rows') return false;
  return outcome.rows.some((row) =>
    row.some((value) => typeof value === 'string' && LONE_SURROGATE.test(value)),
  );
}

/** One that did not come as far, because it hung or panicked, agrees with nothing. */
function isSeconded(answer: Outcome, second: Outcome | undefined): boolean {
  return second?.kind === answer.kind && differenceOf(second, answer, '') === null;
}

/** Why two correct engines may differ here; null if they may not. */
export function toleranceOf({ step, prediction }: RunTestStep): string | null {
  if (step.ioFault !== undefined || step.cut !== undefined) return 'a fault was injected';
  if (prediction?.kind === 'undetermined') return `undetermined: ${prediction.reason}`;
  switch (step.statement.kind) {
    case 'pragma':
      return 'a pragma tells about the engine';
    case 'analyze':
    case 'reindex':
      return 'maintenance is up to the engine';
    default:
      return null;
  }
}

function mayRaise({ prediction }: RunTestStep): boolean {
  return prediction?.kind === 'unknown' && prediction.mayRaise === true;
}

/** Refused for what a value is by one of the two, and accepted by the other. */
function isRefusedOnce(actual: Outcome, expected: Outcome): boolean {
  const [refused, accepted] = actual.kind === 'refused' ? [actual, expected] : [expected, actual];
  return refused.kind === 'refused' && refused.class === 'other' && accepted.kind === 'rows';
}

type Difference = Omit<Finding, 'property' | 'at'>;

function differenceOf(actual: Outcome, expected: Outcome, name: string): Difference | null {
  const sides = {
    expected: { kind: 'outcome', outcome: expected },
    actual: { kind: 'outcome', outcome: actual },
  } as const;
  if (actual.kind === 'refused' && expected.kind === 'rows') {
    const kind = isLacking(actual) ? 'unsupportedCombination' : 'error';
    return {
      kind,
      judge: 'reference',
      signature: `${kind}/reference/${actual.class},${normalised(actual.message)}`,
      message: `refused though ${name} accepts it: ${actual.message}`,
      ...sides,
    };
  }
  if (actual.kind === 'rows' && expected.kind === 'refused') {
    return {
      kind: 'wronglyAccepted',
      judge: 'reference',
      signature: `wronglyAccepted/reference/${classOf(expected)}`,
      message: `accepted though ${name} refuses it: ${expected.message}`,
      ...sides,
    };
  }
  if (
    actual.kind === 'rows' &&
    expected.kind === 'rows' &&
    !sameBag(rounded(actual.rows), rounded(expected.rows))
  ) {
    const how = rowDifference(expected.rows, actual.rows);
    return {
      kind: 'difference',
      judge: 'reference',
      signature: `difference/reference/${how}`,
      message: `the rows are not those of ${name}`,
      ...sides,
    };
  }
  return null;
}

function classOf({ class: refusal, constraint }: Refused): string {
  return constraint === undefined ? refusal : `${refusal} ${constraint}`;
}

/** Math functions differ in the last digits between correct engines, so reals are compared with fourteen. */
function rounded(rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => row.map(roundedValue));
}

function roundedValue(value: SqlValue): SqlValue {
  return typeof value === 'number' && Number.isFinite(value) ? Number(value.toPrecision(14)) : value;
}
