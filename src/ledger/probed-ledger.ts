// The ledger that probing an engine gives, kept in the cache folder by engine, version and catalogue: an engine that is
// published does not change.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dialect } from '../dialect/index.ts';
import { type Engine, titleOf } from '../engines/index.ts';
import { cacheFolder, writeAtomically } from '../files/index.ts';
import { type Row, valueKey } from '../sql/index.ts';
import { RunningHash } from '../world/index.ts';
import { type Ledger, parseLedger, printLedger } from './ledger.ts';
import { type ProbeOptions, probe } from './probe.ts';

export interface ProbedLedgerOptions extends Pick<ProbeOptions, 'onFeature'> {
  /** Probe even if it was done before. */
  readonly ignoreCache?: boolean;
  /** Called before the engine is probed. */
  readonly onProbe?: () => void;
}

export async function probedLedger(engine: Engine, options: ProbedLedgerOptions = {}): Promise<Ledger> {
  const path = cachePath(engine);
  const cached = path === null || options.ignoreCache ? null : readCached(path, engine);
  if (cached !== null) return cached;
  options.onProbe?.();
  const ledger = await probe(engine, options);
  if (path !== null) writeCached(path, ledger);
  return ledger;
}

/** Null for a local build, which changes without changing its name. */
function cachePath(engine: Engine): string | null {
  if (engine.isPublished !== true) return null;
  return join(cacheFolder(), 'ledgers', `${titleOf(engine)}-${catalogueDigest()}.json`);
}

/** Null also if it is damaged or of another engine. */
function readCached(path: string, engine: Engine): Ledger | null {
  try {
    const ledger = parseLedger(readFileSync(path, 'utf8'), path);
    const isComplete = dialect.features.ids.every((id) => ledger.features[id] !== undefined);
    return isComplete && ledger.engine === engine.name && ledger.version === engine.version ? ledger : null;
  } catch {
    return null;
  }
}

/** A cache that cannot be written costs time, nothing else. */
function writeCached(path: string, ledger: Ledger): void {
  try {
    writeAtomically(path, printLedger(ledger));
  } catch {
    // The next run probes again.
  }
}

/** Rises when witnesses are judged in another way. */
const JUDGING = 'second';

/** Changes when a feature or its witness does, or how witnesses are judged. */
function catalogueDigest(): string {
  const hash = new RunningHash();
  const hashRows = (rows: readonly Row[]): void => {
    for (const row of rows) for (const value of row) hash.text(valueKey(value));
  };
  hash.text(JUDGING);
  for (const id of dialect.features.ids) {
    const { statements, result } = dialect.features.catalogue[id].witness;
    hash.text(id);
    for (const sql of statements) hash.text(sql);
    if ('refused' in result) hash.text(result.refused);
    else hashRows(result);
    dialect.features.otherAnswersTo(id).forEach(hashRows);
  }
  return hash.digest().slice(0, 12);
}
