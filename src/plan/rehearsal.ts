// A plan on the model. Planning, the expectations of the judges and the shrinker's veto are this one mechanism: a plan is a
// valid test exactly if every step of it succeeds here.

import {
  type Database,
  type DatabaseView,
  dialect,
  type Predicted,
  type Prediction,
} from '../dialect/index.ts';
import { DirtError, invariant } from '../errors.ts';
import type { Statement } from '../sql/ast.ts';
import { isReading, type Row } from '../sql/index.ts';
import { type FaultModel, faultNamed } from '../world/index.ts';
import type { StepId } from './check.ts';
import { evaluateCheck, type Terms } from './evaluate-check.ts';
import { expand } from './expand.ts';
import type { Draw, Expected, Plan, RunStep, Step } from './plan.ts';
import { placed, type Rehearsed, rehearsedAs, type Test, type TestStep } from './test-step.ts';

/** Why a step is not a valid test. */
export interface Veto {
  readonly veto: string;
}

type Draws = Readonly<Record<string, Draw>>;

const FORKED: Veto = { veto: 'after a fault in a statement there are two possible states of the database' };

interface Run {
  readonly before: Database;
  readonly on: number;
  readonly statement: Statement;
  readonly prediction: Prediction;
  /** The rows that it stored; computed when first needed. */
  stored?: readonly Row[];
}

export class Rehearsal implements FaultModel {
  #database: Database = dialect.model.empty();
  /** The other state that is possible since a fault hit a statement. */
  #other: Database | undefined;
  /** What was run, to answer for the terms of later checks. */
  readonly #runs = new Map<StepId, Run>();

  get database(): Database {
    return this.#database;
  }

  /** Whether a fault has left two states possible: from then on a plan can only inspect the database. */
  get isForked(): boolean {
    return this.#other !== undefined;
  }

  view(connection: number): DatabaseView {
    return dialect.model.viewOf(this.#database, connection);
  }

  /** What the model would say of a statement now. */
  predict(connection: number, statement: Statement): Predicted {
    return dialect.model.predict(this.#database, connection, statement);
  }

  /** Goes back to an earlier state; used when an attempt is discarded. */
  reset(database: Database): void {
    this.#database = database;
    this.#other = undefined;
  }

  /** Applies a step. A vetoed step leaves the state as it was. */
  step(step: Step, draws: Draws): Rehearsed | Veto {
    switch (step.do) {
      case 'run':
        return this.isForked ? FORKED : this.#run(step, draws);
      case 'assert': {
        if (this.isForked) return FORKED;
        const terms = this.terms(draws);
        if (evaluateCheck(step.check, terms) === false) return { veto: 'the check does not hold' };
        return rehearsedAs(step, { terms });
      }
      case 'inspect':
        return rehearsedAs(step, { allowed: this.#allowed() });
      case 'askSqlite':
        return rehearsedAs(step);
      default: {
        const fault = faultNamed(step.do);
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

  #run(step: RunStep, draws: Draws): Rehearsed | Veto {
    // Whether an I/O error ends the whole transaction is up to the engine.
    if (step.ioFault !== undefined && this.view(step.on).inTransaction)
      return { veto: 'a fault in a transaction' };
    const statement = expand(step.statement, draws);
    const predicted = this.predict(step.on, statement);
    const veto = vetoOf(step.expect, predicted.prediction, statement);
    return veto === null ? this.accept(step, statement, predicted) : { veto };
  }

  /** Applies a `run` step whose prediction is known already; `statement` is the step's, with its draws in place. */
  accept(step: RunStep, statement: Statement, { database, prediction }: Predicted): Rehearsed {
    const before = this.#database;
    this.#runs.set(step.id, { before, on: step.on, statement, prediction });
    this.#database = database;
    if (step.cut === undefined && step.ioFault === undefined)
      return rehearsedAs(step, { statement, prediction });
    // Whether the statement took effect is up to the disk; if it cannot have committed anything, both are one.
    this.#other = dialect.model.hasSameCommitted(before, database) ? undefined : before;
    if (step.cut !== undefined) this.restart();
    return rehearsedAs(step, { statement, prediction, allowed: this.#allowed() });
  }

  /** Where the terms of a check come from at this moment. */
  terms(draws: Draws): Terms {
    const now = this.#database;
    return {
      rows: (id) => {
        const prediction = this.#runs.get(id)?.prediction;
        return prediction?.kind === 'rows' ? prediction.rows : undefined;
      },
      table: (name, on) => {
        const table = dialect.model.viewOf(now, on).tables.find((candidate) => candidate.name === name);
        return table?.knowledge === 'exact' ? [...table.rows()] : undefined;
      },
      stored: (id, nth) => this.#storedBy(id)?.[nth],
      drawn: (name) => {
        const draw = draws[name];
        invariant(draw?.kind === 'rowDraw', `draw ${name} is a row`);
        return Object.values(draw.values);
      },
    };
  }

  /** The rows as stored are what RETURNING * would have given. */
  #storedBy(id: StepId): readonly Row[] | undefined {
    const run = this.#runs.get(id);
    if (run?.stored !== undefined || run === undefined) return run?.stored;
    const { statement: insert, before, on } = run;
    // A plan that somebody sent may name any statement.
    if (insert.kind !== 'insert') return undefined;
    const { prediction } = dialect.model.predict(before, on, { ...insert, returning: [{ kind: 'all' }] });
    run.stored = prediction.kind === 'rows' ? prediction.rows : undefined;
    return run.stored;
  }
}

/** A plan that is shrunk or looked into is asked for several times in a row, and a rehearsal takes as long as a run. */
const REHEARSED = new WeakMap<Plan, RehearsedTest | Veto>();

/** The whole plan on the model: its steps with what it says of each, or why the plan is not a valid test. */
export function rehearse(plan: Plan): RehearsedTest | Veto {
  const known = REHEARSED.get(plan);
  if (known !== undefined) return known;
  const rehearsed = rehearsedAnew(plan);
  REHEARSED.set(plan, rehearsed);
  return rehearsed;
}

function rehearsedAnew(plan: Plan): RehearsedTest | Veto {
  const rehearsal = new Rehearsal();
  const steps: TestStep[] = [];
  for (const group of plan.groups) {
    for (const step of group.steps) {
      const rehearsed = rehearsal.step(step, group.draws);
      if ('veto' in rehearsed) return rehearsed;
      steps.push(placed(rehearsed, group, steps.length));
    }
  }
  return { world: plan.world, steps };
}

/** A test with all its steps in memory. */
export interface RehearsedTest extends Test {
  readonly steps: readonly TestStep[];
}

/** The same for a plan that is a valid test unless it was edited. */
export function testOf(plan: Plan): RehearsedTest {
  const test = rehearse(plan);
  if (!isVeto(test)) return test;
  throw new DirtError(
    'DIRT_PLAN_NO_TEST',
    `the plan is no valid test: ${test.veto}`,
    'another version of DIRT made it, or it was edited; `dirt sql` runs the statements of its repro.sql all the same',
  );
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
