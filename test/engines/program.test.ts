import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { DATABASE_FILE, type Engine } from '../../src/engines/engine.ts';
import { clearUp } from '../../src/engines/process/process-home.ts';
import { program } from '../../src/engines/program/program.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { DirtError } from '../../src/errors.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import type { Outcome } from '../../src/sql/outcome.ts';
import { createWorld } from '../../src/world/world.ts';
import { DEFAULT_WORLD } from '../../src/world/world-spec.ts';
import { lacks } from '../lacks.ts';
import { connect, openSession, rowsOf } from '../world/session.ts';
import { nothingIsLeft } from './homes.ts';

afterAll(clearUp);

const MISBEHAVING = fileURLToPath(new URL('./program/misbehaving.mjs', import.meta.url));
const PYTHON = fileURLToPath(new URL('../../examples/engine-python/dirt_sqlite3.py', import.meta.url));
const A_SECOND = 1;

function misbehaving(fault: string): Engine {
  return program({ command: [process.execPath, MISBEHAVING, fault] });
}

async function outcomeOf(engine: Engine, sql: string, fuel = DEFAULT_FUEL): Promise<Outcome> {
  const { connection, instance } = await openSession(engine, createWorld(DEFAULT_WORLD));
  try {
    return await connection.run(sql, fuel);
  } finally {
    await instance.drop();
  }
}

async function mistake(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof DirtError) return `${error.message} [${error.code}]`;
    throw error;
  }
  throw new Error('nothing was wrong');
}

describe('what a program does in a statement is a finding', () => {
  test('an abort is a panic that says what failed, and how the process ended', async () => {
    const message = 'page.c:117: release: Assertion `page->pins > 0` failed. (SIGABRT)';
    expect(await outcomeOf(misbehaving('aborts'), 'SELECT 1')).toEqual({
      kind: 'panic',
      message,
      location: '',
    });
  });

  test('an exit is a panic', async () => {
    const message = 'the process died: exit code 3';
    expect(await outcomeOf(misbehaving('exits'), 'SELECT 1')).toEqual({
      kind: 'panic',
      message,
      location: '',
    });
  });

  test('a panic of Rust has its place', async () => {
    const panic = { kind: 'panic', message: 'index out of bounds', location: 'src/btree.rs:42:7' };
    expect(await outcomeOf(misbehaving('panics'), 'SELECT 1')).toEqual(panic);
  });

  test('silence is a hang, and the process is gone', async () => {
    const { connection } = await openSession(misbehaving('hangs'), createWorld(DEFAULT_WORLD));
    expect(await connection.run('SELECT 1', A_SECOND)).toEqual({ kind: 'fuel' });
    expect(await connection.run('SELECT 1', A_SECOND)).toEqual({ kind: 'fuel' });
    await nothingIsLeft();
  });
});

describe('what breaks the protocol is laid to the statement that it answers, and before any is the mistake of whoever wrote the program', () => {
  test.each([
    ['malformed', /line 4 of its output, \{"rows": \[\[ \(asked: \{"do":"run".*the answer is not JSON/],
    ['wrongType', /rows\[0\]\[1\] is not an encoded value: 5/],
    ['notEncoded', /rows\[0\]\[0\] is not an encoded value: \["i","1\.5"\]/],
    ['unknownKey', /row is unknown: did you mean rows\? Otherwise remove it/],
    ['wrongClass', /error\.class is not one of syntax, unsupported.*choose one/],
    ['noMessage', /error\.message is missing/],
  ])('an answer to a statement: %s', async (fault, expected) => {
    const outcome = await outcomeOf(misbehaving(fault), 'SELECT 1');
    expect(outcome).toMatchObject({ kind: 'panic', breach: expect.stringMatching(expected) });
    expect(outcome).toMatchObject({ breach: expect.stringContaining('docs/program-protocol.md') });
    await nothingIsLeft();
  });

  test('two answers to one question', async () => {
    const { connection } = await openSession(misbehaving('twice'), createWorld(DEFAULT_WORLD));
    expect(await connection.run('SELECT 1', DEFAULT_FUEL)).toMatchObject({ kind: 'rows' });
    expect(await connection.run('SELECT 2', DEFAULT_FUEL)).toMatchObject({
      message: 'was not asked for',
      breach: expect.stringMatching(/line 5 .* was not asked for/),
    });
    await nothingIsLeft();
  });

  test.each([
    ['malformedHello', /line 1 of its output, \{"name": *\(asked: hello\): the answer is not JSON/],
    ['wrongHello', /version is not a text/],
    ['unknownAbility', /abilities\.conections is unknown: did you mean connections\?/],
    ['powerCut', /abilities\.faults\[0\] is not one of sqliteWrites, reopen, disconnect, kill/],
    ['dead', /ended \(exit code 7\) without answering hello; on stderr: cannot find the database library/],
  ])('a first word: %s', async (fault, expected) => {
    expect(await mistake(() => misbehaving(fault).version)).toMatch(expected);
    const given = { name: 'x', version: '1', abilities: {} };
    const engine = program({ ...given, command: [process.execPath, MISBEHAVING, fault] });
    expect(await mistake(() => engine.boot(createWorld(DEFAULT_WORLD)))).toMatch(
      /DIRT_PROGRAM_(PROTOCOL|START)/,
    );
    await nothingIsLeft();
  });

  test('a program that says nothing', async () => {
    const options = { command: [process.execPath, MISBEHAVING, 'silent'], timeoutMs: 150 };
    const expected = /it does not answer hello within 1\.5 s: run it by hand.*DIRT_PROGRAM_START/;
    expect(await mistake(() => program(options).version)).toMatch(expected);
    const boot = () => program(options).boot(createWorld(DEFAULT_WORLD));
    expect(await mistake(boot)).toMatch(expected);
    await nothingIsLeft();
  });

  test('a program that does not exist', async () => {
    const engine = program({ command: ['/nowhere/engine'], name: 'x', version: '1' });
    const expected = /the program "\/nowhere\/engine": it cannot be started \(ENOENT\).*DIRT_PROGRAM_START/;
    expect(await mistake(() => engine.abilities)).toMatch(expected);
    expect(await mistake(() => engine.boot(createWorld(DEFAULT_WORLD)))).toMatch(
      /ENOENT.*DIRT_PROGRAM_START/,
    );
  });

  test.each([
    [{ command: [] }, 'command is empty'],
    [{ command: 'python3' }, 'command is not a list'],
    [{ command: ['x'], timeout: 5 }, 'timeout is unknown: did you mean timeoutMs?'],
    [{ command: ['x'], timeoutMs: 0 }, 'timeoutMs is not an integer from 1 to 50000'],
    [{ command: ['x'], name: 'a b' }, 'name is "a b": write a word of letters, digits'],
    [
      { command: ['x'], abilities: { connections: 0 } },
      'abilities.connections is not an integer from 1 to 16',
    ],
  ])('arguments of program(): %j', async (options, expected) => {
    expect(await mistake(() => program(options as never))).toContain(expected);
  });
});

test('a program is not started before somebody asks, and what is given wins over what it says', () => {
  expect(() => program({ command: ['/nowhere/engine'] })).not.toThrow();
  const engine = misbehaving('nothing');
  expect([engine.name, engine.version, engine.abilities]).toMatchObject([
    'misbehaving',
    '1',
    { connections: 1 },
  ]);
  const command = [process.execPath, MISBEHAVING, 'nothing'];
  const other = program({ command, name: 'other', version: '2', abilities: { connections: 3 } });
  expect([other.name, other.version, other.abilities]).toMatchObject([
    'other',
    '2',
    { connections: 3, faults: [] },
  ]);
});

describe.skipIf(lacks('python', "Python's sqlite3 as an engine"))("Python's sqlite3 module", () => {
  const python = program({ command: ['python3', PYTHON] });

  test('values keep every bit on their way between the processes', async () => {
    const { instance, connection } = await openSession(python, createWorld(DEFAULT_WORLD));
    const values =
      "1, 1.0, -0.0, 1e999, -1e999, 9223372036854775807, -9223372036854775808, 5e-324, NULL, x'', x'00ff', 'a' || char(0) || 'ü😀'";
    const [row] = await rowsOf(connection, `SELECT ${values}`);
    const { POSITIVE_INFINITY, NEGATIVE_INFINITY } = Number;
    const integers = [9223372036854775807n, -9223372036854775808n];
    const blobs = [new Uint8Array(0), Uint8Array.of(0, 255)];
    const reals = [1, -0, POSITIVE_INFINITY, NEGATIVE_INFINITY];
    expect(row).toEqual([1n, ...reals, ...integers, 5e-324, null, ...blobs, 'a\0ü😀']);
    await instance.close();
    await nothingIsLeft();
  });

  test('refusals have their class, changes are counted, and several connections meet', async () => {
    const world = createWorld({ ...DEFAULT_WORLD, pageSize: 1024 });
    const { instance, connection } = await openSession(python, world);
    await rowsOf(connection, 'CREATE TABLE t (a UNIQUE)');
    expect(await connection.run('INSERT INTO t VALUES (1), (2)', DEFAULT_FUEL)).toMatchObject({ changes: 2 });
    expect(
      await connection.run('WITH x AS (SELECT 5) DELETE FROM t WHERE a = 9', DEFAULT_FUEL),
    ).toMatchObject({
      changes: 0,
    });
    const other = await connect(instance);
    await rowsOf(other, 'BEGIN');
    await rowsOf(other, 'INSERT INTO t VALUES (3)');
    const refusals: [string, string][] = [
      ['INSERT INTO t VALUES (1)', 'busy'],
      ['SELEC', 'syntax'],
      ['SELECT * FROM nowhere', 'noSuchTable'],
    ];
    for (const [sql, refusal] of refusals) {
      expect(await connection.run(sql, DEFAULT_FUEL)).toMatchObject({ kind: 'refused', class: refusal });
    }
    expect(await other.close()).toMatchObject({ kind: 'rows' });
    const duplicate = await connection.run('INSERT INTO t VALUES (1)', DEFAULT_FUEL);
    expect(duplicate).toMatchObject({ kind: 'refused', class: 'constraint' });
    expect(await instance.close()).toMatchObject({ kind: 'rows' });
    expect(world.disk.files().get(DATABASE_FILE)?.slice(16, 18)).toEqual(Uint8Array.of(4, 0));
    const again = await openSession(sqlite, world);
    expect(await rowsOf(again.connection, 'SELECT a FROM t')).toEqual([[1n], [2n]]);
  });

  test('the disk of the world shows what a running program has written when it is asked to', async () => {
    const world = createWorld(DEFAULT_WORLD);
    const { instance, connection } = await openSession(python, world);
    await rowsOf(connection, 'CREATE TABLE t (a)');
    expect(world.disk.files().size).toBe(0);
    await instance.copyBack?.();
    expect([...world.disk.files().keys()]).toContain(DATABASE_FILE);
    await instance.drop();
  });

  test('a killed program loses nothing that it committed, and an open transaction', async () => {
    const world = createWorld(DEFAULT_WORLD);
    const { instance, connection } = await openSession(python, world);
    await rowsOf(connection, 'CREATE TABLE t (a)');
    await rowsOf(connection, 'INSERT INTO t VALUES (1)');
    await rowsOf(connection, 'BEGIN');
    await rowsOf(connection, 'INSERT INTO t VALUES (2)');
    world.disk.powerOff();
    await instance.drop();
    const survivor = { ...world, disk: world.disk.survivor({ unsynced: 'keep', choice: '' }) };
    const again = await openSession(python, survivor);
    expect(await rowsOf(again.connection, 'SELECT * FROM t')).toEqual([[1n]]);
    await again.instance.close();
  });
});
