// What the model expects of a run that has gone another way than the plan assumes: where the model leaves to the engine which of several
// transactions is refused, the run shows it, and everything after it is rehearsed anew with what was seen.

import {
  type Group,
  isOtherwise,
  isVeto,
  placed,
  Rehearsal,
  rehearsedAs,
  type Step,
  type TestStep,
} from '../plan/index.ts';
import type { Outcome } from '../sql/index.ts';
import type { StepRecord } from './execute.ts';

interface Past {
  readonly step: Step;
  readonly group: Group;
  readonly outcome: Outcome;
}

export class Follower {
  readonly #past: Past[] = [];
  /** From the first step on that went another way. */
  #rehearsal: Rehearsal | null = null;
  #isLost = false;
  #refusedAlone = false;

  /** It went another way first by refusing as busy what nobody was in the way of: no finding, but worth counting. */
  get refusedAlone(): boolean {
    return this.#refusedAlone;
  }

  /** The record with what was to be expected there; to be given all records of a run in their order. */
  follow(record: StepRecord): StepRecord {
    const { test, outcome } = record;
    if (test === undefined) return record;
    const { step, group, prediction, otherwise } = test;
    if (this.#rehearsal === null) {
      const isOther = prediction !== undefined && isOtherwise(prediction, otherwise, outcome);
      if (!isOther) {
        this.#past.push({ step, group, outcome });
        return record;
      }
      this.#refusedAlone = outcome.kind === 'refused';
      this.#rehearsal = rehearsalOf(this.#past);
    }
    return { ...record, test: this.#rehearsed(test, this.#rehearsal, outcome) };
  }

  #rehearsed(test: TestStep, rehearsal: Rehearsal, outcome: Outcome): TestStep {
    const { step, group, at } = test;
    if (this.#isLost) return unexpecting(test);
    const rehearsed = rehearsal.step(step, group.draws, true, outcome);
    if (!isVeto(rehearsed)) return placed(rehearsed, group, at);
    // A check that need not hold is none; anything else that the model cannot follow it has lost.
    if (step.do !== 'assert') this.#isLost = true;
    return unexpecting(test);
  }
}

function rehearsalOf(past: readonly Past[]): Rehearsal {
  const rehearsal = new Rehearsal();
  for (const { step, group, outcome } of past) rehearsal.step(step, group.draws, true, outcome);
  return rehearsal;
}

/** Nothing but panics and hangs is a finding. */
function unexpecting({ step, group, at, statement }: TestStep): TestStep {
  if (step.do === 'assert')
    return placed(rehearsedAs({ ...step, check: { check: 'and', operands: [] } }), group, at);
  return placed(rehearsedAs(step.do === 'run' ? { ...step, expect: 'any' } : step, { statement }), group, at);
}
