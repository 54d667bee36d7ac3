// One attempt at a group: the body of a property, or a random interaction, runs against the model and leaves steps behind.
// An attempt that cannot go on throws Discard and leaves nothing.

import { dialect, type FeatureSet, type Predicted, type Prediction, type Setting } from '../dialect/index.ts';
import { DirtError } from '../errors.ts';
import {
  type Check,
  type Draw,
  type Expected,
  evaluateCheck,
  expand,
  expectationOf,
  type Group,
  isVeto,
  type Rehearsal,
  type Rehearsed,
  type Resumption,
  type RunStep,
  type Step,
  type StepId,
  type Terms,
} from '../plan/index.ts';
import type { Random } from '../random.ts';
import type { CreateTableAs, Insert, Statement } from '../sql/ast.ts';
import { SPELLING_KINDS } from '../sql/index.ts';
import {
  type FaultDrawing,
  type FaultKind,
  type FaultName,
  faultNamed,
  type InspectionName,
  type StatementFaults,
} from '../world/index.ts';
import { type Acceptance, determined } from './acceptance.ts';
import { discard } from './discard.ts';
import { mustBeCheck } from './given.ts';
import { fuelFor, MOST_TABLE_ROWS, MOST_VISITED } from './limits.ts';
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

/** Of a script in an error message, in characters. */
const LONGEST_SCRIPT = 600;

/** How often a statement is written in another way than usual. */
const SPELLED_ONE_IN = 12;

/** Did the model follow the statement to its end? */
function isComplete({ kind }: Prediction): boolean {
  return kind === 'rows' || kind === 'refused';
}

/** How a statement goes into the plan. */
export interface StatementOptions {
  /** Which predictions of the model are accepted; `determined` if not said. */
  readonly accept?: Acceptance;
  readonly faults?: StatementFaults;
  /** Where the property's text says so. */
  readonly source?: string;
  /** It is left after so many steps. */
  readonly leftAfter?: number;
  /** The generator made it for this database, so the engine was asked already whether it supports it. */
  readonly isDrawn?: boolean;
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
  readonly #features: FeatureSet;
  readonly #draws: Record<string, Draw> = {};
  readonly #steps: Rehearsed[] = [];
  readonly #connections = new Set<number>();
  #expanded: { readonly from: Statement; readonly to: Statement } | undefined;
  #meetsRows = false;
  #hasConstantPredicate = false;

  /** `features` are those that its statements may use. */
  constructor(planning: Planning, property: string, features: FeatureSet) {
    this.planning = planning;
    this.#property = property;
    this.#features = features;
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

  run(on: number, statement: Statement, options: StatementOptions = {}): StepId {
    const { accept = determined, faults, source, leftAfter, isDrawn = false } = options;
    const begun = leftAfter === undefined ? undefined : { id: this.planning.nextStepId(), steps: leftAfter };
    const predicted = this.planning.rehearsal.predict(on, this.#expand(statement), begun);
    const objection = accept(predicted.prediction, statement);
    if (objection !== null) discard(objection);
    if (dialect.generate.isMistaken(statement) && predicted.prediction.kind !== 'refused')
      discard('the model does not know that it must be refused');
    if (!isDrawn && !this.supports(on, statement)) discard('the engine does not support it');
    const more = {
      ...faults,
      ...(begun !== undefined && { id: begun.id, leftAfter: begun.steps }),
      ...(source !== undefined && { source }),
    };
    return this.#add(on, statement, predicted, more);
  }

  /** Goes on with a statement that was left, or ends it. */
  resume(of: StepId, how: Resumption): void {
    this.#other({ do: 'resume', of, how });
  }

  /** One way or the other; a young engine may have COMMIT only. */
  endTransaction(on: number): void {
    const { random, supported } = this.planning;
    const kind = random.oneIn(3) && supported.has('rollback') ? 'rollback' : 'commit';
    this.run(on, { kind }, { isDrawn: true });
  }

  /** Statements that the generator did not draw bypass its check of features. */
  supports(on: number, statement: Statement): boolean {
    if (this.#features === dialect.features.all()) return true;
    return dialect.features.isSupported(
      this.#features,
      this.#expand(statement),
      this.planning.rehearsal.view(on),
    );
  }

  /** The name of what it is an attempt at. */
  get property(): string {
    return this.#property;
  }

  assert(check: Check, source?: string): void {
    mustBeCheck(check, this.#property);
    const step: Step = { do: 'assert', check, ...(source !== undefined && { source }) };
    const rehearsed = this.planning.rehearsal.step(step, this.#draws);
    if (isVeto(rehearsed)) {
      const place = source === undefined ? '' : `${source}: `;
      throw new DirtError(
        'DIRT_PROPERTY_WRONG',
        `${place}the property ${this.#property} is wrong: its check is false on the model after ${this.#script()}`,
        'correct the property, or assume what it takes for granted',
      );
    }
    this.#steps.push(rehearsed);
  }

  /** The statements so far, for a message. */
  #script(): string {
    const statements = this.#steps.flatMap(({ statement }) =>
      statement === undefined ? [] : [`${dialect.print(statement)};`],
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

  inspect(what: InspectionName, source?: string): void {
    this.#other({ do: 'inspect', what, ...(source !== undefined && { source }) });
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
    const { state } = this.planning.rehearsal;
    const { length } = this.#steps;
    return () => {
      this.planning.rehearsal.reset(state);
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
      const { inTransaction, open } = rehearsal.view(on);
      if (inTransaction || open.length > 0) discard('a connection is not idle at the end');
    }
    return {
      property: this.#property,
      draws: this.#draws,
      steps: this.#steps,
      isVacuous: this.#hasConstantPredicate || !this.#meetsRows,
    };
  }

  /** Several questions are asked about a statement before it is accepted. */
  #expand(statement: Statement): Statement {
    if (this.#expanded?.from !== statement) {
      this.#expanded = { from: statement, to: expand(statement, this.#draws) };
    }
    return this.#expanded.to;
  }

  #add(
    on: number,
    statement: Statement,
    predicted: Predicted,
    more: StatementFaults & Partial<Pick<RunStep, 'id' | 'leftAfter' | 'source'>>,
  ): StepId {
    const { rehearsal } = this.planning;
    const { prediction, visited } = predicted;
    const expect: Expected =
      expectationOf(prediction, statement) ?? discard('the outcome of a write is undetermined');
    const isFollowed = isComplete(prediction);
    const work = isFollowed ? visited : this.#workOf(on, statement);
    if (work > MOST_VISITED) discard('it may visit too many rows');
    if (prediction.kind === 'unknown') this.#checkKnowledge(on, predicted);
    if (statement.kind === 'createTableAs' || statement.kind === 'insert')
      this.#checkSize(on, statement, predicted);
    const step: RunStep = {
      do: 'run',
      id: more.id ?? this.planning.nextStepId(),
      on,
      statement,
      expect,
      fuel: fuelFor(work, !isFollowed),
      ...this.#written(statement, prediction),
      ...more,
    };
    this.#steps.push(rehearsal.accept(step, this.#expand(statement), predicted));
    this.#connections.add(on);
    if (visited > 0 || (prediction.kind === 'rows' && prediction.changes > 0)) this.#meetsRows = true;
    return step.id;
  }

  /** Now and then in another way than usual. */
  #written({ kind }: Statement, prediction: Prediction): Pick<RunStep, 'parentheses' | 'spelling'> {
    const { random } = this.planning;
    if (kind === 'raw' || !random.oneIn(SPELLED_ONE_IN)) return {};
    if (random.oneIn(4)) return { parentheses: 'all' };
    // A name in double quotes that names nothing is a text in some dialects, also once what it named is gone.
    const isNamed = prediction.kind === 'rows' && !kind.startsWith('create');
    const kinds = SPELLING_KINDS.filter(
      (each) => this.#features.has(`spelling.${each}`) && (each !== 'quotes' || isNamed),
    );
    if (kinds.length === 0) return {};
    const of = [...new Set([random.pick(kinds), random.pick(kinds)])];
    return { spelling: { seed: random.word(), of } };
  }

  /** How many rows it may visit, where the model does not know. */
  #workOf(on: number, statement: Statement): number {
    return workOf(this.#expand(statement), this.planning.rehearsal.view(on));
  }

  #checkSize(on: number, statement: CreateTableAs | Insert, { database }: Predicted): void {
    const name = statement.kind === 'insert' ? statement.table : statement.name;
    const table = dialect.model.viewOf(database, on).tables.find((candidate) => candidate.name === name);
    if (table !== undefined && table.rowCount > MOST_TABLE_ROWS) discard('the table grows too large');
  }

  /** Discards what would leave the model without a table that it knows: such a plan tests little. */
  #checkKnowledge(on: number, { database }: Predicted): void {
    if (database.lost !== undefined) discard('the model would lose track');
    const { tables } = this.planning.rehearsal.view(on);
    const isLeft = dialect.model.viewOf(database, on).tables.some(({ knowledge }) => knowledge === 'exact');
    if (!isLeft && tables.length > 0) discard('the model would know no table any more');
  }

  #other(step: Step): void {
    const rehearsed = this.planning.rehearsal.step(step, this.#draws);
    if (isVeto(rehearsed)) discard(rehearsed.veto);
    this.#steps.push(rehearsed);
  }
}
