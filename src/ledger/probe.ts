// Which features an engine has: runs the witness of each on the engine and compares its result.

import { dialect, type FeatureId, formatRow, type Witness } from '../dialect/index.ts';
import type { Engine } from '../engines/index.ts';
import { DEFAULT_FUEL } from '../planning/index.ts';
import { Session } from '../run/index.ts';
import type { Statement } from '../sql/ast.ts';
import { type Failure, type Outcome, type Row, type SqlValue, sameValue } from '../sql/index.ts';
import { DEFAULT_WORLD } from '../world/index.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';

/** What a witness found; supported if it passes. */
export type ProbeResult = Pick<LedgerEntry, 'status' | 'reason'>;

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
      const isHopeless = needed !== undefined && (results.get(needed)?.status ?? 'supported') !== 'supported';
      const result: ProbeResult = isHopeless
        ? { status: 'unsupported', reason: `needs ${needed}` }
        : await prober.resultOf(dialect.features.catalogue[id].witness);
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
    const { status, reason } = results.get(id)!;
    features[id] = { status, since: engine.version, ...(reason && { reason }) };
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
  async resultOf(witness: Witness): Promise<ProbeResult> {
    const { statements } = witness;
    const isAlone = statements.some((sql) => CHANGES_MORE.test(sql));
    if (isAlone || this.#used >= MOST_WITNESSES) await this.end();
    const isFirst = this.#used === 0;
    let result = await this.#run(witness);
    if (!isFirst && this.#isDoubtful(result, statements)) {
      await this.end();
      result = await this.#run(witness);
    }
    const mayBeOpen = result.status !== 'supported' && statements.some((sql) => TRANSACTION.test(sql));
    if (isAlone || mayBeOpen || FATAL.test(result.reason ?? '')) await this.end();
    return { ...result, ...(result.reason && { reason: result.reason.replace(NUMBERED_NAME, '$1') }) };
  }

  /** Names are different, so a witness meets others only where the engine looks at the whole schema or file. */
  #isDoubtful({ status, reason = '' }: ProbeResult, statements: readonly string[]): boolean {
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

  async #run({ statements, result: expected }: Witness): Promise<ProbeResult> {
    this.#session ??= new Session(this.#engine, DEFAULT_WORLD);
    this.#used++;
    const names = `x${this.#count++}`;
    for (const [i, sql] of statements.entries()) {
      const statement: Statement = { kind: 'raw', sql: sql.replace(NAME, `$&${names}`), changes: [] };
      const outcome = await this.#session.run(0, statement, DEFAULT_FUEL);
      const isLast = i === statements.length - 1;
      const result = isLast
        ? judge(expected, outcome)
        : outcome.kind === 'rows'
          ? SUPPORTED
          : judgeFailure(outcome);
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
const FATAL = /^(?:panic|does not come to an end|corrupt|io|busy)/;

function judge(expected: Witness['result'], outcome: Outcome): ProbeResult {
  if ('refused' in expected) {
    if (outcome.kind === 'rows') return broken(`accepted though it must be refused (${expected.refused})`);
    return outcome.kind === 'refused' && outcome.class === expected.refused
      ? SUPPORTED
      : judgeFailure(outcome);
  }
  if (outcome.kind !== 'rows') return judgeFailure(outcome);
  if (sameRows(expected, outcome.rows)) return SUPPORTED;
  return broken(`gives ${describe(outcome.rows)} instead of ${describe(expected)}`);
}

function judgeFailure(outcome: Failure): ProbeResult {
  switch (outcome.kind) {
    case 'refused': {
      const reason = `${outcome.class}: ${outcome.message}`;
      return DAMAGE.has(outcome.class) ? broken(reason) : { status: 'unsupported', reason };
    }
    case 'panic': {
      const reason = `panic${outcome.location && ` at ${outcome.location}`}: ${outcome.message}`;
      return NOT_IMPLEMENTED.test(outcome.message) ? { status: 'unsupported', reason } : broken(reason);
    }
    case 'fuel':
      return broken('does not come to an end');
    case 'cut':
      return broken('the disk went off');
  }
}

/** Refusals that say that something went wrong rather than that it is not there. */
const DAMAGE: ReadonlySet<string> = new Set(['constraint', 'corrupt', 'io', 'busy', 'readonly']);
/** The messages of Rust's `todo!()` and `unimplemented!()`. */
const NOT_IMPLEMENTED = /not (?:yet )?(?:implemented|supported)|unsupported|\btodo\b/i;

function broken(reason: string): ProbeResult {
  return { status: 'broken', reason };
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

/** Mathematical functions differ in their last digits from one library to the next. */
function isClose(a: SqlValue, b: SqlValue): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return sameValue(a, b);
  return Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(a));
}
