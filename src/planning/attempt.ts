// One attempt at a group: the body of a property, or a random interaction, runs against the model and leaves steps behind.
// Whatever cannot go on throws Discard, and the attempt never happened.

import { allFeatures, type FeatureSet } from '../dialect/sqlite/features/feature-set.ts';
import { isSupported } from '../dialect/sqlite/features/features-of.ts';
import type { Setting } from '../dialect/sqlite/generate/setting.ts';
import { type Predicted, type Prediction, viewOf } from '../dialect/sqlite/model/predict.ts';
import { DirtError } from '../errors.ts';
import type { Check, StepId } from '../plan/check.ts';
import { evaluateCheck, type Terms } from '../plan/evaluate-check.ts';
import { expand } from '../plan/expand.ts';
import type { Draw, Expected, Group, RunStep, Step } from '../plan/plan.ts';
import { expectationOf, isVeto, type Rehearsal } from '../plan/rehearsal.ts';
import type { Rehearsed } from '../plan/test-step.ts';
import type { Random } from '../random.ts';
import type { CreateTableAs, Insert, Statement } from '../sql/ast.ts';
import type { RefusalClass } from '../sql/outcome.ts';
import { printStatement } from '../sql/print.ts';
import { isReading } from '../sql/statement-class.ts';
import {
  type FaultDrawing,
  type FaultKind,
  type FaultName,
  faultNamed,
  type StatementFaults,
} from '../world/faults/index.ts';
import type { InspectionName } from '../world/inspections/index.ts';
import { discard } from './discard.ts';
import { workOf } from './work.ts';

/** What all groups of a plan share. */
export interface Planning {
  readonly random: Random;
  readonly rehearsal: Rehearsal;
  readonly setting: Setting;
  /** What the engine supports, where the setting's features are those that this plan uses. */
  readonly supported: FeatureSet;
  /** The faults that the engine carries. */
  readonly faults: readonly FaultKind[];
  nextStepId(): StepId;
}

/** The name of groups that are no property. */
export const INTERACTION = 'interaction';

/** Beyond this a statement takes longer than it is worth, and may look like a hang. */
const MOST_VISITED = 60_000;

/** What a view or a trigger does is only guessed: there may be so many times as many rows. */
const GUESSED = 10;

/** Tables must not grow for ever; this is enough for B-trees of three levels. */
const MOST_ROWS = 3_000;

/** Of a script in an error message, in characters. */
const LONGEST_SCRIPT = 600;

/** Did the model follow the statement to its end? */
function isComplete({ kind }: Prediction): boolean {
  return kind === 'rows' || kind === 'refused';
}

/** Enough for a statement on a few rows; burning it takes Turso half a second to a second. */
export const LEAST_FUEL = 5_000_000;

/** Enough for any sane engine: more for statements that visit many rows. */
function fuelFor(rows: number): number {
  return LEAST_FUEL + 1_000 * rows;
}

/** What an attempt that went well leaves behind. */
export interface Finished extends Omit<Group, 'steps'> {
  readonly steps: readonly Rehearsed[];
  /** It met no rows, or a predicate of it is the same for all of them. */
  readonly isVacuous: boolean;
}

export class Attempt {
  readonly planning: Planning;
  readonly #property: string;
  readonly #draws: Record<string, Draw> = {};
  readonly #steps: Rehearsed[] = [];
  readonly #connections = new Set<number>();
  #expanded: { readonly from: Statement; readonly to: Statement } | undefined;
  #meetsRows = false;
  #hasConstantPredicate = false;

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

  /**
   * Runs a statement that must work, and whose result is determined, even if the model does not know it: what SQL leaves
   * open may come out differently in two statements that a property compares.
   */
  run(on: number, statement: Statement, faults: StatementFaults = {}): StepId {
    const predicted = this.#predict(on, statement);
    const { kind } = predicted.prediction;
    if (kind === 'refused') discard('the model predicts a refusal');
    if (kind === 'free') discard('SQL leaves the result open');
    if (kind === 'unknown' && statement.kind !== 'select') discard('the model does not know what it does');
    return this.#accept(on, statement, predicted, faults);
  }

  /** Runs a statement that must work, as far as the model knows; SQL may leave open which rows come back. */
  runOpen(on: number, statement: Statement): StepId {
    return this.#accept(on, statement, this.#predictOpen(on, statement));
  }

  /** The same for a statement that the generator drew, which has only what the engine supports. */
  runDrawn(on: number, statement: Statement): StepId {
    return this.#acceptSupported(on, statement, this.#predictOpen(on, statement));
  }

  /** Runs a statement that must be refused. */
  runRefused(on: number, statement: Statement, refusal: RefusalClass): StepId {
    const predicted = this.#predict(on, statement);
    const { prediction } = predicted;
    if (prediction.kind !== 'refused' || prediction.class !== refusal)
      discard(`no refusal of class ${refusal}`);
    return this.#accept(on, statement, predicted);
  }

  /** Runs a statement, whatever the model predicts. */
  runAnyhow(on: number, statement: Statement): StepId {
    return this.#accept(on, statement, this.#predict(on, statement));
  }

  /** Runs a statement of which the model knows what it does, be it that it is refused. */
  runKnown(on: number, statement: Statement): StepId {
    const predicted = this.#predict(on, statement);
    const { kind } = predicted.prediction;
    if (kind === 'unknown' && !isReading(statement)) discard('the model does not know what it does');
    return this.#accept(on, statement, predicted);
  }

  assert(check: Check): void {
    const rehearsed = this.planning.rehearsal.step({ do: 'assert', check }, this.#draws);
    if (isVeto(rehearsed)) {
      throw new DirtError(
        'DIRT_PROPERTY_WRONG',
        `the property ${this.#property} is wrong: its check is false on the model after ${this.#script()}`,
        'correct the property, or assume what it takes for granted',
      );
    }
    this.#steps.push(rehearsed);
  }

  /** The statements so far, for a message. */
  #script(): string {
    const statements = this.#steps.flatMap(({ statement }) =>
      statement === undefined ? [] : [`${printStatement(statement)};`],
    );
    const text = statements.join(' ') || 'no statement';
    return text.length > LONGEST_SCRIPT ? `… ${text.slice(-LONGEST_SCRIPT)}` : text;
  }

  /** What the model says of rows and tables now. */
  terms(): Terms {
    return this.planning.rehearsal.terms(this.#draws);
  }

  /** Does the check hold now, by the model? */
  holds(check: Check): boolean {
    return evaluateCheck(check, this.terms()) === true;
  }

  inspect(what: InspectionName): void {
    this.#other({ do: 'inspect', what });
  }

  /** A fault, with what is given of it; the rest is drawn. */
  drawFault(on: number, name: FaultName, ...given: readonly unknown[]): void {
    const step = faultNamed(name).draw(this.faultDrawing(on), ...given);
    this.#other(step ?? discard(`the engine does not carry ${name}`));
  }

  faultDrawing(on: number): FaultDrawing {
    const { random, faults } = this.planning;
    return { random, on, carries: (kind) => faults.includes(kind as FaultKind) };
  }

  /** Marks a point to come back to. */
  mark(): () => void {
    const { database } = this.planning.rehearsal;
    const { length } = this.#steps;
    return () => {
      this.planning.rehearsal.reset(database);
      this.#steps.length = length;
    };
  }

  /** A predicate of it has the same value for all rows. */
  noteConstantPredicate(): void {
    this.#hasConstantPredicate = true;
  }

  finish(): Finished {
    const { rehearsal } = this.planning;
    for (const on of this.#connections) {
      if (rehearsal.view(on).inTransaction) discard('a connection is not idle at the end');
    }
    return {
      property: this.#property,
      draws: this.#draws,
      steps: this.#steps,
      isVacuous: this.#hasConstantPredicate || !this.#meetsRows,
    };
  }

  #predict(on: number, statement: Statement): Predicted {
    return this.planning.rehearsal.predict(on, this.#expand(statement));
  }

  /** Several questions are asked about a statement before it is accepted. */
  #expand(statement: Statement): Statement {
    if (this.#expanded?.from !== statement) {
      this.#expanded = { from: statement, to: expand(statement, this.#draws) };
    }
    return this.#expanded.to;
  }

  #predictOpen(on: number, statement: Statement): Predicted {
    const predicted = this.#predict(on, statement);
    if (predicted.prediction.kind === 'refused') discard('the model predicts a refusal');
    return predicted;
  }

  #accept(on: number, statement: Statement, predicted: Predicted, faults: StatementFaults = {}): StepId {
    if (!this.#isSupported(on, statement)) discard('the engine does not support it');
    return this.#acceptSupported(on, statement, predicted, faults);
  }

  #acceptSupported(
    on: number,
    statement: Statement,
    predicted: Predicted,
    faults: StatementFaults = {},
  ): StepId {
    const { rehearsal } = this.planning;
    const { prediction, visited } = predicted;
    const expect: Expected =
      expectationOf(prediction, statement) ?? discard('the outcome of a write is open');
    const isFollowed = isComplete(prediction);
    const work = isFollowed ? visited : this.#workOf(on, statement);
    if (work > MOST_VISITED) discard('it may visit too many rows');
    if (prediction.kind === 'unknown') this.#checkKnowledge(on, predicted);
    if (statement.kind === 'createTableAs' || statement.kind === 'insert')
      this.#checkSize(on, statement, predicted);
    const id = this.planning.nextStepId();
    const step: RunStep = {
      do: 'run',
      id,
      on,
      statement,
      expect,
      fuel: fuelFor(isFollowed ? work : Math.min(MOST_VISITED, work * GUESSED)),
      ...faults,
    };
    this.#steps.push(rehearsal.accept(step, this.#expand(statement), predicted));
    this.#connections.add(on);
    if (visited > 0 || (prediction.kind === 'rows' && prediction.changes > 0)) this.#meetsRows = true;
    return id;
  }

  /** How many rows it may visit, where the model does not know. */
  #workOf(on: number, statement: Statement): number {
    return workOf(this.#expand(statement), this.planning.rehearsal.view(on));
  }

  #checkSize(on: number, statement: CreateTableAs | Insert, { database }: Predicted): void {
    const name = statement.kind === 'insert' ? statement.table : statement.name;
    const table = viewOf(database, on).tables.find((candidate) => candidate.name === name);
    if (table !== undefined && table.rowCount > MOST_ROWS) discard('the table grows too large');
  }

  /** A plan of which the model knows nothing any more tests little. */
  #checkKnowledge(on: number, { database }: Predicted): void {
    if (database.lost !== undefined) discard('the model would lose track');
    const { tables } = this.planning.rehearsal.view(on);
    const isLeft = viewOf(database, on).tables.some(({ knowledge }) => knowledge === 'exact');
    if (!isLeft && tables.length > 0) discard('the model would know no table any more');
  }

  /** What a property is made of does not come from the generator, which would ask. */
  #isSupported(on: number, statement: Statement): boolean {
    const { supported, rehearsal } = this.planning;
    if (this.#property === INTERACTION || supported === allFeatures()) return true;
    return isSupported(supported, this.#expand(statement), rehearsal.view(on));
  }

  #other(step: Step): void {
    const rehearsed = this.planning.rehearsal.step(step, this.#draws);
    if (isVeto(rehearsed)) discard(rehearsed.veto);
    this.#steps.push(rehearsed);
  }
}
