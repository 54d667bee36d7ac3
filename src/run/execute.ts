// The only run loop: a plan on an engine, step by step. Nothing is drawn here; every fault comes from the plan.

import { checkPlan } from '../engines/ability.ts';
import { DEFAULT_FUEL, type Engine } from '../engines/engine.ts';
import { expand } from '../plan/expand.ts';
import { type Plan, type RunStep, type Step, StepsInOrder } from '../plan/plan.ts';
import type { Statement } from '../sql/ast.ts';
import { selectAll } from '../sql/build.ts';
import { isFatal, type Outcome } from '../sql/outcome.ts';
import { printStatement } from '../sql/print.ts';
import { Disk } from '../world/disk.ts';
import { Session, type Stopwatch } from './session.ts';

/** What came of one step. */
export interface StepRecord {
  /** The step's position among all steps of the plan; −1 is the boot before the first. */
  readonly at: number;
  readonly outcome: Outcome;
  /** What an inspection, or the look around after a power cut, found. */
  readonly inspection?: Inspected;
}

export interface Inspected {
  /** What `SELECT * FROM table` gave, by table. */
  readonly contents: ReadonlyMap<string, Outcome>;
  readonly integrity?: Outcome;
}

export interface Trace {
  readonly engine: { readonly name: string; readonly version: string };
  readonly records: readonly StepRecord[];
  /** Of the disk at the end. */
  readonly contentHash: string;
  readonly traceHash: string;
}

export interface ExecuteOptions {
  /** The tables to look at in an inspection at this step. */
  readonly tablesAt?: (at: number) => readonly string[];
  /** Called after each step; true ends the run. */
  readonly stop?: (record: StepRecord) => boolean;
  /** Opens the engine's files for the inspection `sqliteOpensIt`, and writes to them for `sqliteWrites`. */
  readonly arbiter?: Engine;
  readonly stopwatch?: Stopwatch;
  /** Asked for more of the plan, if there is more, when all of it has run; false once it is complete. */
  readonly grow?: () => boolean;
  /** Called before each step. */
  readonly onStep?: (at: number) => void;
  /** Receives the files as they are at the end. */
  readonly onEnd?: (disk: Disk) => void;
}

export async function execute(plan: Plan, engine: Engine, given: ExecuteOptions = {}): Promise<Trace> {
  checkPlan(engine, plan);
  // Nobody else can open files in a format of the engine's own.
  const options = engine.abilities.sqliteFiles ? given : { ...given, arbiter: undefined };
  const session = new Session(engine, plan.world, { stopwatch: options.stopwatch });
  const records: StepRecord[] = [];
  const record = (entry: StepRecord): boolean => {
    records.push(entry);
    return (options.stop?.(entry) ?? false) || (isFatal(entry.outcome) && entry.inspection === undefined);
  };
  const steps = new StepsInOrder(plan);
  let ended = record({ at: -1, outcome: await session.start() });
  let at = 0;
  for (; !ended; at++) {
    while (steps.at(at) === undefined && grow(plan, engine, options));
    const placed = steps.at(at);
    if (placed === undefined) break;
    const { group, step } = placed;
    options.onStep?.(at);
    if (step.do === 'run') {
      const statement = expand(step.statement, group.draws);
      ended = record({ at, ...(await runStep(session, step, statement, at, options)) });
    } else if (step.do !== 'assert') {
      ended = record({ at, ...(await otherStep(session, plan, step, at, options)) });
    } else {
      ended = record({ at, outcome: NOTHING });
    }
  }
  if (!ended) record({ at, outcome: await session.close() });
  const { disk } = session;
  await session.drop();
  options.onEnd?.(disk);
  return {
    engine: { name: engine.name, version: engine.version },
    records,
    // Only the determinism check asks for it.
    get contentHash() {
      return disk.contentHash();
    },
    traceHash: disk.traceHash,
  };
}

function grow(plan: Plan, engine: Engine, options: ExecuteOptions): boolean {
  const before = plan.groups.length;
  if (options.grow?.() !== true) return false;
  checkPlan(engine, plan, before);
  return true;
}

/** The statement of a step as SQL text. */
export function sqlOf(step: RunStep, draws: Plan['groups'][number]['draws']): string {
  return printStatement(expand(step.statement, draws));
}

const NOTHING: Outcome = { kind: 'rows', rows: [], changes: 0 };

type Found = Omit<StepRecord, 'at'>;

async function runStep(
  session: Session,
  step: RunStep,
  statement: Statement,
  at: number,
  options: ExecuteOptions,
): Promise<Found> {
  if (step.cut === undefined && step.ioFault === undefined) {
    return { outcome: await session.run(step.on, statement, step.fuel) };
  }
  if (step.cut) session.disk.cutAfter(step.cut.afterMutatingIo);
  if (step.ioFault) session.disk.arm(step.ioFault);
  const outcome = await session.run(step.on, statement, step.fuel);
  session.disk.disarm();
  if (step.cut === undefined || outcome.kind === 'panic' || outcome.kind === 'fuel') return { outcome };
  const boot = await session.powerCut(step.cut);
  if (boot.kind !== 'rows') return { outcome: boot };
  return { outcome, inspection: await lookAround(session, options.tablesAt?.(at) ?? []) };
}

async function otherStep(
  session: Session,
  plan: Plan,
  step: Exclude<Step, { do: 'run' | 'assert' }>,
  at: number,
  options: ExecuteOptions,
): Promise<Found> {
  const tables = options.tablesAt?.(at) ?? [];
  switch (step.do) {
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
      const { arbiter } = options;
      if (arbiter === undefined) return { outcome: await session.reopen() };
      const outcome = await session.visit(arbiter, VISIT);
      if (outcome.kind !== 'rows') return { outcome };
      return { outcome, inspection: await lookAround(session, tables) };
    }
    case 'askSqlite':
      return { outcome: await askedElsewhere(session, plan, step.sql, options) };
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
          return openedElsewhere(session, plan, tables, options);
      }
  }
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
  plan: Plan,
  tables: readonly string[],
  { arbiter }: ExecuteOptions,
): Promise<Found> {
  if (arbiter === undefined) return { outcome: NOTHING };
  const { copy, outcome } = await copyFor(arbiter, session, plan);
  const inspection =
    outcome.kind === 'rows' ? await lookAround(copy, tables) : { contents: new Map(), integrity: outcome };
  await copy.close();
  return { outcome: NOTHING, inspection };
}

async function askedElsewhere(
  session: Session,
  plan: Plan,
  sql: string,
  { arbiter }: ExecuteOptions,
): Promise<Outcome> {
  if (arbiter === undefined) {
    return { kind: 'refused', class: 'unsupported', message: "SQLite cannot open this engine's files" };
  }
  const { copy, outcome } = await copyFor(arbiter, session, plan);
  const answer =
    outcome.kind === 'rows' ? await copy.run(0, { kind: 'raw', sql, changes: [] }, DEFAULT_FUEL) : outcome;
  await copy.close();
  return answer;
}

/** The arbiter boots on a copy of the files, so the engine under test notices nothing. */
async function copyFor(
  arbiter: Engine,
  session: Session,
  plan: Plan,
): Promise<{ readonly copy: Session; readonly outcome: Outcome }> {
  const copy = new Session(arbiter, plan.world, { disk: Disk.of(await session.files()) });
  return { copy, outcome: await copy.start() };
}
