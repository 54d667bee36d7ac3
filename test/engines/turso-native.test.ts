import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DATABASE_FILE } from '../../src/engines/engine.ts';
import { packageFolder } from '../../src/engines/packages.ts';
import { clearUp } from '../../src/engines/process/process-home.ts';
import { quirksOf } from '../../src/engines/turso/quirks.ts';
import { platformPackages } from '../../src/engines/turso-native/platform.ts';
import { loadTursoNative, tursoNativeFromPath } from '../../src/engines/turso-native/turso-native.ts';
import { planOfScript } from '../../src/plan/script.ts';
import { unrehearsed } from '../../src/plan/test-step.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import { execute, outcomesOf } from '../../src/run/execute.ts';
import { createWorld } from '../../src/world/world.ts';
import { DEFAULT_WORLD } from '../../src/world/world-spec.ts';
import { connect, openSession, rowsOf } from '../world/session.ts';
import { homesOf, nothingIsLeft } from './homes.ts';
import { NATIVE_VERSIONS, turso } from './turso-versions.ts';

afterAll(clearUp);

const ENDLESS = `SELECT count(*) FROM ${'abcdefghijkl'.split('').map((name) => `t ${name}`)}`;
const A_SECOND = 1;

function exact(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

describe.each(NATIVE_VERSIONS)('turso-native %s', (version) => {
  test('values keep every bit on their way between the processes', async () => {
    const { instance, connection } = await openSession(
      await loadTursoNative(version),
      createWorld(DEFAULT_WORLD),
    );
    const values = "1, 1.0, -0.0, 1e999, 9223372036854775807, NULL, x'', x'00ff', 'a' || char(0) || 'b'";
    const [row] = await rowsOf(connection, `SELECT ${values}`);
    const blobs = [new Uint8Array(0), Uint8Array.of(0, 255)];
    expect(row).toEqual([1n, 1, -0, Number.POSITIVE_INFINITY, 9223372036854775807n, null, ...blobs, 'a\0b']);
    await instance.close();
    await nothingIsLeft();
  });

  test('the files come from the disk of the world and go back to it', async () => {
    const engine = await loadTursoNative(version);
    const world = createWorld({ ...DEFAULT_WORLD, pageSize: 1024 });
    const { instance, connection } = await openSession(engine, world);
    await rowsOf(connection, 'CREATE TABLE t (a UNIQUE)');
    const changes = quirksOf(engine.version).countsChanges ? 2 : null;
    expect(await connection.run('INSERT INTO t VALUES (1), (2)', DEFAULT_FUEL)).toMatchObject({ changes });
    const refusal = { class: 'constraint', constraint: 'unique' };
    expect(await connection.run('INSERT INTO t VALUES (1)', DEFAULT_FUEL)).toMatchObject(refusal);
    const other = await connect(instance);
    await rowsOf(other, 'BEGIN');
    await rowsOf(other, 'INSERT INTO t VALUES (3)');
    expect(await connection.run('INSERT INTO t VALUES (4)', DEFAULT_FUEL)).toMatchObject({ class: 'busy' });
    expect(await other.close()).toMatchObject({ kind: 'rows' });
    expect(await instance.close()).toMatchObject({ kind: 'rows' });
    await nothingIsLeft();
    expect(world.disk.files().get(DATABASE_FILE)?.slice(16, 18)).toEqual(Uint8Array.of(4, 0));

    const again = await openSession(await turso(), world);
    expect(await rowsOf(again.connection, 'SELECT a FROM t')).toEqual([[1n], [2n]]);
  });

  test('one process opens many databases, one after the other, and knows nothing of the others', async () => {
    const engine = await loadTursoNative(version);
    const before = new Set(homesOf());
    const script = `CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES (1), (2); SELECT a FROM t; SELECT * FROM u; CREATE TABLE u (a);
      INSERT INTO t VALUES (1); -- dirt: reopen\nSELECT count(*) FROM t, u; INSERT INTO u VALUES (9), (8); SELECT a FROM u;`;
    const run = async () =>
      JSON.stringify(
        outcomesOf(await execute(unrehearsed(planOfScript(script, DEFAULT_FUEL)), engine)),
        exact,
      );
    const first = await run();
    for (let i = 0; i < 10; i++) expect(await run()).toBe(first);
    expect(homesOf().filter((home) => !before.has(home))).toHaveLength(1);
    await nothingIsLeft();
  });

  test('a killed process loses nothing that it committed, and an open transaction', async () => {
    const engine = await loadTursoNative(version);
    const world = createWorld(DEFAULT_WORLD);
    const { instance, connection } = await openSession(engine, world);
    await rowsOf(connection, 'CREATE TABLE t (a)');
    await rowsOf(connection, 'INSERT INTO t VALUES (1)');
    await rowsOf(connection, 'BEGIN');
    await rowsOf(connection, 'INSERT INTO t VALUES (2)');
    world.disk.powerOff();
    await instance.drop();
    const survivor = { ...world, disk: world.disk.survivor({ unsynced: 'keep', choice: '' }) };
    const again = await openSession(engine, survivor);
    expect(await rowsOf(again.connection, 'SELECT * FROM t')).toEqual([[1n]]);
    await again.instance.close();
  });

  test('a statement that does not end is stopped with its process', async () => {
    const engine = await loadTursoNative(version);
    const world = createWorld(DEFAULT_WORLD);
    const { connection } = await openSession(engine, world);
    await rowsOf(connection, 'CREATE TABLE t (a)');
    await rowsOf(connection, 'INSERT INTO t VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9)');
    expect(await connection.run(ENDLESS, A_SECOND)).toEqual({ kind: 'fuel' });
    expect(await connection.run('SELECT 1', A_SECOND)).toEqual({ kind: 'fuel' });
    await nothingIsLeft();
    const again = await openSession(engine, world);
    expect(await rowsOf(again.connection, 'SELECT count(*) FROM t')).toEqual([[9n]]);
    await again.instance.close();
  });
});

test('an abort of the engine is a panic with message and place', async () => {
  const { connection } = await openSession(await loadTursoNative('0.1.4'), createWorld(DEFAULT_WORLD));
  const panic = await connection.run('ROLLBACK TO nowhere', DEFAULT_FUEL);
  expect(panic).toMatchObject({ kind: 'panic', location: 'core/translate/rollback.rs:16:5' });
  expect(panic).toMatchObject({ message: 'txn_name and savepoint not supported yet' });
  await nothingIsLeft();
});

test('an overflow of the stack is a panic', async () => {
  const { connection } = await openSession(await loadTursoNative('0.1.4'), createWorld(DEFAULT_WORLD));
  const deep = `SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}`;
  expect(await connection.run(deep, DEFAULT_FUEL)).toMatchObject({ kind: 'panic' });
});

test('a local build is a file or a folder, and anything else is refused in one line', async () => {
  await loadTursoNative('0.1.4');
  const folder = packageFolder(platformPackages()[0], '0.1.4');
  const { connection, instance } = await openSession(
    await tursoNativeFromPath(folder),
    createWorld(DEFAULT_WORLD),
  );
  expect(await rowsOf(connection, 'SELECT 1')).toEqual([[1n]]);
  await instance.close();
  const file = `${folder}/${readdirSync(folder).find((name) => name.endsWith('.node'))}`;
  expect((await tursoNativeFromPath(file)).version).toBe(`file:${file}`);
  for (const wrong of [`${folder}/nowhere`, dirname(folder), import.meta.filename]) {
    await expect(tursoNativeFromPath(wrong)).rejects.toMatchObject({ code: 'DIRT_ENGINE_FILE' });
  }
  expect(existsSync(`${folder}/nowhere`)).toBe(false);
});
