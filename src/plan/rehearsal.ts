// Steps on the model. Planning, the expectations of the judges and the shrinker's veto are this one mechanism: a plan is a
// valid test exactly if every step of it succeeds here.

import {
  type Begun,
  type Database,
  type DatabaseView,
  dialect,
  type Predicted,
  type Prediction,
} from '../dialect/index.ts';
import { invariant } from '../errors.ts';
import type { Statement } from '../sql/ast.ts';
import { isReading, type Outcome, type Row, sameTree } from '../sql/index.ts';
import { type FaultModel, faultNamed, INSPECTIONS } from '../world/index.ts';
import type { StepId } from './check.ts';
import { evaluateCheck, sameList, type Terms } from './evaluate-check.ts';
import { expand } from './expand.ts';
import type { Draw, Expected, ResumeStep, RunStep, Step } from './plan.ts';
import { type Part, type Rehearsed, rehearsedAs } from './test-step.ts';

/** Why a step is not a valid test. */
export interface Veto {
  readonly veto: string;
}

export type Draws = Readonly<Record<string, Draw>>;

const FORKED: Veto = { veto: 'after a fault in a statement there are two possible states of the database' };

const NOT_OPEN: Veto = { veto: 'no such statement is open, or it has written' };
const NOT_FOR_OTHERS: Veto = { veto: 'no other engine opens a file in the journal mode mvcc' };
const OPEN: Veto = { veto: 'a statement is open' };

interface Run {
  readonly id: StepId;
  readonly before: Database;
  readonly on: number;
  readonly statement: Statement;
  readonly prediction: Prediction;
  /** The rows that it stored; computed when first needed. */
  stored?: readonly Row[];
  readonly previous: Run | null;
}

/** With two states possible, also what becomes of the other. */
interface PredictedHere extends Predicted {
  readonly other?: Database;
}

/** Where a rehearsal is: states are never changed, so that it can go back to any of them. */
export interface RehearsalState {
  readonly database: Database;
  /** The other state that is possible since a fault hit a statement. */
  readonly other: Database | undefined;
  /** The latest of what was run, to answer for the terms of later checks. */
  readonly latest: Run | null;
}

export class Rehearsal implements FaultModel {
  #database: Database = dialect.model.empty();
  #other: Database | undefined;
  #latest: Run | null = null;

  get database(): Database {
    return this.#database;
  }

  get state(): RehearsalState {
    return { database: this.#database, other: this.#other, latest: this.#latest };
  }

  /** Goes to a state in which a rehearsal was. */
  reset({ database, other, latest }: RehearsalState): void {
    this.#database = database;
    this.#other = other;
    this.#latest = latest;
  }

  /** Whether a fault has left two states possible: from then on a plan can only inspect the database. */
  get isForked(): boolean {
    return this.#other !== undefined;
  }

  view(connection: number): DatabaseView {
    return dialect.model.viewOf(this.#database, connection);
  }

  /** What the model would say of a statement now; of one that is left before its end, as far as it goes. */
  predict(connection: number, statement: Statement, begun?: Pick<Begun, 'id' | 'steps'>): PredictedHere {
    const ask = (database: Database): Predicted =>
      begun === undefined
        ? dialect.model.predict(database, connection, statement)
        : dialect.model.start(database, connection, { ...begun, statement });
    const predicted = ask(this.#database);
    if (this.#other === undefined) return predicted;
    const { database: other, prediction } = ask(this.#other);
    return isSamePrediction(prediction, predicted.prediction)
      ? { ...predicted, other }
      : { ...predicted, other, prediction: { kind: 'undetermined', reason: FORKED.veto } };
  }

  /**
   * Applies a step. A vetoed step leaves the state as it was. With `renews`, it is made to expect what the model says. Where the model
   * leaves something to the engine, `seen` says which it was.
   */
  step(step: Step, draws: Draws, renews = false, seen?: Outcome): Rehearsed | Veto {
    switch (step.do) {
      case 'run':
        return this.#run(step, draws, renews, seen);
      case 'resume':
        return this.isForked ? FORKED : this.#resume(step);
      case 'assert': {
        if (this.isForked) return FORKED;
        const terms = this.terms(draws);
        if (evaluateCheck(step.check, terms) === false) return { veto: 'the check does not hold' };
        return rehearsedAs(step, { terms });
      }
      case 'inspect':
        if (INSPECTIONS[step.what].opensElsewhere && this.view(0).mvcc) return NOT_FOR_OTHERS;
        if (this.view(0).open.length > 0) return OPEN;
        return rehearsedAs(step, { allowed: this.#allowed() });
      case 'askSqlite':
        return rehearsedAs(step);
      default: {
        const fault = faultNamed(step.do);
        if (fault.closes && this.#isOpen()) return OPEN;
        if (fault.opensElsewhere && this.view(0).mvcc) return NOT_FOR_OTHERS;
        fault.rehearse(this, step);
        return rehearsedAs(step, { allowed: fault.looksAround ? this.#allowed() : undefined });
      }
    }
  }

  restart(): void {
    this.#advance(dialect.model.afterRestart);
  }

  disconnect(on: number): void {
    this.#advance((database) => dialect.model.afterDisconnect(database, on));
  }

  #allowed(): DatabaseView[] {
    const states = this.#other === undefined ? [this.#database] : [this.#other, this.#database];
    return states.map((state) => dialect.model.viewOf(state, 0));
  }

  #advance(change: (database: Database) => Database): void {
    this.#database = change(this.#database);
    this.#other = this.#other && change(this.#other);
  }

  #run(given: RunStep, draws: Draws, renews: boolean, seen: Outcome | undefined): Rehearsed | Veto {
    // Whether an I/O error ends the whole transaction is up to the engine.
    if (given.ioFault !== undefined && this.view(given.on).inTransaction)
      return { veto: 'a fault in a transaction' };
    const hasFault = given.ioFault !== undefined || given.cut !== undefined;
    if (hasFault && (this.isForked || given.leftAfter !== undefined)) return FORKED;
    const statement = expand(given.statement, draws);
    const expected = this.predict(given.on, statement, begunBy(given));
    const predicted = seen === undefined ? expected : asSeen(expected, seen);
    const step = renews ? expecting(given, expectationOf(predicted.prediction, statement), statement) : given;
    const veto = vetoOf(step.expect, predicted.prediction, statement);
    return veto === null ? this.accept(step, statement, predicted) : { veto };
  }

  /** Applies a `run` step whose prediction is known already; `statement` is the step's, with its draws in place. */
  accept(
    step: RunStep,
    statement: Statement,
    { database, prediction, other, otherwise }: PredictedHere,
  ): Rehearsed {
    const before = this.#database;
    if (this.isForked) this.#other = other;
    if (step.leftAfter !== undefined) {
      this.#database = database;
      const part: Part = { of: step.id, on: step.on, before: 0, steps: step.leftAfter };
      return rehearsedAs(step, { statement, prediction, part });
    }
    this.#latest = { id: step.id, before, on: step.on, statement, prediction, previous: this.#latest };
    this.#database = database;
    if (step.cut === undefined && step.ioFault === undefined)
      return rehearsedAs(step, { statement, prediction, otherwise: otherwise?.prediction });
    // Whether the statement took effect is up to the disk; if it cannot have committed anything, both are one.
    this.#other = dialect.model.hasSameCommitted(before, database) ? undefined : before;
    if (step.cut !== undefined) this.restart();
    return rehearsedAs(step, { statement, prediction, allowed: this.#allowed() });
  }

  #resume(step: ResumeStep): Rehearsed | Veto {
    const { of, how } = step;
    switch (how.kind) {
      case 'advance':
      case 'finish': {
        const steps = how.kind === 'advance' ? how.steps : Number.POSITIVE_INFINITY;
        const resumed = dialect.model.advance(this.#database, of, steps);
        if (resumed === undefined) return NOT_OPEN;
        const { database, on, prediction, before } = resumed;
        this.#database = database;
        return rehearsedAs(step, { prediction, part: { of, on, before, steps } });
      }
      case 'reset': {
        const database = dialect.model.reset(this.#database, of);
        if (database === undefined) return NOT_OPEN;
        this.#database = database;
        return rehearsedAs(step);
      }
      case 'abandon': {
        const ways = dialect.model.abandon(this.#database, of);
        if (ways === undefined) return NOT_OPEN;
        this.#database = ways.kept;
        if (ways.undone !== undefined && !dialect.model.hasSameCommitted(ways.kept, ways.undone))
          this.#other = ways.undone;
        return rehearsedAs(step);
      }
    }
  }

  #isOpen(): boolean {
    return dialect.model.hasOpen(this.#database);
  }

  /** Where the terms of a check come from at this moment. */
  terms(draws: Draws): Terms {
    const now = this.#database;
    const latest = this.#latest;
    return {
      rows: (id) => {
        const prediction = runNamed(id, latest)?.prediction;
        return prediction?.kind === 'rows' ? prediction.rows : undefined;
      },
      // The model counts nothing.
      cost: () => undefined,
      isSameStatement: (one, other) => {
        const [first, second] = [runNamed(one, latest), runNamed(other, latest)];
        return (
          first !== undefined &&
          second !== undefined &&
          sameTree('statement', first.statement, second.statement)
        );
      },
      table: (name, on) => {
        const table = dialect.model.viewOf(now, on).tables.find((candidate) => candidate.name === name);
        return table?.knowledge === 'exact' ? [...table.rows()] : undefined;
      },
      stored: (id, nth) => storedBy(runNamed(id, latest))?.[nth],
      drawn: (name) => {
        const draw = draws[name];
        invariant(draw?.kind === 'rowDraw', `draw ${name} is a row`);
        return Object.values(draw.values);
      },
    };
  }
}

/** Does an outcome fit what may happen otherwise better than what is expected? */
export function isOtherwise(
  expected: Prediction,
  otherwise: Prediction | undefined,
  outcome: Outcome,
): boolean {
  if (otherwise === undefined) return false;
  const fits = (prediction: Prediction): boolean =>
    prediction.kind === outcome.kind &&
    (prediction.kind !== 'refused' || outcome.kind !== 'refused' || prediction.class === outcome.class);
  return fits(otherwise) && !fits(expected);
}

function asSeen({ otherwise, ...expected }: PredictedHere, seen: Outcome): PredictedHere {
  return otherwise !== undefined && isOtherwise(expected.prediction, otherwise.prediction, seen)
    ? { ...expected, ...otherwise }
    : expected;
}

function isSamePrediction(a: Prediction, b: Prediction): boolean {
  if (a.kind === 'rows')
    return b.kind === 'rows' && a.changes === b.changes && a.order === b.order && sameList(a.rows, b.rows);
  return a.kind === b.kind && (a.kind !== 'refused' || b.kind !== 'refused' || a.class === b.class);
}

/** What is asked of the model where a statement is left before its end. */
function begunBy({ id, leftAfter }: RunStep): Pick<Begun, 'id' | 'steps'> | undefined {
  return leftAfter === undefined ? undefined : { id, steps: leftAfter };
}

function runNamed(id: StepId, latest: Run | null): Run | undefined {
  for (let run = latest; run !== null; run = run.previous) if (run.id === id) return run;
  return undefined;
}

/** The rows as stored are what RETURNING * would have given. */
function storedBy(run: Run | undefined): readonly Row[] | undefined {
  if (run?.stored !== undefined || run === undefined) return run?.stored;
  const { statement: insert, before, on } = run;
  // A plan that somebody sent may name any statement.
  if (insert.kind !== 'insert') return undefined;
  const { prediction } = dialect.model.predict(before, on, { ...insert, returning: [{ kind: 'all' }] });
  run.stored = prediction.kind === 'rows' ? prediction.rows : undefined;
  return run.stored;
}

export function isVeto(result: object): result is Veto {
  return 'veto' in result;
}

/** What to expect of a statement with this prediction; null when no valid test can contain it. */
export function expectationOf(prediction: Prediction, statement: Statement): Expected | null {
  switch (prediction.kind) {
    case 'rows':
      return 'ok';
    case 'refused':
      return prediction.constraint === undefined
        ? { refused: prediction.class }
        : { refused: prediction.class, constraint: prediction.constraint };
    case 'undetermined':
      // After a write whose outcome is undetermined, every later comparison would be noise.
      return isReading(statement) ? 'any' : null;
    case 'unknown':
      return 'any';
  }
}

function expecting(step: RunStep, expect: Expected | null, { kind }: Statement): RunStep {
  const isAsBefore =
    expect === null ||
    step.expect === 'any' ||
    isSameExpected(step.expect, expect) ||
    // Of a raw statement its maker knows more than the model.
    (kind === 'raw' && expect === 'any');
  return isAsBefore ? step : { ...step, expect };
}

export function isSameExpected(a: Expected, b: Expected): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return a.refused === b.refused && a.constraint === b.constraint;
}

function vetoOf(expected: Expected, prediction: Prediction, statement: Statement): string | null {
  const now = expectationOf(prediction, statement);
  // Of a raw statement its maker knows more than the model.
  if (statement.kind === 'raw' && (now === 'any' || (now === null && expected === 'any'))) return null;
  if (now === null) return 'the outcome of a write is undetermined';
  if (expected === 'any') return null;
  if (typeof expected === 'string' || typeof now === 'string') {
    return expected === now ? null : `expected ${describe(expected)}, the model says ${describe(now)}`;
  }
  return expected.refused === now.refused
    ? null
    : `expected ${describe(expected)}, the model says ${describe(now)}`;
}

function describe(expected: Expected): string {
  return typeof expected === 'string' ? expected : `a refusal of class ${expected.refused}`;
}
