import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DATABASE_FILE, type Engine } from '../../src/engines/engine.ts';
import { quirksOf } from '../../src/engines/turso/quirks.ts';
import { tursoFromWasmFile } from '../../src/engines/turso/turso.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import { createWorld, type World } from '../../src/world/world.ts';
import { DEFAULT_WORLD, PAGE_SIZES } from '../../src/world/world-spec.ts';
import { connect, openSession, rowsOf, type Session } from '../world/session.ts';
import { turso, WASM_VERSIONS } from './turso-versions.ts';

const ENDLESS = `SELECT count(*) FROM ${'abcdefghijkl'.split('').map((name) => `t ${name}`)}`;

async function openNew(engine: Engine): Promise<Session & { world: World }> {
  const world = createWorld(DEFAULT_WORLD);
  return { world, ...(await openSession(engine, world)) };
}

describe.each(WASM_VERSIONS)('turso %s', (version) => {
  test('values keep every bit', async () => {
    const { connection } = await openNew(await turso(version));
    const values =
      "1, 1.0, -0.0, 1e999, -1e999, 9223372036854775807, NULL, '', x'', x'00ff', 'a' || char(0) || 'b'";
    const [row] = await rowsOf(connection, `SELECT ${values}`);
    expect(row).toHaveLength(11);
    const [integer, real, zero, infinity, minus, large, nothing, text, empty, blob, nul] = row;
    expect([integer, real, large, nothing, text, nul]).toEqual([
      1n,
      1,
      9223372036854775807n,
      null,
      '',
      'a\0b',
    ]);
    expect(zero).toBe(-0);
    expect([infinity, minus]).toEqual([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
    expect([empty, blob]).toEqual([new Uint8Array(0), Uint8Array.of(0, 255)]);
  });

  test('what was committed is there after reopening, and changes are counted or said to be unknown', async () => {
    const engine = await turso(version);
    const counted = (changes: number) => ({
      changes: quirksOf(engine.version).countsChanges ? changes : null,
    });
    const { world, instance, connection } = await openNew(engine);
    await rowsOf(connection, 'CREATE TABLE t (a)');
    expect(await connection.run('INSERT INTO t VALUES (1), (2), (3)', DEFAULT_FUEL)).toMatchObject(
      counted(3),
    );
    expect(await connection.run('SELECT a FROM t', DEFAULT_FUEL)).toMatchObject({ changes: 0 });
    expect(await connection.run('UPDATE t SET a = 9 WHERE a > 1', DEFAULT_FUEL)).toMatchObject(counted(2));
    expect(await connection.run('DELETE FROM t WHERE a = 7', DEFAULT_FUEL)).toMatchObject(counted(0));
    expect(await instance.close()).toMatchObject({ kind: 'rows' });
    const again = await openSession(engine, world);
    expect(await rowsOf(again.connection, 'SELECT a FROM t')).toEqual([[1n], [9n], [9n]]);
  });

  test('a statement that does not end uses up its fuel, and the database is sound afterwards', async () => {
    const engine = await turso(version);
    const { world, connection, instance } = await openNew(engine);
    await rowsOf(connection, 'CREATE TABLE t (a)');
    await rowsOf(connection, 'INSERT INTO t VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9)');
    expect(await connection.run(ENDLESS, 1_000_000)).toEqual({ kind: 'fuel' });
    expect(await connection.run('SELECT 1', DEFAULT_FUEL)).toEqual({ kind: 'fuel' });
    await instance.drop();
    const again = await openSession(engine, world);
    expect(await rowsOf(again.connection, 'SELECT count(*) FROM t')).toEqual([[9n]]);
  });

  test('a power cut ends the statement and the instance, and the survivors are opened', async () => {
    const engine = await turso(version);
    const { world, connection, instance } = await openNew(engine);
    await rowsOf(connection, 'CREATE TABLE t (a)');
    world.disk.settle();
    world.disk.cutPowerAfter(1);
    expect(await connection.run('INSERT INTO t VALUES (1)', DEFAULT_FUEL)).toEqual({ kind: 'cut' });
    expect(await instance.connect()).toEqual({ kind: 'cut' });
    await instance.drop();
    const survivor = { ...world, disk: world.disk.survivor({ unsynced: 'drop', choice: '' }) };
    const again = await openSession(engine, survivor);
    expect(await rowsOf(again.connection, 'SELECT * FROM t')).toEqual([]);
  });

  test('connections see what others have committed, and only one of them writes', async () => {
    const { instance, connection } = await openNew(await turso(version));
    const other = await connect(instance);
    await rowsOf(connection, 'CREATE TABLE t (a)');
    await rowsOf(connection, 'BEGIN');
    await rowsOf(connection, 'INSERT INTO t VALUES (1)');
    expect(await rowsOf(other, 'SELECT * FROM t')).toEqual([]);
    expect(await other.run('INSERT INTO t VALUES (2)', DEFAULT_FUEL)).toMatchObject({ class: 'busy' });
    await rowsOf(connection, 'COMMIT');
    expect(await rowsOf(other, 'SELECT * FROM t')).toEqual([[1n]]);

    await rowsOf(other, 'BEGIN');
    await rowsOf(other, 'SELECT * FROM t');
    await rowsOf(connection, 'INSERT INTO t VALUES (3)');
    expect(await rowsOf(other, 'SELECT * FROM t')).toEqual([[1n]]);
    expect(await other.run('INSERT INTO t VALUES (4)', DEFAULT_FUEL)).toMatchObject({ class: 'busy' });
  });

  test('a connection that is closed gives up its transaction', async () => {
    const { instance, connection } = await openNew(await turso(version));
    const other = await connect(instance);
    await rowsOf(connection, 'CREATE TABLE t (a)');
    await rowsOf(connection, 'BEGIN');
    await rowsOf(connection, 'INSERT INTO t VALUES (1)');
    expect(await connection.close()).toMatchObject({ kind: 'rows' });
    await rowsOf(other, 'INSERT INTO t VALUES (2)');
    expect(await rowsOf(other, 'SELECT * FROM t')).toEqual([[2n]]);
  });

  test('a new database has the page size of the world', async () => {
    const engine = await turso(version);
    for (const pageSize of PAGE_SIZES) {
      const world = createWorld({ ...DEFAULT_WORLD, pageSize });
      for (const statement of ['CREATE TABLE t (a)', 'PRAGMA wal_checkpoint(TRUNCATE)']) {
        const { connection, instance } = await openSession(engine, world);
        await rowsOf(connection, statement);
        expect(await rowsOf(connection, 'PRAGMA page_size')).toEqual([[BigInt(pageSize)]]);
        await instance.close();
      }
      const header = new DataView(world.disk.files().get(DATABASE_FILE)!.slice(0, 100).buffer);
      expect(header.getUint16(16)).toBe(pageSize === 65_536 ? 1 : pageSize);
    }
  });

  test('a text without a statement does nothing', async () => {
    const { connection } = await openNew(await turso(version));
    for (const sql of ['', ' \n', '-- nothing', '/* nothing */ ;']) {
      expect(await connection.run(sql, DEFAULT_FUEL)).toMatchObject({ kind: 'rows', rows: [], changes: 0 });
    }
  });
});

describe('refusals have a class', () => {
  test.each<[sql: string, refusal: string, constraint?: string]>([
    ['SELEC', 'syntax'],
    ['SELECT * FROM nowhere', 'noSuchTable'],
    ['SELECT nothing_like_it(1)', 'unsupported'],
    ['SELECT a FROM t, t u', 'other'],
    ['INSERT INTO t VALUES (1, 1, 1)', 'constraint', 'unique'],
    ['INSERT INTO t VALUES (2, NULL, 1)', 'constraint', 'notNull'],
    ['INSERT INTO t VALUES (2, 1, -1)', 'constraint', 'check'],
    ["INSERT INTO t VALUES ('x', 1, 1)", 'constraint', 'datatype'],
  ])('%s: %s %s', async (sql, refusal, constraint) => {
    const { connection } = await openNew(await turso());
    await rowsOf(connection, 'CREATE TABLE t (a INTEGER PRIMARY KEY, b NOT NULL, c CHECK (c > 0))');
    await rowsOf(connection, 'INSERT INTO t VALUES (1, 1, 1)');
    const outcome = await connection.run(sql, DEFAULT_FUEL);
    expect(outcome).toMatchObject({ kind: 'refused', class: refusal, ...(constraint ? { constraint } : {}) });
    expect(await rowsOf(connection, 'SELECT count(*) FROM t')).toEqual([[1n]]);
  });
});

test.each(['readError', 'shortRead'] as const)('%s is an I/O error, and nothing is lost', async (kind) => {
  const engine = await turso();
  const { world, instance, connection } = await openNew(engine);
  await rowsOf(connection, 'CREATE TABLE t (a)');
  await rowsOf(connection, 'INSERT INTO t VALUES (1)');
  await instance.close();
  const again = await openSession(engine, world);
  world.disk.arm({ kind, nth: 1 });
  expect(await again.connection.run('SELECT * FROM t', DEFAULT_FUEL)).toMatchObject({ class: 'io' });
  world.disk.disarm();
  expect(await rowsOf(again.connection, 'SELECT * FROM t')).toEqual([[1n]]);
});

test('the clock can jump', async () => {
  const { world, connection } = await openNew(await turso());
  const [[before]] = await rowsOf(connection, "SELECT unixepoch('now')");
  world.clock.jump(-3_600_000);
  const [[after]] = await rowsOf(connection, "SELECT unixepoch('now')");
  expect(Number(after) - Number(before)).toBe(-3600);
});

test('a local build is named by its file, and another file is refused in one line', async () => {
  const path = join(tmpdir(), `dirt-not-wasm-${process.pid}.wasm`);
  await expect(tursoFromWasmFile(path)).rejects.toMatchObject({ code: 'DIRT_ENGINE_FILE' });
  writeFileSync(path, 'not a module');
  await expect(tursoFromWasmFile(path)).rejects.toMatchObject({ code: 'DIRT_ENGINE_FILE' });
});
