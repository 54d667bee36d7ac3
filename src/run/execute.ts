// The only run loop: the steps of a test on an engine, one record each. Nothing is drawn here; every fault comes from the plan.

import { checkStep, checkWorld } from '../engines/ability.ts';
import { DEFAULT_FUEL, type Engine } from '../engines/engine.ts';
import type { Step } from '../plan/plan.ts';
import { isRun, type RunTestStep, type Test, type TestStep } from '../plan/test-step.ts';
import type { Statement } from '../sql/ast.ts';
import { isFatal, NOTHING, type Outcome } from '../sql/outcome.ts';
import { selectAll } from '../sql/select-all.ts';
import { Disk } from '../world/disk.ts';
import type { WorldSpec } from '../world/world-spec.ts';
import { Session, type Stopwatch } from './session.ts';

/** What came of one step. */
export interface StepOutcome {
  /** The step's position; −1 is the boot before the first, the number of steps the close after the last. */
  readonly at: number;
  readonly outcome: Outcome;
  /** What an inspection, or the look around after a power cut, found. */
  readonly inspection?: Inspected;
}

export interface StepRecord extends StepOutcome {
  /** Undefined for the boot and the close. */
  readonly test: TestStep | undefined;
}

export interface Inspected {
  /** What `SELECT * FROM table` gave, by table. */
  readonly contents: ReadonlyMap<string, Outcome>;
  readonly integrity?: Outcome;
}

/** A run from its beginning to where it ended. */
export interface Trace {
  readonly records: readonly StepRecord[];
  /** As it is at the end. */
  readonly disk: Disk;
}

export interface ExecuteOptions {
  /** Opens the engine's files for the inspection `sqliteOpensIt`, and writes to them for `sqliteWrites`. */
  readonly arbiter?: Engine;
  readonly stopwatch?: Stopwatch;
  /** Called before each step. */
  readonly onStep?: (at: number) => void;
}

/** Records come as the steps are taken; whoever stops listening ends the run. */
export class Execution {
  readonly #test: Test;
  readonly #engine: Engine;
  readonly #options: ExecuteOptions;
  readonly #session: Session;

  constructor(test: Test, engine: Engine, options: ExecuteOptions = {}) {
    checkWorld(engine, test.world);
    this.#test = test;
    this.#engine = engine;
    // Nobody else can open files in a format of the engine's own.
    this.#options = engine.abilities.sqliteFiles ? options : { ...options, arbiter: undefined };
    this.#session = new Session(engine, test.world, { stopwatch: options.stopwatch });
  }

  get disk(): Disk {
    return this.#session.disk;
  }

  async *records(): AsyncGenerator<StepRecord, void> {
    try {
      const boot = await this.#session.start();
      yield { at: -1, test: undefined, outcome: boot };
      if (isFatal(boot)) return;
      let at = 0;
      for (const test of this.#test.steps) {
        checkStep(this.#engine, test.step);
        this.#options.onStep?.(test.at);
        const found = await this.#take(test);
        yield { at: test.at, test, ...found };
        if (isFatal(found.outcome) && found.inspection === undefined) return;
        at = test.at + 1;
      }
      yield { at, test: undefined, outcome: await this.#session.close() };
    } finally {
      await this.#session.drop();
    }
  }

  #take(test: TestStep): Promise<Found> {
    return isRun(test)
      ? runStep(this.#session, test)
      : otherStep(this.#session, test, this.#test.world, this.#options.arbiter);
  }
}

/** Runs a test to its end, and collects what came of it. */
export async function execute(test: Test, engine: Engine, options: ExecuteOptions = {}): Promise<Trace> {
  const execution = new Execution(test, engine, options);
  const records: StepRecord[] = [];
  for await (const record of execution.records()) records.push(record);
  return { records, disk: execution.disk };
}

/** What came of the steps, as data that can be stored and sent. */
export function outcomesOf({ records }: Trace): StepOutcome[] {
  return records.map(({ at, outcome, inspection }) =>
    inspection === undefined ? { at, outcome } : { at, outcome, inspection },
  );
}

type Found = Omit<StepOutcome, 'at'>;

async function runStep(session: Session, test: RunTestStep): Promise<Found> {
  const { step, statement, sql } = test;
  const { on, fuel, cut, ioFault } = step;
  if (cut === undefined && ioFault === undefined) {
    return { outcome: await session.run(on, statement, fuel, sql) };
  }
  if (cut) session.disk.cutAfter(cut.afterMutatingIo);
  if (ioFault) session.disk.arm(ioFault);
  const outcome = await session.run(on, statement, fuel, sql);
  session.disk.disarm();
  if (cut === undefined || outcome.kind === 'panic' || outcome.kind === 'fuel') return { outcome };
  const boot = await session.powerCut(cut);
  if (boot.kind !== 'rows') return { outcome: boot };
  return { outcome, inspection: await lookAround(session, exactTables(test)) };
}

async function otherStep(
  session: Session,
  test: TestStep,
  world: WorldSpec,
  arbiter: Engine | undefined,
): Promise<Found> {
  const step = test.step as Exclude<Step, { do: 'run' }>;
  const tables = exactTables(test);
  switch (step.do) {
    case 'assert':
      return { outcome: NOTHING };
    case 'reopen':
      return { outcome: await session.reopen() };
    case 'disconnect':
      return { outcome: await session.disconnect(step.on) };
    case 'clockJump':
      session.clockJump(step.milliseconds);
      return { outcome: NOTHING };
    case 'powerCut': {
      const boot = await session.powerCut(step.survival);
      if (boot.kind !== 'rows') return { outcome: boot };
      return { outcome: boot, inspection: await lookAround(session, tables) };
    }
    case 'sqliteWrites': {
      if (arbiter === undefined) return { outcome: await session.reopen() };
      const outcome = await session.visit(arbiter, VISIT);
      if (outcome.kind !== 'rows') return { outcome };
      return { outcome, inspection: await lookAround(session, tables) };
    }
    case 'askSqlite':
      return { outcome: await askedElsewhere(session, world, step.sql, arbiter) };
    case 'inspect':
      switch (step.what) {
        case 'contents':
          return { outcome: NOTHING, inspection: { contents: await contentsOf(session, tables) } };
        case 'integrity':
          return {
            outcome: NOTHING,
            inspection: { contents: new Map(), integrity: await integrityOf(session) },
          };
        case 'sqliteOpensIt':
          return openedElsewhere(session, world, tables, arbiter);
      }
  }
}

/** Every table that at least one allowed state knows exactly. */
function exactTables({ allowed = [] }: TestStep): string[] {
  const names = new Set<string>();
  for (const state of allowed) {
    for (const { name, knowledge, attached } of state.tables) {
      // What is attached is no part of the database that others open.
      if (knowledge === 'exact' && !attached) names.add(name);
    }
  }
  return [...names];
}

/** Leaves the contents as they are, but other pages, a longer free list, and all indexes as SQLite builds them. */
const VISIT: readonly Statement[] = [
  'CREATE TABLE dirt_visit (a TEXT)',
  'CREATE INDEX dirt_visit_a ON dirt_visit (a)',
  'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30) INSERT INTO dirt_visit SELECT i || hex(zeroblob(120)) FROM n',
  'DELETE FROM dirt_visit WHERE rowid % 3 = 0',
  'REINDEX',
  'DROP TABLE dirt_visit',
].map((sql) => ({ kind: 'raw', sql, changes: [] }));

async function lookAround(session: Session, tables: readonly string[]): Promise<Inspected> {
  const integrity = await integrityOf(session);
  if (isFatal(integrity)) return { contents: new Map(), integrity };
  return { contents: await contentsOf(session, tables), integrity };
}

function integrityOf(session: Session): Promise<Outcome> {
  return session.run(0, { kind: 'pragma', name: 'integrity_check' }, DEFAULT_FUEL);
}

async function contentsOf(session: Session, tables: readonly string[]): Promise<Map<string, Outcome>> {
  const contents = new Map<string, Outcome>();
  for (const table of tables) {
    const outcome = await session.run(0, selectAll(table), DEFAULT_FUEL);
    contents.set(table, outcome);
    if (isFatal(outcome)) break;
  }
  return contents;
}

async function openedElsewhere(
  session: Session,
  world: WorldSpec,
  tables: readonly string[],
  arbiter: Engine | undefined,
): Promise<Found> {
  if (arbiter === undefined) return { outcome: NOTHING };
  const { copy, outcome } = await copyFor(arbiter, session, world);
  const inspection =
    outcome.kind === 'rows' ? await lookAround(copy, tables) : { contents: new Map(), integrity: outcome };
  await copy.close();
  return { outcome: NOTHING, inspection };
}

async function askedElsewhere(
  session: Session,
  world: WorldSpec,
  sql: string,
  arbiter: Engine | undefined,
): Promise<Outcome> {
  if (arbiter === undefined) {
    return { kind: 'refused', class: 'unsupported', message: "SQLite cannot open this engine's files" };
  }
  const { copy, outcome } = await copyFor(arbiter, session, world);
  const answer =
    outcome.kind === 'rows' ? await copy.run(0, { kind: 'raw', sql, changes: [] }, DEFAULT_FUEL) : outcome;
  await copy.close();
  return answer;
}

/** The arbiter boots on a copy of the files, so the engine under test notices nothing. */
async function copyFor(
  arbiter: Engine,
  session: Session,
  world: WorldSpec,
): Promise<{ readonly copy: Session; readonly outcome: Outcome }> {
  const copy = new Session(arbiter, world, { disk: Disk.of(await session.files()) });
  return { copy, outcome: await copy.start() };
}
