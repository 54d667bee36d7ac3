// What two runs of the same plan have answered differently.

import { formatOutcome } from '../../src/dialect/format-outcome.ts';
import { sameBag, sameList } from '../../src/plan/evaluate-check.ts';
import { isRun, type TestStep } from '../../src/plan/test-step.ts';
import type { StepRecord, Trace } from '../../src/run/execute.ts';
import { toleranceOf } from '../../src/run/judges/reference.ts';
import type { Outcome } from '../../src/sql/outcome.ts';

export interface Difference {
  /** What was asked: a statement, or the step that looks at the database. */
  readonly asked: string;
  readonly sound: string;
  readonly mutant: string;
  /** Why it is none that anybody could complain about: SQL leaves it open, or it is a wording. Null if it is one. */
  readonly isOpen: string | null;
}

/** In the order of the steps, up to where the shorter run ended. */
export function differencesOf(sound: Trace, mutant: Trace): Difference[] {
  const answers = new Map(sound.records.map((record) => [record.at, record]));
  return mutant.records.flatMap((record) => {
    const answer = answers.get(record.at);
    return answer === undefined ? [] : [...between(answer, record)];
  });
}

function* between(sound: StepRecord, mutant: StepRecord): Generator<Difference, void> {
  const { test } = mutant;
  const pairs: [string, Outcome | undefined, Outcome | undefined][] = [
    [askedBy(test), sound.outcome, mutant.outcome],
    [`integrity check after ${askedBy(test)}`, sound.inspection?.integrity, mutant.inspection?.integrity],
  ];
  for (const [table, outcome] of mutant.inspection?.contents ?? [])
    pairs.push([`contents of ${table}`, sound.inspection?.contents.get(table), outcome]);
  for (const [asked, right, wrong] of pairs) {
    const how = howDifferent(right, wrong);
    if (how === null) continue;
    const tolerance = isRun(test) ? toleranceOf(test) : null;
    yield {
      asked,
      sound: shown(right),
      mutant: shown(wrong),
      isOpen: tolerance ?? (how === 'answer' ? null : how),
    };
  }
}

function askedBy(test: TestStep | undefined): string {
  if (test === undefined) return 'boot or close';
  return test.sql ?? test.step.do;
}

function howDifferent(sound: Outcome | undefined, mutant: Outcome | undefined): string | null {
  if (sound === undefined || mutant === undefined) return sound === mutant ? null : 'answer';
  if (sound.kind === 'rows' && mutant.kind === 'rows') {
    if (sound.changes !== mutant.changes || !sameBag(sound.rows, mutant.rows)) return 'answer';
    return sameList(sound.rows, mutant.rows) ? null : 'order of rows';
  }
  if (sound.kind === 'refused' && mutant.kind === 'refused') {
    if (sound.class !== mutant.class || sound.constraint !== mutant.constraint) return 'answer';
    return sound.message === mutant.message ? null : 'wording of a refusal';
  }
  return sound.kind === mutant.kind ? null : 'answer';
}

const MOST_SHOWN = 300;

function shown(outcome: Outcome | undefined): string {
  if (outcome === undefined) return 'nothing';
  const text = formatOutcome(outcome).join('; ') || 'no rows';
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
