// One attempt at a group: the body of a property, or a random interaction, runs against the model and leaves steps behind.
// Whatever cannot go on throws Discard, and the attempt never happened.

import { DirtError } from '../errors.ts';
import type { Setting } from '../generate/setting.ts';
import type { Check, StepId } from '../plan/check.ts';
import { evaluateCheck, type Terms } from '../plan/evaluate-check.ts';
import { expand } from '../plan/expand.ts';
import type { Draw, Expected, FaultStep, Group, Inspection, RunStep, Step } from '../plan/plan.ts';
import { expectationOf, isVeto, type Rehearsal, type Rehearsed } from '../plan/rehearsal.ts';
import type { Random } from '../random.ts';
import type { Statement } from '../sql/ast.ts';
import type { RefusalClass } from '../sql/outcome.ts';
import { discard } from './discard.ts';

/** What all groups of a plan share. */
export interface Planning {
  readonly random: Random;
  readonly rehearsal: Rehearsal;
  readonly setting: Setting;
  nextStepId(): StepId;
}

/** Enough for any sane engine; more for statements that visit many rows. */
function fuelFor(visited: number): number {
  return Math.min(10_000_000 + 1_000 * visited, 2 ** 31 - 1);
}

export class Attempt {
  readonly planning: Planning;
  readonly #property: string;
  readonly #draws: Record<string, Draw> = {};
  readonly #steps: Step[] = [];
  readonly #rehearsed: Rehearsed[] = [];
  connection = 0;

  constructor(planning: Planning, property: string) {
    this.planning = planning;
    this.#property = property;
  }

  get draws(): Readonly<Record<string, Draw>> {
    return this.#draws;
  }

  /** Keeps what was drawn under a fresh name. */
  draw(draw: Draw): string {
    const name = `d${Object.keys(this.#draws).length}`;
    this.#draws[name] = draw;
    return name;
  }

  /** Runs a statement that must work, as far as the model knows. */
  run(statement: Statement): StepId {
    return this.#run(statement, (expected) => typeof expected === 'string' || discard('the model predicts a refusal'));
  }

  /** Runs a statement that must be refused. */
  runRefused(statement: Statement, refusal: RefusalClass): StepId {
    return this.#run(statement, (expected) => {
      const isIt = typeof expected === 'object' && expected.refused === refusal;
      return isIt || discard(`the model predicts no refusal of class ${refusal}`);
    });
  }

  /** Runs a statement, whatever the model predicts. */
  runAnyhow(statement: Statement): StepId {
    return this.#run(statement, () => true);
  }

  assert(check: Check): void {
    const rehearsed = this.planning.rehearsal.step({ do: 'assert', check }, this.#draws);
    if (isVeto(rehearsed)) {
      throw new DirtError(
        'DIRT_PROPERTY_WRONG',
        `the property ${this.#property} is wrong: its check is false on the model`,
        `run \`dirt replay\` with this seed and index to see the steps, and correct the property`,
      );
    }
    this.#push({ do: 'assert', check }, rehearsed);
  }

  /** What the model says of rows and tables now. */
  terms(): Terms {
    return this.planning.rehearsal.terms(this.#draws);
  }

  /** Does the check hold now, by the model? */
  holds(check: Check): boolean {
    return evaluateCheck(check, this.terms()) === true;
  }

  inspect(what: Inspection): void {
    this.#other({ do: 'inspect', what });
  }

  fault(step: FaultStep): void {
    this.#other(step);
  }

  /** Marks a point to come back to. */
  mark(): () => void {
    const { database } = this.planning.rehearsal;
    const { length } = this.#steps;
    return () => {
      this.planning.rehearsal.reset(database);
      this.#steps.length = length;
      this.#rehearsed.length = length;
    };
  }

  finish(): { group: Group; rehearsed: readonly Rehearsed[] } {
    return {
      group: { property: this.#property, draws: this.#draws, steps: this.#steps },
      rehearsed: this.#rehearsed,
    };
  }

  #run(statement: Statement, accepts: (expected: Expected) => boolean): StepId {
    const { rehearsal } = this.planning;
    const predicted = rehearsal.predict(this.connection, expand(statement, this.#draws));
    const expect = expectationOf(predicted.prediction, statement) ?? discard('the outcome of a write is open');
    accepts(expect);
    if (predicted.database.lost !== undefined) discard('the model would lose track');
    const id = this.planning.nextStepId();
    const fuel = fuelFor(predicted.visited);
    const step: RunStep = { do: 'run', id, on: this.connection, statement, expect, fuel };
    this.#push(step, rehearsal.accept(step, this.#draws, predicted));
    return id;
  }

  #other(step: Step): void {
    const rehearsed = this.planning.rehearsal.step(step, this.#draws);
    if (isVeto(rehearsed)) discard(rehearsed.veto);
    this.#push(step, rehearsed);
  }

  #push(step: Step, rehearsed: Rehearsed): void {
    this.#steps.push(step);
    this.#rehearsed.push(rehearsed);
  }
}
