// Random statement sequences over several tables and connections: the shadow model against SQLite. After every
// statement the outcome is compared with the prediction, and all tables with the model's, as typed bags.

import { defaultSetting } from '../../src/dialect/sqlite/generate/setting.ts';
import { statement as generateStatement } from '../../src/dialect/sqlite/generate/statements/statements.ts';
import { defaultWeights, type Weights } from '../../src/dialect/sqlite/generate/weights.ts';
import { connectionOf } from '../../src/dialect/sqlite/model/database.ts';
import {
  type Database,
  emptyDatabase,
  type Prediction,
  predict,
  viewOf,
} from '../../src/dialect/sqlite/model/predict.ts';
import { printStatement } from '../../src/dialect/sqlite/print/print.ts';
import type { TableView } from '../../src/dialect/view.ts';
import type { Connection, Engine } from '../../src/engines/engine.ts';
import { newestSqlite, sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import { Random } from '../../src/random.ts';
import type { Statement } from '../../src/sql/ast.ts';
import type { Outcome } from '../../src/sql/outcome.ts';
import { type Row, rowKey, valueKey } from '../../src/sql/value.ts';
import { createWorld } from '../../src/world/world.ts';
import { DEFAULT_WORLD } from '../../src/world/world-spec.ts';
import type { Which } from './reference.ts';

/** What a trigger does is not followed: with triggers, less and less would be known. */
const FOLLOWED: Weights = { ...defaultWeights, statement: { ...defaultWeights.statement, createTrigger: 0 } };

export interface SequenceOptions {
  readonly count: number;
  readonly seed: string;
  /** Statements per sequence. */
  readonly length?: number;
  /** Stop after this many differences. */
  readonly most?: number;
  readonly which?: Which;
}

interface Tally {
  statements: number;
  unknown: number;
  undetermined: number;
}

export interface SequenceReport {
  readonly sequences: number;
  readonly statements: number;
  readonly refusals: number;
  readonly kinds: ReadonlyMap<string, Tally>;
  /** How often each reason of `unknown` and `undetermined` was given. */
  readonly reasons: ReadonlyMap<string, number>;
  readonly differences: readonly Difference[];
}

interface Difference {
  readonly sequence: number;
  readonly what: string;
  /** The minimised statements, each with the number of its connection. */
  readonly script: readonly string[];
}

interface Step {
  readonly connection: number;
  readonly statement: Statement;
  /** Run it although the model does not know its outcome. */
  readonly daring: boolean;
}

export async function conformSequences(options: SequenceOptions): Promise<SequenceReport> {
  const { count, seed, length = 30, most = 20, which = 'installed' } = options;
  const engine = which === 'installed' ? sqlite : newestSqlite;
  const kinds = new Map<string, Tally>();
  const reasons = new Map<string, number>();
  const differences: Difference[] = [];
  let statements = 0;
  let refusals = 0;
  const observe = (step: Step, prediction: Prediction) => {
    statements++;
    if (prediction.kind === 'refused') refusals++;
    const name = step.statement.kind;
    const tally = kinds.get(name) ?? { statements: 0, unknown: 0, undetermined: 0 };
    kinds.set(name, tally);
    tally.statements++;
    if (prediction.kind === 'unknown' || prediction.kind === 'undetermined') {
      tally[prediction.kind]++;
      const reason = `${prediction.kind} ${name}: ${prediction.reason}`;
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
  };
  let sequences = 0;
  for (; sequences < count && differences.length < most; sequences++) {
    const random = Random.of('sequence', seed, sequences);
    const setting = defaultSetting({ weights: FOLLOWED });
    const connections = random.weighted([
      [6, 1],
      [2, 2],
      [2, 3],
    ] as const);
    const steps: Step[] = [];
    const difference = await runSequence(engine, connections, length, observe, (database) => {
      const connection = random.below(connections);
      const statement = generateStatement(random, viewOf(database, connection), setting);
      const step = { connection, statement, daring: random.oneIn(12) };
      steps.push(step);
      return step;
    });
    if (difference === undefined) continue;
    const minimal = await minimise(engine, connections, steps, difference);
    const what = (await replay(engine, connections, minimal)) ?? difference;
    const script = minimal.map(({ connection, statement }) => `${connection}> ${printStatement(statement)};`);
    differences.push({ sequence: sequences, what, script });
  }
  return { sequences, statements, refusals, kinds, reasons, differences };
}

/** The report as text. */
export function describeSequences(report: SequenceReport): string {
  const { sequences, statements, refusals, kinds, reasons, differences } = report;
  const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;
  let undecided = 0;
  for (const tally of kinds.values()) undecided += tally.unknown + tally.undetermined;
  const lines = [
    `sequences ${sequences}, statements ${statements}, predicted refusals ${percent(refusals, statements)}`,
    `unknown or undetermined ${percent(undecided, statements)}`,
    ...[...kinds]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(
        ([kind, { statements: all, unknown, undetermined }]) =>
          `  ${kind.padEnd(14)} ${String(all).padStart(7)}  unknown ${percent(unknown, all)}, undetermined ${percent(undetermined, all)}`,
      ),
    ...[...reasons]
      .sort((a, b) => b[1] - a[1])
      .map(([reason, times]) => `  ${String(times).padStart(6)} ${reason}`),
    `differences ${differences.length}`,
  ];
  for (const { sequence, what, script } of differences)
    lines.push(`sequence ${sequence}: ${what}`, ...script, '');
  return lines.join('\n');
}

/** Runs steps until the model and SQLite differ, or `length` steps are done; gives the first difference. */
async function runSequence(
  engine: Engine,
  connectionCount: number,
  length: number,
  observe: (step: Step, prediction: Prediction) => void,
  next: (database: Database) => Step,
): Promise<string | undefined> {
  const instance = await engine.boot(createWorld(DEFAULT_WORLD));
  if (instance.kind !== 'instance') throw new Error('SQLite does not boot');
  try {
    const open = async (): Promise<Connection> => {
      const connection = await instance.connect();
      if (connection.kind !== 'connection') throw new Error('SQLite does not connect');
      return connection;
    };
    const connections: Connection[] = [];
    for (let i = 0; i < connectionCount; i++) connections.push(await open());
    const observer = await open();
    let database = emptyDatabase();
    for (let i = 0; i < length; i++) {
      const step = next(database);
      const predicted = predict(database, step.connection, step.statement);
      const { prediction } = predicted;
      observe(step, prediction);
      const undecided = prediction.kind === 'unknown' || prediction.kind === 'undetermined';
      const changes = predicted.database !== database;
      if (undecided && changes && !step.daring) continue;
      const outcome = await connections[step.connection].run(printStatement(step.statement), DEFAULT_FUEL);
      const problem = compareOutcome(prediction, outcome);
      if (problem !== undefined) return problem;
      database = predicted.database;
      const difference = await compareTables(
        database,
        step.connection,
        connections[step.connection],
        observer,
      );
      if (difference !== undefined) return difference;
    }
    return undefined;
  } finally {
    await instance.drop();
  }
}

async function replay(
  engine: Engine,
  connections: number,
  steps: readonly Step[],
): Promise<string | undefined> {
  let at = 0;
  return runSequence(
    engine,
    connections,
    steps.length,
    () => {},
    () => steps[at++],
  );
}

/** Drops steps, in chunks that halve, as long as a difference of the same kind stays. */
async function minimise(
  engine: Engine,
  connections: number,
  steps: readonly Step[],
  difference: string,
): Promise<readonly Step[]> {
  let kept = steps;
  for (let chunk = Math.ceil(kept.length / 2); chunk >= 1; chunk = chunk === 1 ? 0 : Math.ceil(chunk / 2)) {
    for (let end = kept.length; end > 0; end -= chunk) {
      const candidate = [...kept.slice(0, Math.max(0, end - chunk)), ...kept.slice(end)];
      const found = await replay(engine, connections, candidate);
      if (found !== undefined && shapeOf(found) === shapeOf(difference)) kept = candidate;
    }
  }
  return kept;
}

/** A difference without its values and names. */
function shapeOf(difference: string): string {
  return difference.replace(/\([^()]*\)|\d+|\[[^\]]*\]|"\w+"|…/g, '').replace(/\s+/g, ' ');
}

function compareOutcome(prediction: Prediction, outcome: Outcome): string | undefined {
  switch (prediction.kind) {
    case 'unknown':
      return undefined;
    case 'undetermined':
      if (prediction.rowCount === undefined || outcome.kind !== 'rows') return undefined;
      return prediction.rowCount === outcome.rows.length
        ? undefined
        : `${prediction.rowCount} rows expected, ${outcome.rows.length} found`;
    case 'refused': {
      const expected = `refused ${prediction.class} ${prediction.constraint ?? ''} (${prediction.message})`;
      if (outcome.kind !== 'refused') return `${expected} expected, ${describe(outcome)} found`;
      const same =
        prediction.class === outcome.class &&
        (prediction.constraint === undefined || prediction.constraint === outcome.constraint);
      return same ? undefined : `${expected} expected, ${describe(outcome)} found`;
    }
    case 'rows': {
      const expected = `${showRows(prediction.rows)} ${JSON.stringify(prediction.order)}, changes ${prediction.changes}`;
      if (outcome.kind !== 'rows') return `${expected} expected, ${describe(outcome)} found`;
      const same =
        prediction.changes === outcome.changes &&
        sameOrdered(prediction.rows, prediction.order, outcome.rows);
      return same ? undefined : `${expected} expected, ${describe(outcome)} found`;
    }
  }
}

function sameOrdered(
  expected: readonly Row[],
  order: 'list' | 'bag' | readonly number[],
  actual: readonly Row[],
): boolean {
  if (expected.length !== actual.length) return false;
  const sizes = order === 'list' ? expected.map(() => 1) : order === 'bag' ? [expected.length] : order;
  let start = 0;
  for (const size of sizes) {
    if (!sameBag(expected.slice(start, start + size), actual.slice(start, start + size))) return false;
    start += size;
  }
  return true;
}

function sameBag(a: readonly Row[], b: readonly Row[]): boolean {
  if (a.length !== b.length) return false;
  if (a.length === 1) return rowKey(a[0]) === rowKey(b[0]);
  const [left, right] = [a.map(rowKey).sort(), b.map(rowKey).sort()];
  return left.every((key, i) => key === right[i]);
}

/** All exact tables, as seen by the connection if it has a snapshot, and as committed otherwise. */
async function compareTables(
  database: Database,
  connection: number,
  own: Connection,
  observer: Connection,
): Promise<string | undefined> {
  if (database.lost !== undefined) return undefined;
  const reading = connectionOf(database, connection).transaction?.current !== undefined;
  const view = viewOf(database, reading ? connection : -1);
  for (const table of view.tables) {
    if (table.knowledge !== 'exact') continue;
    const outcome = await (reading ? own : observer).run(`SELECT * FROM "${table.name}"`, DEFAULT_FUEL);
    const problem = compareTable(table, outcome);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function compareTable(table: TableView, outcome: Outcome): string | undefined {
  if (outcome.kind !== 'rows') return `table ${table.name} expected, ${describe(outcome)} found`;
  const rows = [...table.rows()];
  if (sameBag(rows, outcome.rows)) return undefined;
  return `table ${table.name}: ${showRows(rows)} expected, ${showRows(outcome.rows)} found`;
}

function describe(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'rows':
      return `${showRows(outcome.rows)}, changes ${outcome.changes}`;
    case 'refused':
      return `refused ${outcome.class} ${outcome.constraint ?? ''} (${outcome.message})`;
    default:
      return outcome.kind;
  }
}

function showRows(rows: readonly Row[]): string {
  const shown = rows.slice(0, 12).map((row) => `(${row.map(valueKey).join(' ')})`);
  return rows.length > 12 ? `${shown.join(' ')} … ${rows.length} rows` : shown.join(' ') || 'no rows';
}
