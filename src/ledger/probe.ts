// Which features an engine has: runs the witness of each on the engine and compares its result. What the engine says it lacks is
// unsupported; all else that goes wrong is broken.

import { dialect, type FeatureId, formatRow } from '../dialect/index.ts';
import type { Engine } from '../engines/index.ts';
import { DEFAULT_FUEL } from '../planning/index.ts';
import { Session } from '../run/index.ts';
import type { Statement } from '../sql/ast.ts';
import {
  type Failure,
  isFatal,
  isLacking,
  type Outcome,
  type Row,
  rowKey,
  type SqlValue,
  sameValue,
} from '../sql/index.ts';
import { DEFAULT_WORLD } from '../world/index.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import { isInOrder } from './witness.ts';

/** What a witness found; supported if it passes. */
export type ProbeResult = Pick<LedgerEntry, 'status' | 'reason' | 'kills'>;

const SUPPORTED: ProbeResult = { status: 'supported' };

export interface ProbeOptions {
  /** Only these features; all if not given. */
  readonly ids?: readonly FeatureId[];
  readonly onFeature?: (id: FeatureId, result: ProbeResult) => void;
}

export async function probe(engine: Engine, options: ProbeOptions = {}): Promise<Ledger> {
  const ids = options.ids ?? dialect.features.ids;
  const results = new Map<FeatureId, ProbeResult>();
  const waiting = ids.values();
  const work = async (): Promise<void> => {
    const prober = new Prober(engine);
    for (const id of waiting) {
      const needed = dialect.features.prerequisiteOf(id);
      const basis = needed && results.get(needed);
      const isHopeless = basis !== undefined && (basis.status === 'unsupported' || basis.kills === true);
      const result: ProbeResult = isHopeless
        ? { status: 'unsupported', reason: `needs ${needed}` }
        : await prober.resultOf(id);
      results.set(id, result);
      options.onFeature?.(id, result);
    }
    await prober.end();
  };
  // Engines in processes of their own are slow to start again after a panic: several share the work.
  const probers = engine.abilities.deterministic ? 1 : MOST_PROCESSES;
  await Promise.all(Array.from({ length: probers }, work));
  const features: Partial<Record<FeatureId, LedgerEntry>> = {};
  for (const id of ids) {
    const { status, ...why } = results.get(id)!;
    features[id] = { status, since: engine.version, ...why };
  }
  return { engine: engine.name, version: engine.version, features, silenced: [] };
}

const MOST_PROCESSES = 4;

/** Runs many witnesses in one database, each with names of its own, and takes a fresh one where another could be to blame. */
class Prober {
  readonly #engine: Engine;
  #session: Session | null = null;
  /** Witnesses that ran in this session. */
  #used = 0;
  #count = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** A witness that fails among others gets a second chance alone, if it may have failed because of them. */
  async resultOf(id: FeatureId): Promise<ProbeResult> {
    const { statements } = dialect.features.catalogue[id].witness;
    const isAlone = statements.some((sql) => CHANGES_MORE.test(sql));
    if (isAlone || this.#used >= MOST_WITNESSES) await this.end();
    const isFirst = this.#used === 0;
    let result = await this.#run(id);
    if (!isFirst && this.#isDoubtful(result, statements)) {
      await this.end();
      result = await this.#run(id);
    }
    const mayBeOpen = result.status !== 'supported' && statements.some((sql) => TRANSACTION.test(sql));
    if (isAlone || mayBeOpen || result.kills || FATAL.test(result.reason ?? '')) await this.end();
    return { ...result, ...(result.reason && { reason: result.reason.replace(NUMBERED_NAME, '$1') }) };
  }

  /** Names are different, so a witness meets others only where the engine looks at the whole schema or file. */
  #isDoubtful({ status, reason = '' }: ProbeResult, statements: readonly string[]): boolean {
    // What is broken is reported, so it must be so without others.
    if (status === 'broken') return true;
    if (status === 'supported' || reason.startsWith('panic')) return false;
    const own = `x${this.#count - 1}`;
    const namesOthers = [...reason.matchAll(NUMBERED_NAME)].some(([, , number]) => number !== own);
    return namesOthers || FATAL.test(reason) || statements.some((sql) => LOOKS_AROUND.test(sql));
  }

  async end(): Promise<void> {
    await this.#session?.drop();
    this.#session = null;
    this.#used = 0;
  }

  async #run(id: FeatureId): Promise<ProbeResult> {
    const { statements } = dialect.features.catalogue[id].witness;
    this.#session ??= new Session(this.#engine, DEFAULT_WORLD);
    this.#used++;
    const names = `x${this.#count++}`;
    for (const [i, sql] of statements.entries()) {
      const statement: Statement = { kind: 'raw', sql: sql.replace(NAME, `$&${names}`), changes: [] };
      const outcome = await this.#session.run(0, statement, DEFAULT_FUEL);
      const isLast = i === statements.length - 1;
      const result = isLast
        ? judge(id, outcome, sql)
        : outcome.kind === 'rows'
          ? SUPPORTED
          : judgeFailure(outcome, sql);
      if (result.status !== 'supported') return result;
    }
    return SUPPORTED;
  }
}

/** Creating a table takes longer the larger the schema is. */
const MOST_WITNESSES = 60;
/** The names of a witness, which must not meet those of others. */
const NAME = /\b[tivgs]\d\b/g;
/** What changes more than its own tables gets a database of its own. */
const CHANGES_MORE = /^(?:PRAGMA .*=|ATTACH|VACUUM|BEGIN CONCURRENT)/;
/** A name of a witness with its number. */
const NUMBERED_NAME = /\b([tivgs]\d)(x\d+)\b/g;
const TRANSACTION = /^(?:BEGIN|SAVEPOINT)/;
/** What looks at more than its own tables. */
const LOOKS_AROUND = /^(?:ALTER|ANALYZE|REINDEX|PRAGMA|DROP)/;
/** After these the instance is gone, or its state is not reliable. */
const FATAL = /^(?:panic|breach|does not come to an end|corrupt|io|busy)/;

function judge(id: FeatureId, outcome: Outcome, sql: string): ProbeResult {
  const { witness } = dialect.features.catalogue[id];
  const { result: expected } = witness;
  if ('refused' in expected) {
    if (outcome.kind === 'rows') return broken(`accepted though it must be refused (${expected.refused})`);
    // How a refusal is classed is up to the engine: some have no class for RAISE().
    const isDue =
      outcome.kind === 'refused' && (outcome.class === expected.refused || outcome.class === 'other');
    return isDue ? SUPPORTED : judgeFailure(outcome, sql);
  }
  if (outcome.kind !== 'rows') return judgeFailure(outcome, sql);
  const given = outcome.rows.map((row) => row.map(withoutNumbers));
  const agrees = (rows: readonly Row[]): boolean =>
    isInOrder(witness) ? sameRows(rows, given) : sameRows(inAnyOrder(rows), inAnyOrder(given));
  if (agrees(expected)) return SUPPORTED;
  const reason = `gives ${describe(given)} instead of ${describe(expected)}`;
  return dialect.features.otherAnswersTo(id).some(agrees)
    ? { status: 'unsupported', reason }
    : broken(reason);
}

function judgeFailure(outcome: Failure, sql: string): ProbeResult {
  const reason = reasonOf(outcome);
  if (isLacking(outcome) || lacksName(outcome, sql)) return { status: 'unsupported', reason };
  return isFatal(outcome) ? { ...broken(reason), kills: true } : broken(reason);
}

/**
 * A name that no witness gives is SQL's own: who does not know `rowid` or `column1` does not have it. Who looks for a view among the
 * tables only, where something is done to it, cannot do that to views; and who looks for an alias or a common table among them does not
 * have aliases there, or common tables.
 */
function lacksName(outcome: Failure, sql: string): boolean {
  if (outcome.kind !== 'refused') return false;
  const [, ...names] = UNKNOWN_NAME.exec(outcome.message) ?? [];
  const name = names.find((each) => each !== undefined);
  if (name === undefined) return false;
  if (OWN_NAME.test(name) && !sql.startsWith('ATTACH')) return true;
  return !GIVEN_NAME.test(name) || (VIEW_NAME.test(name) && !QUERY.test(sql));
}

const UNKNOWN_NAME = /no such (?:column|table):? (?:\w+\.)?(\w+)|(?:column|table) (\w+) not found/i;
/** What a statement of a witness calls something by itself. */
const OWN_NAME = /^q\d$/i;
const VIEW_NAME = /^v\d(?:x\d+)?$/i;
const QUERY = /^(?:SELECT|WITH|VALUES)\b/;
const GIVEN_NAME = /^[a-z]\d?(?:x\d+)?$/i;

/** What the reason begins with where a program broke its protocol. */
export const BREACH = 'breach of the protocol: ';

function reasonOf(outcome: Failure): string {
  switch (outcome.kind) {
    case 'refused':
      return `${outcome.class}: ${outcome.message}`;
    case 'panic':
      if (outcome.breach !== undefined) return `${BREACH}${outcome.message}`;
      return `panic${outcome.location && ` at ${outcome.location}`}: ${outcome.message}`;
    case 'fuel':
      return 'does not come to an end';
    case 'cut':
      return 'the disk went off';
  }
}

function broken(reason: string): ProbeResult {
  return { status: 'broken', reason };
}

function inAnyOrder(rows: readonly Row[]): readonly Row[] {
  return [...rows].sort((a, b) => (rowKey(a) < rowKey(b) ? -1 : 1));
}

function describe(rows: readonly Row[]): string {
  return rows.length === 0 ? 'no rows' : rows.map((row) => `(${formatRow(row)})`).join(', ');
}

function sameRows(expected: readonly Row[], actual: readonly Row[]): boolean {
  return (
    expected.length === actual.length &&
    expected.every(
      (row, i) => row.length === actual[i].length && row.every((value, j) => isClose(value, actual[i][j])),
    )
  );
}

/** Engines tell the names of tables in rows, too. */
function withoutNumbers(value: SqlValue): SqlValue {
  return typeof value === 'string' ? value.replace(NUMBERED_NAME, '$1') : value;
}

/** Mathematical functions differ in their last digits from one library to the next. */
function isClose(a: SqlValue, b: SqlValue): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return sameValue(a, b);
  return Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(a));
}
