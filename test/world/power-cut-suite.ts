// A test of the simulated disk, by way of an engine that is known to be crash-safe: the power is cut at a random
// mutating I/O of a random workload, and what survives must hold what was acknowledged. An engine that loses commits
// is caught by the same suite.

import type { Engine } from '../../src/engines/engine.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import { Random } from '../../src/random.ts';
import type { Outcome } from '../../src/sql/outcome.ts';
import { Disk } from '../../src/world/disk.ts';
import { UNSYNCED, type Unsynced } from '../../src/world/faults/index.ts';
import { afterPowerCut, createWorld, type World } from '../../src/world/world.ts';
import type { JournalMode, StartImage } from '../../src/world/world-spec.ts';
import { PowerCutWorkload, TABLE } from './power-cut-workload.ts';
import { openSession, rowsOf, type Session, show } from './session.ts';

export interface SuiteOptions {
  readonly cuts: number;
  readonly journalMode: JournalMode;
  readonly start: StartImage;
  readonly seed: string;
}

export type FailureKind =
  /** Something was refused or broke while the power was still on. */
  | 'beforeCut'
  /** The database cannot be opened or read any more. */
  | 'unreadable'
  /** The contents are neither those acknowledged nor those of the statement that was running. */
  | 'lostCommit'
  | 'integrity'
  /** It can be read, but no longer written. */
  | 'readonly';

export interface Failure {
  readonly cut: number;
  readonly unsynced: Unsynced;
  readonly kind: FailureKind;
  readonly detail: string;
}

export interface SuiteReport {
  readonly cuts: number;
  readonly survived: number;
  /** Cuts that fell into the workload, not after it. */
  readonly inside: number;
  readonly failures: readonly Failure[];
}

type Files = ReadonlyMap<string, Uint8Array>;
type Contents = ReadonlyMap<number, string> | null;

export async function powerCutSuite(engine: Engine, options: SuiteOptions): Promise<SuiteReport> {
  const start = await startImage(engine, options);
  const workloadLength = await countMutations(engine, options, start);
  const failures: Failure[] = [];
  let inside = 0;
  for (let cut = 0; cut < options.cuts; cut++) {
    const random = Random.of('power cut', options.seed, cut);
    const unsynced = UNSYNCED[cut % UNSYNCED.length];
    const world = startWorld(options, start, cut);
    world.disk.cutPowerAfter(1 + random.below(workloadLength));

    const workload = new PowerCutWorkload(engine, world, random.fork('workload'));
    const trouble = await workload.run();
    if (world.disk.isOff) inside++;
    await workload.drop();
    if (trouble !== null && !world.disk.isOff) {
      failures.push({ cut, unsynced, kind: 'beforeCut', detail: trouble });
      continue;
    }
    world.disk.powerOff();

    const found = await examine(engine, afterPowerCut(world, { unsynced, choice: `${cut}` }), workload);
    if (found !== null) failures.push({ cut, unsynced, ...found });
  }
  return { cuts: options.cuts, survived: options.cuts - failures.length, inside, failures };
}

/** How many mutating operations a whole workload does; others differ a little. */
async function countMutations(engine: Engine, options: SuiteOptions, start: Files): Promise<number> {
  const world = startWorld(options, start, 0);
  const workload = new PowerCutWorkload(engine, world, Random.of('power cut', options.seed, 'whole'));
  const trouble = await workload.run();
  await workload.drop();
  if (trouble !== null) throw new Error(`the workload fails without a power cut: ${trouble}`);
  return world.disk.mutations;
}

function startWorld({ journalMode, start, seed }: SuiteOptions, files: Files, cut: number): World {
  return createWorld({ seed: `${seed}/${cut}`, pageSize: 4096, journalMode, start }, Disk.of(files));
}

/** The files that every workload starts from. */
async function startImage(engine: Engine, options: SuiteOptions): Promise<Files> {
  const world = startWorld(options, new Map(), -1);
  if (options.start === 'empty') return world.disk.files();
  const { instance, connection } = await openSession(engine, world);
  await rowsOf(connection, 'CREATE TABLE start (x)');
  await rowsOf(connection, 'INSERT INTO start VALUES (1)');
  if (options.journalMode === 'wal') await rowsOf(connection, 'PRAGMA wal_checkpoint(TRUNCATE)');
  await instance.close();
  await instance.drop();
  return world.disk.files();
}

/** Boots on what survived; null when all is well. */
async function examine(
  engine: Engine,
  world: World,
  workload: PowerCutWorkload,
): Promise<{ kind: FailureKind; detail: string } | null> {
  const context = `after ${workload.lastSql.slice(0, 50)}`;
  let session: Session;
  try {
    session = await openSession(engine, world);
  } catch (error) {
    return { kind: 'unreadable', detail: `${context}: ${(error as Error).message}` };
  }
  try {
    const selected = await session.connection.run(`SELECT a, b FROM ${TABLE}`, DEFAULT_FUEL);
    const contents = contentsOf(selected);
    if (contents === undefined) return { kind: 'unreadable', detail: `${context}: ${show(selected)}` };
    const { acknowledged, pending } = workload;
    if (!isSame(contents, acknowledged) && !(pending !== undefined && isSame(contents, pending))) {
      const sizes = [acknowledged, pending, contents].map((c) =>
        c === null ? 'no table' : `${c?.size} rows`,
      );
      const detail = `${context}: acknowledged ${sizes[0]}, pending ${sizes[1]}, found ${sizes[2]}`;
      return { kind: 'lostCommit', detail };
    }
    const integrity = await session.connection.run('PRAGMA integrity_check', DEFAULT_FUEL);
    if (integrity.kind !== 'rows' || integrity.rows.length !== 1 || integrity.rows[0][0] !== 'ok') {
      return { kind: 'integrity', detail: `${context}: ${show(integrity)}` };
    }
    for (const sql of ['CREATE TABLE later (x)', 'INSERT INTO later VALUES (1)', 'DROP TABLE later']) {
      const written = await session.connection.run(sql, DEFAULT_FUEL);
      if (written.kind !== 'rows') return { kind: 'readonly', detail: `${context}: ${show(written)}` };
    }
    return null;
  } finally {
    await session.instance.drop();
  }
}

/** null when there is no table; undefined when it cannot be read. */
function contentsOf(outcome: Outcome): Contents | undefined {
  if (outcome.kind === 'refused' && outcome.class === 'noSuchTable') return null;
  if (outcome.kind !== 'rows') return undefined;
  return new Map(outcome.rows.map(([a, b]) => [Number(a), String(b)]));
}

function isSame(a: Contents, b: Contents): boolean {
  if (a === null || b === null) return a === b;
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}
