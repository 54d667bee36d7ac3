// What comes of single statements: exact values, changes, classes of refusal, fuel.

import { beforeAll, describe, expect, test } from 'vitest';
import type { Connection } from '../../src/engines/engine.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import type { Outcome } from '../../src/sql/outcome.ts';
import { type SqlValue, sameValue } from '../../src/sql/value.ts';
import { createWorld } from '../../src/world/world.ts';
import { DEFAULT_WORLD } from '../../src/world/world-spec.ts';
import { openSession } from '../world/session.ts';

let connection: Connection;

beforeAll(async () => {
  ({ connection } = await openSession(sqlite, createWorld(DEFAULT_WORLD)));
});

async function run(sql: string, fuel = DEFAULT_FUEL): Promise<Outcome> {
  return connection.run(sql, fuel);
}

async function changesOf(sql: string): Promise<number | string | null> {
  const outcome = await run(sql);
  return outcome.kind === 'rows' ? outcome.changes : outcome.kind;
}

test('its version is that of the library', async () => {
  expect(await run('SELECT sqlite_version()')).toMatchObject({ rows: [[sqlite.version]] });
});

describe('values arrive exactly as they are', () => {
  test.each<[string, SqlValue]>([
    ['NULL', null],
    ['1', 1n],
    ['1.0', 1],
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
    ['9007199254740993', 9007199254740993n],
    ['-0.0', -0],
    ['9e999', Number.POSITIVE_INFINITY],
    ['-9e999', Number.NEGATIVE_INFINITY],
    ['5e-324', 5e-324],
    ['0.1 + 0.2', 0.1 + 0.2],
    ["''", ''],
    ["'a' || char(0) || 'b'", 'a\0b'],
    ["'é漢😀'", 'é漢😀'],
    [`'${'long ü '.repeat(40)}'`, 'long ü '.repeat(40)],
    [`'${'long u '.repeat(40)}'`, 'long u '.repeat(40)],
    ['char(0xfeff) || 1', '\ufeff1'],
    ["x''", new Uint8Array(0)],
    ["x'00ff00'", new Uint8Array([0, 255, 0])],
  ])('%s', async (sql, value) => {
    const outcome = await run(`SELECT ${sql}`);
    if (outcome.kind !== 'rows') throw new Error(outcome.kind);
    expect(outcome.rows).toHaveLength(1);
    expect(outcome.rows[0]).toEqual([value]);
    expect(sameValue(outcome.rows[0][0], value)).toBe(true);
  });

  test('bytes that are not UTF-8 stay visible and different', async () => {
    const texts = [
      "x'61ff62'",
      "x'61fe62'",
      "x'ed a0 80'".replaceAll(' ', ''),
      "x'c3'",
      "x'c3a9c3'",
      "x'f09f98'",
    ];
    const outcome = await run(`SELECT ${texts.map((text) => `CAST(${text} AS TEXT)`).join()}`);
    expect(outcome).toMatchObject({
      rows: [['a\udcffb', 'a\udcfeb', '\udced\udca0\udc80', '\udcc3', 'é\udcc3', '\udcf0\udc9f\udc98']],
    });
  });

  test('a blob is a copy that later statements do not change', async () => {
    const first = await run("SELECT x'0102030405060708'");
    await run("SELECT x'ffffffffffffffff', zeroblob(3000000)");
    expect(first).toMatchObject({ rows: [[new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8])]] });
  });

  test('rows and columns come in order, and columns follow a changed table', async () => {
    await run('CREATE TABLE wide (a)');
    await run('INSERT INTO wide VALUES (1), (2)');
    await run("ALTER TABLE wide ADD COLUMN b DEFAULT 'x'");
    expect(await run('SELECT * FROM wide ORDER BY a DESC')).toMatchObject({
      kind: 'rows',
      rows: [
        [2n, 'x'],
        [1n, 'x'],
      ],
      changes: 0,
    });
  });
});

test('what a statement costs is the same each time, and grows with the rows that it looks at', async () => {
  await run('CREATE TABLE costly (a INTEGER PRIMARY KEY, b)');
  const costOf = async (sql: string) => {
    const outcome = await run(sql);
    return outcome.kind === 'rows' ? outcome.cost! : outcome;
  };
  await run('INSERT INTO costly VALUES (1, 1)');
  const [scan, lookup] = ['SELECT * FROM costly WHERE b = 1', 'SELECT * FROM costly WHERE a = 1'];
  const before = [await costOf(scan), await costOf(lookup)];
  expect([await costOf(scan), await costOf(lookup)]).toEqual(before);
  for (let n = 1; n < 64; n *= 2) await run(`INSERT INTO costly SELECT a + ${n}, b + ${n} FROM costly`);
  expect(await costOf(scan)).toBeGreaterThan(10 * (before[0] as number));
  expect(await costOf(lookup)).toBe(before[1]);
});

describe('the text', () => {
  test.each(['', '  ', '-- nothing', '/* nothing */', ';'])('%j is no statement', async (sql) => {
    expect(await run(sql)).toEqual({ kind: 'rows', rows: [], changes: 0 });
  });

  test('only the first statement runs', async () => {
    expect(await run('SELECT 1; SELECT 2')).toMatchObject({ rows: [[1n]] });
  });

  test('may be longer than any before', async () => {
    const text = 'ü'.repeat(200_000);
    expect(await run(`SELECT length('${text}')`)).toMatchObject({ rows: [[200_000n]] });
    expect(await run('SELECT 1')).toMatchObject({ rows: [[1n]] });
  });
});

test('changes are those of the statement itself', async () => {
  expect(await changesOf('CREATE TABLE counted (a INTEGER PRIMARY KEY, b)')).toBe(0);
  expect(await changesOf('CREATE TABLE log (x)')).toBe(0);
  expect(await changesOf('INSERT INTO counted VALUES (1, 1), (2, 2), (3, 3)')).toBe(3);
  expect(await changesOf('SELECT * FROM counted')).toBe(0);
  expect(await changesOf('CREATE TABLE copy AS SELECT * FROM counted')).toBe(0);
  expect(await changesOf('UPDATE counted SET b = 9 WHERE a > 1')).toBe(2);
  expect(await changesOf('UPDATE counted SET b = 9 WHERE a > 100')).toBe(0);
  expect(await changesOf('BEGIN')).toBe(0);
  expect(await changesOf('/* x */ -- y\n REPLACE INTO counted VALUES (1, 5)')).toBe(1);
  expect(await changesOf('COMMIT')).toBe(0);
  expect(await changesOf('WITH x AS (SELECT 1) DELETE FROM counted WHERE a IN x')).toBe(1);
  expect(await changesOf('UPDATE counted SET b = 1 RETURNING a')).toBe(2);
  expect(
    await changesOf(
      'CREATE TRIGGER r AFTER INSERT ON counted BEGIN INSERT INTO log VALUES (1), (2), (3); END',
    ),
  ).toBe(0);
  expect(await changesOf('INSERT INTO counted VALUES (8, 8)')).toBe(1);
  expect(await changesOf('INSERT OR IGNORE INTO counted VALUES (8, 8)')).toBe(0);
  expect(await changesOf('CREATE VIRTUAL TABLE words USING fts5(x)')).toBe(0);
  expect(await changesOf('DELETE FROM counted')).toBe(3);
  expect(await changesOf('DROP TABLE counted')).toBe(0);
});

describe('a refusal has its class', () => {
  beforeAll(async () => {
    await run('PRAGMA foreign_keys = ON');
    await run('CREATE TABLE parent (id INTEGER PRIMARY KEY, u UNIQUE, n NOT NULL, c CHECK (c > 0))');
    await run("INSERT INTO parent VALUES (1, 'u', 'n', 1)");
    await run('CREATE TABLE child (p REFERENCES parent)');
    await run('CREATE TABLE keyed (k TEXT PRIMARY KEY) WITHOUT ROWID');
    await run("INSERT INTO keyed VALUES ('k')");
    await run('CREATE TABLE typed (i INTEGER) STRICT');
    await run("CREATE TRIGGER no BEFORE DELETE ON keyed BEGIN SELECT RAISE(ABORT, 'syntax error'); END");
  });

  test.each([
    ['SELEC 1', { class: 'syntax' }],
    ['SELECT 1 +', { class: 'syntax' }],
    ["SELECT 'open", { class: 'syntax' }],
    ['SELECT * FROM nowhere', { class: 'noSuchTable' }],
    ['DROP VIEW nowhere', { class: 'noSuchTable' }],
    ['SELECT missing FROM parent', { class: 'other' }],
    ['SELECT missing()', { class: 'unsupported' }],
    ['SELECT abs(-9223372036854775808)', { class: 'other' }],
    ['INSERT INTO sqlite_schema DEFAULT VALUES', { class: 'other' }],
    ["INSERT INTO parent VALUES (2, 'u', 'n', 1)", { class: 'constraint', constraint: 'unique' }],
    ["INSERT INTO parent VALUES (1, 'v', 'n', 1)", { class: 'constraint', constraint: 'primaryKey' }],
    ["INSERT INTO keyed VALUES ('k')", { class: 'constraint', constraint: 'primaryKey' }],
    ["INSERT INTO parent VALUES (2, 'v', NULL, 1)", { class: 'constraint', constraint: 'notNull' }],
    ["INSERT INTO parent VALUES (2, 'v', 'n', 0)", { class: 'constraint', constraint: 'check' }],
    ['INSERT INTO child VALUES (7)', { class: 'constraint', constraint: 'foreignKey' }],
    ["INSERT INTO typed VALUES ('x')", { class: 'constraint', constraint: 'datatype' }],
    ["INSERT INTO parent VALUES ('x', 'v', 'n', 1)", { class: 'constraint', constraint: 'datatype' }],
    ['DELETE FROM keyed', { class: 'constraint', constraint: 'other', message: 'syntax error' }],
  ])('%s', async (sql, refusal) => {
    expect(await run(sql)).toMatchObject({ kind: 'refused', ...refusal });
  });

  test('and the text of the engine', async () => {
    expect(await run('SELECT * FROM nöwhere')).toMatchObject({ message: 'no such table: nöwhere' });
  });

  test('a connection that may only read says so', async () => {
    await run('PRAGMA query_only = ON');
    expect(await run('DELETE FROM child')).toMatchObject({ kind: 'refused', class: 'readonly' });
    await run('PRAGMA query_only = OFF');
  });
});

describe('fuel', () => {
  const endless = 'WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r)';

  test('ends an endless statement', async () => {
    expect(await run(`${endless} SELECT count(*) FROM r`, 1_000_000)).toEqual({ kind: 'fuel' });
  });

  test('ends an endless result before memory does', async () => {
    expect(await run(`${endless} SELECT x FROM r`, 10_000_000)).toEqual({ kind: 'fuel' });
  });

  test('is for one statement: the next has its own', async () => {
    await run(`${endless} SELECT count(*) FROM r`, 100_000);
    const counting = `${endless} SELECT count(*) FROM (SELECT x FROM r LIMIT 1000)`;
    for (let i = 0; i < 5; i++) expect(await run(counting, 100_000)).toMatchObject({ rows: [[1000n]] });
  });

  test('runs out at the same point each time', async () => {
    const cost = async (fuel: number) => (await run(`${endless} SELECT x FROM r LIMIT 500`, fuel)).kind;
    const kinds = await Promise.all([10_000, 30_000, 50_000, 70_000, 90_000].map(cost));
    expect(kinds).toContain('fuel');
    expect(kinds).toContain('rows');
    expect(await Promise.all([10_000, 30_000, 50_000, 70_000, 90_000].map(cost))).toEqual(kinds);
  });
});
