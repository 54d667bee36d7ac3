// Instances and connections: what one sees of another, what a world's specification does, what close and drop leave.

import { describe, expect, test } from 'vitest';
import { type Connection, DATABASE_FILE } from '../../src/engines/engine.ts';
import { sqlite as engine } from '../../src/engines/sqlite/sqlite.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import { afterPowerCut, createWorld, type World } from '../../src/world/world.ts';
import { DEFAULT_WORLD, PAGE_SIZES, type WorldSpec } from '../../src/world/world-spec.ts';
import { connect, openSession, rowsOf } from '../world/session.ts';

const MODES = ['wal', 'delete'] as const;

function worldWith(spec: Partial<WorldSpec>): World {
  return createWorld({ ...DEFAULT_WORLD, ...spec });
}

async function run(connection: Connection, sql: string) {
  return connection.run(sql, DEFAULT_FUEL);
}

describe.each(MODES)('in %s mode', (journalMode) => {
  test('a new database follows the world, and one that exists stays as it is', async () => {
    for (const pageSize of PAGE_SIZES) {
      const world = worldWith({ journalMode, pageSize });
      for (let round = 0; round < 2; round++) {
        const { instance, connection } = await openSession(engine, world);
        await rowsOf(connection, `CREATE TABLE t${round} (x)`);
        expect(await rowsOf(connection, 'PRAGMA page_size')).toEqual([[BigInt(pageSize)]]);
        expect(await rowsOf(connection, 'PRAGMA journal_mode')).toEqual([[journalMode]]);
        expect(await rowsOf(connection, 'PRAGMA synchronous')).toEqual([[journalMode === 'wal' ? 2n : 3n]]);
        expect(await rowsOf(connection, 'PRAGMA busy_timeout')).toEqual([[0n]]);
        await instance.close();
      }
    }
  });

  test('a writer keeps a second one out until it is done', async () => {
    const { instance, connection: one } = await openSession(engine, worldWith({ journalMode }));
    const two = await connect(instance);
    await rowsOf(one, 'CREATE TABLE t (x)');
    await rowsOf(one, 'BEGIN IMMEDIATE');
    for (const sql of ['INSERT INTO t VALUES (2)', 'BEGIN IMMEDIATE']) {
      expect(await run(two, sql)).toMatchObject({ kind: 'refused', class: 'busy' });
    }
    expect(await rowsOf(two, 'SELECT * FROM t')).toEqual([]);
    await rowsOf(one, 'INSERT INTO t VALUES (1)');
    await rowsOf(one, 'COMMIT');
    await rowsOf(two, 'INSERT INTO t VALUES (2)');
    expect(await rowsOf(one, 'SELECT * FROM t')).toEqual([[1n], [2n]]);
    await instance.close();
  });

  test('closing a connection rolls back what it left open and frees its locks', async () => {
    const { instance, connection: one } = await openSession(engine, worldWith({ journalMode }));
    const two = await connect(instance);
    await rowsOf(one, 'CREATE TABLE t (x)');
    await rowsOf(one, 'BEGIN');
    await rowsOf(one, 'INSERT INTO t VALUES (1)');
    expect(await one.close()).toEqual({ kind: 'rows', rows: [], changes: 0 });
    await rowsOf(two, 'INSERT INTO t VALUES (2)');
    expect(await rowsOf(two, 'SELECT * FROM t')).toEqual([[2n]]);
    await instance.close();
  });

  test('a closed database is one file, and reopens with everything', async () => {
    const world = worldWith({ journalMode });
    const { instance, connection } = await openSession(engine, world);
    await rowsOf(connection, 'CREATE TABLE t (x)');
    await rowsOf(connection, "INSERT INTO t VALUES ('kept')");
    await instance.close();
    expect([...world.disk.files().keys()]).toEqual([DATABASE_FILE]);
    const again = await openSession(engine, world);
    expect(await rowsOf(again.connection, 'SELECT * FROM t')).toEqual([['kept']]);
    await again.instance.close();
  });

  test('dropping does no I/O, and the next boot finds only what was committed', async () => {
    const world = worldWith({ journalMode });
    const { instance, connection } = await openSession(engine, world);
    await rowsOf(connection, 'CREATE TABLE t (x)');
    await rowsOf(connection, 'INSERT INTO t VALUES (1)');
    await rowsOf(connection, 'BEGIN');
    await rowsOf(connection, 'INSERT INTO t VALUES (2)');
    const trace = world.disk.traceHash;
    await instance.drop();
    expect(world.disk.traceHash).toBe(trace);
    const again = await openSession(engine, world);
    expect(await rowsOf(again.connection, 'SELECT * FROM t')).toEqual([[1n]]);
    await rowsOf(again.connection, 'INSERT INTO t VALUES (3)');
    await again.instance.close();
  });

  test('a power cut during a statement is a cut, and so is all that follows', async () => {
    const world = worldWith({ journalMode });
    const { instance, connection } = await openSession(engine, world);
    await rowsOf(connection, 'CREATE TABLE t (x)');
    world.disk.cutPowerAfter(2);
    expect(await run(connection, 'INSERT INTO t VALUES (1)')).toEqual({ kind: 'cut' });
    expect(await run(connection, 'SELECT 1')).toEqual({ kind: 'cut' });
    expect(await instance.connect()).toEqual({ kind: 'cut' });
    expect(await connection.close()).toEqual({ kind: 'cut' });
    await instance.drop();
    const survivor = await openSession(engine, afterPowerCut(world, { unsynced: 'drop', choice: '0' }));
    expect(await rowsOf(survivor.connection, 'SELECT * FROM t')).toEqual([]);
    await survivor.instance.drop();
  });

  test('a power cut while a new database is set up leaves one that works', async () => {
    for (let mutation = 1; mutation <= 6; mutation++) {
      for (const unsynced of ['drop', 'keep'] as const) {
        const world = worldWith({ journalMode, pageSize: 1024 });
        world.disk.cutPowerAfter(mutation);
        const instance = await engine.boot(world);
        if (instance.kind !== 'instance') throw new Error(instance.kind);
        const first = await instance.connect();
        // In some modes nothing is written before the first table.
        const outcome = first.kind === 'connection' ? await run(first, 'CREATE TABLE first (x)') : first;
        await instance.drop();
        expect(outcome).toEqual({ kind: 'cut' });
        const later = await openSession(engine, afterPowerCut(world, { unsynced, choice: '0' }));
        await rowsOf(later.connection, 'CREATE TABLE t (x)');
        expect(await rowsOf(later.connection, 'PRAGMA journal_mode')).toEqual([[journalMode]]);
        expect(await rowsOf(later.connection, 'PRAGMA page_size')).toEqual([[1024n]]);
        await later.instance.close();
      }
    }
  });

  test('time comes from the clock of the world', async () => {
    const world = worldWith({ journalMode });
    const { instance, connection } = await openSession(engine, world);
    const expected = new Date(Number(world.clock.read() / 1_000_000n)).toISOString().slice(0, 10);
    expect(await rowsOf(connection, "SELECT date('now')")).toEqual([[expected]]);
    world.clock.jump(86_400_000);
    expect(await rowsOf(connection, "SELECT date('now', '-1 day')")).toEqual([[expected]]);
    await instance.close();
  });
});

test('a reader in WAL mode keeps its snapshot, and may not write on an old one', async () => {
  const { instance, connection: one } = await openSession(engine, worldWith({}));
  const two = await connect(instance);
  await rowsOf(one, 'CREATE TABLE t (x)');
  await rowsOf(two, 'BEGIN');
  expect(await rowsOf(two, 'SELECT count(*) FROM t')).toEqual([[0n]]);
  await rowsOf(one, 'INSERT INTO t VALUES (1)');
  expect(await rowsOf(two, 'SELECT count(*) FROM t')).toEqual([[0n]]);
  expect(await run(two, 'INSERT INTO t VALUES (2)')).toMatchObject({ kind: 'refused', class: 'busy' });
  const [[isBusy]] = await rowsOf(one, 'PRAGMA wal_checkpoint(TRUNCATE)');
  expect(isBusy).toBe(1n);
  expect(await rowsOf(two, 'SELECT count(*) FROM t')).toEqual([[0n]]);
  await rowsOf(two, 'COMMIT');
  expect(await rowsOf(two, 'SELECT count(*) FROM t')).toEqual([[1n]]);
  await instance.close();
});

test('a reader with a rollback journal keeps a writer from committing', async () => {
  const { instance, connection: one } = await openSession(engine, worldWith({ journalMode: 'delete' }));
  await rowsOf(one, 'CREATE TABLE t (x)');
  const [two, three] = [await connect(instance), await connect(instance)];
  await rowsOf(two, 'BEGIN');
  await rowsOf(two, 'SELECT * FROM t');
  await rowsOf(one, 'BEGIN');
  await rowsOf(one, 'INSERT INTO t VALUES (1)');
  expect(await run(one, 'COMMIT')).toMatchObject({ kind: 'refused', class: 'busy' });
  // The writer waits for the reader: no new reader may come in its way.
  expect(await run(three, 'SELECT * FROM t')).toMatchObject({ kind: 'refused', class: 'busy' });
  await rowsOf(two, 'COMMIT');
  await rowsOf(one, 'COMMIT');
  expect(await rowsOf(three, 'SELECT * FROM t')).toEqual([[1n]]);
  await instance.close();
});

test('a database that is attached lives on the same disk', async () => {
  const world = worldWith({});
  const { instance, connection } = await openSession(engine, world);
  await rowsOf(connection, "ATTACH 'other.db' AS o");
  await rowsOf(connection, 'CREATE TABLE o.t (x)');
  await instance.close();
  expect([...world.disk.files().keys()]).toEqual(['other.db', DATABASE_FILE]);
});

test('temporary files vanish', async () => {
  const world = worldWith({ pageSize: 512 });
  const { instance, connection } = await openSession(engine, world);
  await rowsOf(connection, 'PRAGMA temp_store = FILE');
  await rowsOf(connection, 'PRAGMA temp.cache_size = 5');
  await rowsOf(connection, 'CREATE TEMP TABLE big (x)');
  await rowsOf(
    connection,
    'WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r LIMIT 500) INSERT INTO big SELECT zeroblob(400) FROM r',
  );
  expect([...world.disk.files().keys()].filter((name) => name.startsWith('temporary'))).not.toEqual([]);
  await instance.close();
  expect([...world.disk.files().keys()]).toEqual([DATABASE_FILE]);
});

test('instances side by side do not touch each other', async () => {
  const statements = [
    'CREATE TABLE t (a, b)',
    "INSERT INTO t VALUES (random(), datetime('now'))",
    'INSERT INTO t SELECT random(), hex(randomblob(8)) FROM t',
    'SELECT * FROM t',
    'PRAGMA wal_checkpoint(TRUNCATE)',
    'INSERT INTO t VALUES (random(), 1)',
    'PRAGMA database_list',
    'SELECT random(), sum(a) FROM t',
  ];
  const start = async (seed: string) => {
    const world = worldWith({ seed });
    return { world, ...(await openSession(engine, world)) };
  };
  const alone = await start('a');
  const expected = [];
  for (const sql of statements) expected.push(await run(alone.connection, sql));
  await alone.instance.close();

  const [one, other, noise] = [await start('a'), await start('a'), await start('b')];
  const outcomes = [];
  for (const sql of statements) {
    await run(noise.connection, 'SELECT random()');
    outcomes.push([await run(one.connection, sql), await run(other.connection, sql)]);
    await run(noise.connection, sql);
  }
  for (const { instance } of [one, other, noise]) await instance.close();
  expect(outcomes).toEqual(expected.map((outcome) => [outcome, outcome]));
  for (const { world } of [one, other]) {
    expect(world.disk.traceHash).toBe(alone.world.disk.traceHash);
    expect(world.disk.contentHash()).toBe(alone.world.disk.contentHash());
  }
  expect(noise.world.disk.contentHash()).not.toBe(alone.world.disk.contentHash());
});

test('thousands of dropped instances leave no memory behind', async () => {
  const boot = async (journalMode: 'wal' | 'delete') => {
    const { instance, connection } = await openSession(engine, worldWith({ journalMode }));
    await rowsOf(connection, 'CREATE TABLE t (x)');
    await rowsOf(connection, 'BEGIN');
    await rowsOf(connection, 'INSERT INTO t VALUES (zeroblob(20000))');
    await instance.drop();
  };
  for (let i = 0; i < 300; i++) await boot(MODES[i % 2]);
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 1000; i++) await boot('delete');
  for (let i = 0; i < 4000; i++) await boot('wal');
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});

test('an engine that dies is reported as a panic, and the next boot has a sound one', async () => {
  const { instance, connection } = await openSession(engine, worldWith({}));
  const deep = `SELECT 1${' + 1'.repeat(900)}`;
  expect(await rowsOf(connection, deep)).toEqual([[901n]]);
  const outcome = runWithoutStack(() => connection.run(deep, DEFAULT_FUEL));
  expect(outcome).toMatchObject({ kind: 'panic', message: expect.stringContaining('call stack') });
  expect(await run(connection, 'SELECT 1')).toMatchObject({ kind: 'panic' });
  await instance.drop();
  const next = await openSession(engine, worldWith({}));
  expect(await rowsOf(next.connection, 'SELECT 1')).toEqual([[1n]]);
  await next.instance.close();
});

/** Calls from ever deeper down the stack until it is exhausted within the call. */
function runWithoutStack<T>(call: () => T): T {
  try {
    return runWithoutStack(call);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return call();
  }
}
