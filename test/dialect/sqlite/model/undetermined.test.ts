// What correct engines, or versions of SQLite, do differently: a model that decided it would raise false alarms.

import { expect, test } from 'vitest';
import type { Prediction } from '../../../../src/dialect/prediction.ts';
import { type Database, emptyDatabase, predict } from '../../../../src/dialect/sqlite/model/predict.ts';
import { readers } from '../../../../src/dialect/sqlite/read/read.ts';
import type { Expression, Select, SelectCore, Statement } from '../../../../src/sql/ast.ts';
import { binary, call, collate, column, equal, integer, real, text } from '../../../../src/sql/build.ts';

const core = (expression: Expression, from?: string): SelectCore => ({
  kind: 'core',
  columns: [{ kind: 'expression', expression, alias: 'x' }],
  ...(from ? { from: { kind: 'table', name: from } as const } : {}),
});
const query = (expression: Expression, from: string): Select => ({
  kind: 'select',
  body: core(expression, from),
});
const start: Statement[] = [
  {
    kind: 'createTable',
    name: 't',
    columns: [
      { name: 'r', type: 'REAL' },
      { name: 'n', type: 'INTEGER' },
      { name: 's', type: 'TEXT' },
    ],
  },
  {
    kind: 'insert',
    table: 't',
    source: {
      kind: 'values',
      rows: [
        [real(1.5), integer(2 ** 52), text('a')],
        [real(2.5), integer(2 ** 52 + 1), text('b')],
        [real(3.5), integer(2 ** 52 + 3), text('c')],
      ],
    },
  },
];

let filled: Database = emptyDatabase();
for (const statement of start) filled = predict(filled, 0, statement).database;
const predicted = (statement: Statement) => predict(filled, 0, statement).prediction;

const mixed: Select = {
  kind: 'select',
  body: {
    kind: 'compound',
    operator: 'UNION ALL',
    left: core(column('r'), 't'),
    right: core(column('n'), 't'),
  },
};
const fromMixed: Select = {
  kind: 'select',
  body: {
    kind: 'core',
    columns: [{ kind: 'all' }],
    from: { kind: 'subquery', select: mixed, alias: 'q' },
  },
};

test('which arm of a compound gives the affinity', () => {
  expect(predicted(mixed)).toMatchObject({ kind: 'rows' });
  expect(predicted(fromMixed)).toMatchObject({ kind: 'undetermined', reason: 'column of a mixed compound' });
  const copy: Statement = { kind: 'createTableAs', name: 'c', select: mixed };
  expect(predicted(copy)).toMatchObject({ kind: 'undetermined', reason: 'column of a mixed compound' });
  const copyOfCopy: Statement = { kind: 'createTableAs', name: 'c', select: fromMixed };
  expect(predicted(copyOfCopy)).toMatchObject({ kind: 'undetermined', reason: 'column of a mixed compound' });
});

test('what is lost when large integers are added as reals', () => {
  expect(predicted(query(call('sum', column('n')), 't'))).toMatchObject({ kind: 'rows' });
  const reason = 'avg of large integers';
  expect(predicted(query(call('avg', column('n')), 't'))).toMatchObject({ kind: 'undetermined', reason });
  expect(predicted(query(call('avg', column('r')), 't'))).toMatchObject({ kind: 'rows' });
});

test('a subquery over the updated table that runs when a row first needs it', () => {
  const total: Expression = { kind: 'scalar', select: query(call('total', column('r')), 't') };
  const update = (value: Expression): Statement => ({
    kind: 'update',
    table: 't',
    set: [{ columns: ['r'], value }],
  });
  expect(predicted(update(total))).toMatchObject({ kind: 'rows', changes: 3 });
  const putOff = call('coalesce', column('n'), total);
  expect(predicted(update(putOff))).toMatchObject({
    kind: 'undetermined',
    reason: 'subquery while updating',
  });
});

test('comparisons with several collations around OR', () => {
  const trimmed = equal(collate(column('s'), 'RTRIM'), text('a '));
  const where = (condition: Expression): Statement => ({
    kind: 'select',
    body: { ...core(column('s'), 't'), where: condition },
  });
  expect(predicted(where(trimmed))).toMatchObject({ kind: 'rows', rows: [['a']] });
  expect(predicted(where(binary(trimmed, 'OR', equal(column('s'), text('')))))).toMatchObject({
    kind: 'undetermined',
  });
});

test('a row without a partner in a RIGHT JOIN whose right side has a computed index: SQLite is wrong there', () => {
  const rightJoin: Select = {
    kind: 'select',
    body: {
      kind: 'core',
      columns: [{ kind: 'expression', expression: column('n', 'b') }],
      from: {
        kind: 'join',
        operator: 'RIGHT JOIN',
        left: { kind: 'table', name: 't', alias: 'a' },
        right: { kind: 'table', name: 't', alias: 'b' },
        on: equal(column('n', 'a'), column('n', 'b')),
      },
    },
  };
  const indexed = (expression: Expression): Statement => ({
    kind: 'createIndex',
    name: 'i',
    table: 't',
    columns: [{ expression }],
  });
  const kindWith = (index: Statement) =>
    predict(predict(filled, 0, index).database, 0, rightJoin).prediction.kind;
  expect(kindWith(indexed(binary(column('n'), '+', integer(1))))).toBe('undetermined');
  expect(kindWith(indexed(column('n')))).toBe('rows');
});

test('a sum that overflows in a subquery that may not be needed', () => {
  const sumOf = (value: Expression): Expression => ({
    kind: 'scalar',
    select: query(call('sum', value), 't'),
  });
  const never = (value: Expression): Select => ({
    kind: 'select',
    body: { ...core(sumOf(value), 't'), where: equal(column('n'), integer(0)) },
  });
  expect(predicted(never(integer(2n ** 63n - 1n))).kind).toBe('undetermined');
  expect(predicted(never(integer(1))).kind).toBe('rows');
});

test('row values that are ordered where a WITHOUT ROWID table got a column after its rows', () => {
  const table = (withoutRowid: boolean): Database =>
    (
      [
        {
          kind: 'createTable',
          name: 't',
          columns: [{ name: 'k', type: 'INTEGER', primaryKey: {} }],
          withoutRowid,
        },
        { kind: 'insert', table: 't', source: { kind: 'values', rows: [[integer(1)]] } },
        { kind: 'alterTable', table: 't', action: { kind: 'addColumn', column: { name: 'c' } } },
      ] satisfies Statement[]
    ).reduce((database, statement) => predict(database, 0, statement).database, emptyDatabase());
  const compared = (withoutRowid: boolean, operator: '<' | '=') => {
    const left: Expression = { kind: 'row', items: [integer(0), text('')] };
    const right: Expression = { kind: 'row', items: [column('k'), column('c')] };
    const select = query(binary(left, operator, right), 't');
    return predict(table(withoutRowid), 0, select).prediction.kind;
  };
  expect(compared(true, '<')).toBe('undetermined');
  expect(compared(true, '=')).toBe('rows');
  expect(compared(false, '<')).toBe('rows');
});

test('a last digit that is stored, or read from another query, where more is made of it', () => {
  const set = (value: Expression): Statement => ({
    kind: 'update',
    table: 't',
    set: [{ columns: ['n'], value }],
  });
  const from = (value: Expression): Select => ({
    kind: 'select',
    body: {
      ...core(column('x')),
      from: { kind: 'subquery', select: query(value, 't'), alias: 'q' },
    },
  });
  // Not a constant, which the model could follow.
  const digits = call('log2', call('julianday', text('2024-02-29'), column('s')));
  const other = call('json_valid', column('s'));
  for (const made of [set, from]) {
    expect(predicted(made(digits))).toMatchObject({ kind: 'undetermined' });
    expect(predicted(made(other))).toMatchObject({ kind: 'unknown' });
  }
});

test.each([
  // SQLite leaves out a column that nothing uses before it looks at it.
  ['SELECT NULL FROM (SELECT (SELECT NULL, 0))'],
  ['SELECT EXISTS (SELECT (SELECT NULL, 0))'],
  // Beside min(DISTINCT x), SQLite takes bare columns from the last row.
  ['SELECT min(DISTINCT n), s FROM t'],
  // SQLite sorts by the column that is called x, here.
  ["SELECT s AS x, NULL, s FROM t UNION SELECT NULL, '', 'z' ORDER BY s"],
  // An aggregate of what only the query around it has belongs to that one, whatever else is in its argument.
  ['SELECT (SELECT min((SELECT NULL) || n)) FROM t'],
  // SQLite sorts a compound by its result columns alone: a column of the query around it is none.
  ['SELECT * FROM t WHERE NULL IN (SELECT n EXCEPT SELECT NULL ORDER BY n)'],
  // The affinity is that of one arm, and reading the column of the query in FROM may convert the value of the other.
  ['SELECT * FROM (SELECT (SELECT 0 UNION SELECT r ORDER BY 1) AS x FROM t)'],
  // What stands beside a flattened UNION ALL is copied for each arm, and its ON clauses with it.
  [
    'SELECT 1 FROM (SELECT n FROM t UNION ALL SELECT n FROM t) JOIN (SELECT DISTINCT 1 FROM t FULL JOIN t JOIN t ON NULL)',
  ],
  // Whether likely() hides the name of a column depends on where the query stands.
  ['SELECT s FROM (SELECT likely(s) FROM t)'],
  ['SELECT s COLLATE NOCASE FROM t UNION SELECT 1 ORDER BY s'],
])('the model does not decide %s', async (sql) => {
  const read = (await readers())()(sql);
  if ('problem' in read) throw new Error(read.problem.message);
  expect(['unknown', 'undetermined']).toContain(predicted(read.statement).kind);
});

test('COLLATE does not hide the name of a column from the query that reads it', async () => {
  const read = (await readers())()('SELECT s FROM (SELECT s COLLATE NOCASE FROM t)');
  if ('problem' in read) throw new Error(read.problem.message);
  expect(predicted(read.statement)).toMatchObject({ kind: 'rows', rows: [['a'], ['b'], ['c']] });
});

test.each(['ORDER BY', 'GROUP BY'])(
  'what the parser replaces by 0 is a number of a result column in %s',
  async (by) => {
    const read = (await readers())()(`SELECT NULL ${by} 0 AND NULL`);
    if ('problem' in read) throw new Error(read.problem.message);
    expect(predicted(read.statement)).toMatchObject({ kind: 'refused' });
  },
);

test('a common table that reads itself is recursive without the word RECURSIVE', async () => {
  const read = (await readers())()(
    'WITH q AS (SELECT 0 AS i UNION ALL SELECT i + 1 FROM q WHERE i < 2) SELECT i FROM q',
  );
  if ('problem' in read) throw new Error(read.problem.message);
  expect(predicted(read.statement)).toMatchObject({ kind: 'rows', rows: [[0n], [1n], [2n]] });
});

test.each([
  "INSERT INTO t (n) VALUES (1), ('1' IS NOT TRUE)",
  'INSERT OR REPLACE INTO t (n) VALUES (1) ON CONFLICT DO UPDATE SET s = excluded.s',
])('the model does not decide what %s stores', async (sql) => {
  const read = (await readers())()(sql);
  if ('problem' in read) throw new Error(read.problem.message);
  expect(predicted(read.statement).kind).toBe('unknown');
});

test('whether a subquery of an upsert sees the rows of the same statement is undetermined', async () => {
  const read = (await readers())();
  let prediction: Prediction | undefined;
  let database = emptyDatabase();
  for (const sql of [
    'CREATE TABLE u (a PRIMARY KEY)',
    'INSERT INTO u VALUES (3), (3) ON CONFLICT DO UPDATE SET a = 0 WHERE a IN (SELECT a FROM u)',
  ]) {
    const made = read(sql);
    if ('problem' in made) throw new Error(made.problem.message);
    ({ database, prediction } = predict(database, 0, made.statement));
  }
  expect(prediction?.kind).toBe('undetermined');
});

test('a pragma that perhaps writes on a stale snapshot leaves open who holds the lock', async () => {
  const read = (await readers())();
  let prediction: Prediction | undefined;
  let database = emptyDatabase();
  for (const [connection, sql] of [
    [0, 'CREATE TABLE u (a)'],
    [0, 'INSERT INTO u VALUES (3)'],
    [1, 'BEGIN'],
    [1, 'SELECT a FROM u'],
    // SQLite writes nothing here, and others write the same again.
    [0, 'UPDATE u SET a = 3'],
    [1, 'PRAGMA user_version = 1'],
    [0, 'INSERT INTO u VALUES (0)'],
  ] as const) {
    const made = read(sql);
    if ('problem' in made) throw new Error(made.problem.message);
    ({ database, prediction } = predict(database, connection, made.statement));
  }
  expect(prediction?.kind).toBe('unknown');
});

test.each(['SELECT 1 FROM u WHERE (SELECT a, 0) = (b, 0)', 'SELECT (SELECT a, 0) >= (b, 0) FROM u'])(
  'whether the columns of a query that is a row value have collations is undetermined: %s',
  async (sql) => {
    const read = (await readers())();
    let prediction: Prediction | undefined;
    let database = emptyDatabase();
    for (const each of ['CREATE TABLE u (a, b COLLATE RTRIM)', "INSERT INTO u VALUES ('z', 'z ')", sql]) {
      const made = read(each);
      if ('problem' in made) throw new Error(made.problem.message);
      ({ database, prediction } = predict(database, 0, made.statement));
    }
    expect(prediction?.kind).toBe('undetermined');
  },
);

test('a condition that may raise is not tried on one table of a join if a subquery in it may read the other', async () => {
  const read = (await readers())();
  let prediction: Prediction | undefined;
  let database = emptyDatabase();
  for (const sql of [
    'CREATE TABLE u (a)',
    'CREATE TABLE v (b)',
    "INSERT INTO u VALUES (x'')",
    "INSERT INTO v VALUES (x'')",
    'SELECT 1 FROM u JOIN v WHERE abs(u.a IN (SELECT v.b)) = 1',
  ]) {
    const made = read(sql);
    if ('problem' in made) throw new Error(made.problem.message);
    ({ database, prediction } = predict(database, 0, made.statement));
  }
  expect(prediction?.kind).toBe('undetermined');
});

test('nobody is held to what comes after ROLLBACK TO on a connection that wrote and has not read the schema yet', async () => {
  const read = (await readers())();
  let prediction: Prediction | undefined;
  let database = emptyDatabase();
  for (const [connection, sql] of [
    [0, 'CREATE TABLE u (a)'],
    [1, 'SAVEPOINT s'],
    [1, 'PRAGMA user_version = 1'],
    [1, 'ROLLBACK TO s'],
    [1, 'UPDATE u SET a = 1'],
  ] as const) {
    const made = read(sql);
    if ('problem' in made) throw new Error(made.problem.message);
    ({ database, prediction } = predict(database, connection, made.statement));
  }
  expect(prediction?.kind).toBe('unknown');
});

test.each([
  "SELECT substr('a' || char(0), 1)",
  "SELECT trim('a', char(0))",
  "SELECT replace('a', char(0), 'b')",
  'SELECT unhex(char(0))',
])('where a function ends a text at a NUL it is undetermined what it gives: %s', async (sql) => {
  const read = (await readers())()(sql);
  if ('problem' in read) throw new Error(read.problem.message);
  expect(predicted(read.statement).kind).toBe('undetermined');
});

test('a date that need not be one of the years 0 to 9999 is undetermined', async () => {
  const read = (await readers())();
  const kindOf = (sql: string) => {
    const made = read(sql);
    if ('problem' in made) throw new Error(made.problem.message);
    return predicted(made.statement).kind;
  };
  expect(kindOf("SELECT strftime('%Y', 0, 'start of month')")).toBe('undetermined');
  expect(kindOf("SELECT date(n, '+1 day') FROM t")).toBe('undetermined');
  expect(kindOf("SELECT date('2024-02-29', '+1 day')")).toBe('unknown');
});

test('whether the remainder of a text is an INTEGER or a REAL is undetermined', async () => {
  const read = (await readers())();
  const kindOf = (sql: string) => {
    const made = read(sql);
    if ('problem' in made) throw new Error(made.problem.message);
    return predicted(made.statement).kind;
  };
  expect(kindOf("SELECT 5 % '2.5'")).toBe('undetermined');
  expect(kindOf("SELECT 5 % '2', 5 % 2.5")).toBe('rows');
});

/** What is predicted of the last statement; each is on the connection before it. */
async function lastOf(...steps: readonly (readonly [number, string])[]): Promise<string | undefined> {
  const read = (await readers())();
  let prediction: Prediction | undefined;
  let database = emptyDatabase();
  for (const [connection, sql] of steps) {
    const made = read(sql);
    if ('problem' in made) throw new Error(made.problem.message);
    ({ database, prediction } = predict(database, connection, made.statement));
  }
  return prediction?.kind;
}

test('nobody is held to what a foreign key makes of a parent whose columns the model does not know', async () => {
  const kind = await lastOf(
    [0, 'PRAGMA foreign_keys = ON'],
    [0, 'CREATE TABLE u (a TEXT PRIMARY KEY)'],
    [0, 'CREATE TABLE v (b TEXT REFERENCES u (a))'],
    [0, 'ALTER TABLE u RENAME COLUMN a TO c'],
    [0, 'CREATE TABLE w (d TEXT REFERENCES u (a))'],
    [0, 'DELETE FROM w'],
  );
  expect(kind).toBe('unknown');
});

test('ANALYZE that comes to the same again may leave the snapshots of others as they are', async () => {
  const kind = await lastOf(
    [0, 'CREATE TABLE u (a)'],
    [0, 'ANALYZE'],
    [1, 'BEGIN'],
    [1, 'SELECT a FROM u'],
    [0, 'ANALYZE u'],
    [1, 'DELETE FROM u'],
  );
  expect(kind).toBe('undetermined');
});

test('who holds the lock is open after a refusal of what a stale schema lets through', async () => {
  const kind = await lastOf(
    [0, 'CREATE TABLE u (a, b)'],
    [1, 'UPDATE u SET a = 1'],
    [0, 'ALTER TABLE u DROP COLUMN b'],
    [1, 'BEGIN'],
    [1, 'INSERT INTO u VALUES (1, 2)'],
    [0, 'INSERT INTO u VALUES (0)'],
  );
  expect(kind).toBe('unknown');
});

test('REINDEX that is rolled back leaves the connection with the schema that it had', async () => {
  const kind = await lastOf(
    [0, 'CREATE TABLE u (a PRIMARY KEY)'],
    [1, 'BEGIN'],
    [1, 'UPDATE u SET a = 0'],
    [1, 'REINDEX'],
    [1, 'ROLLBACK'],
    [0, 'CREATE TABLE v (b)'],
    [1, 'REINDEX v'],
  );
  expect(kind).toBe('undetermined');
});

test('a refusal as busy takes no lock, whatever schema was read last', async () => {
  const kind = await lastOf(
    [0, 'CREATE TABLE u (a)'],
    [0, 'CREATE TABLE v (b)'],
    [1, 'DROP TABLE u'],
    [0, 'BEGIN'],
    [0, 'WITH q AS (WITH r AS (SELECT * FROM v) SELECT NULL FROM r JOIN v) SELECT NULL FROM q RIGHT JOIN v'],
    [1, 'CREATE TRIGGER g BEFORE INSERT ON v BEGIN SELECT NULL; END'],
    [0, 'ALTER TABLE v ADD COLUMN c'],
    [0, 'CREATE TRIGGER h BEFORE INSERT ON v BEGIN SELECT NULL; END'],
  );
  expect(kind).not.toBe('rows');
});

test.each([
  ["INSERT OR FAIL INTO u (b) VALUES ('x')", 'undetermined'],
  ["INSERT OR IGNORE INTO u (b) VALUES ('x')", 'undetermined'],
  ["INSERT INTO u (b) VALUES ('x') ON CONFLICT DO NOTHING", 'undetermined'],
  ["INSERT OR IGNORE INTO u VALUES (5, 'x')", 'rows'],
])(
  'whether AUTOINCREMENT gives the rowid of a row that was not stored again is undetermined: %s',
  async (refused, expected) => {
    const kind = await lastOf(
      [0, 'CREATE TABLE u (a INTEGER PRIMARY KEY AUTOINCREMENT, b UNIQUE)'],
      [0, "INSERT INTO u VALUES (9, 'x')"],
      [0, refused],
      [0, "INSERT INTO u (b) VALUES ('y')"],
    );
    expect(kind).toBe(expected);
  },
);

test('a rowid that AUTOINCREMENT may remember is of no matter once a greater one was stored', async () => {
  const kind = await lastOf(
    [0, 'CREATE TABLE u (a INTEGER PRIMARY KEY AUTOINCREMENT, b UNIQUE)'],
    [0, "INSERT INTO u VALUES (9, 'x')"],
    [0, "INSERT OR IGNORE INTO u (b) VALUES ('x')"],
    [0, "INSERT INTO u VALUES (20, 'z')"],
    [0, "INSERT INTO u (b) VALUES ('y')"],
  );
  expect(kind).toBe('rows');
});

test.each([
  ["CAST('1234567890123456' AS REAL)", 'undetermined'],
  ["'9223372036854775808' + 0", 'undetermined'],
  ["CAST('0.12345678901234567' AS NUMERIC)", 'undetermined'],
  ["CAST('123456789012345' AS REAL)", 'rows'],
  ["'9223372036854775807' + 0", 'rows'],
  ["CAST('12345678901234500.0' AS REAL)", 'rows'],
])(
  'what is left of the digits after the fifteenth of a text as a REAL is undetermined: %s',
  async (sql, expected) => {
    expect(await lastOf([0, `SELECT ${sql}`])).toBe(expected);
  },
);

test.each([
  ["'1. ' = u.a COLLATE RTRIM", 'undetermined'],
  ["'1. ' = u.a", 'rows'],
])(
  'what a join equates with a column is not taken for what that is equated with under another collation: %s',
  async (condition, expected) => {
    const kind = await lastOf(
      [0, 'CREATE TABLE u (a)'],
      [0, 'CREATE TABLE v (b)'],
      [0, `SELECT 1 FROM v CROSS JOIN u ON u.a = v.b WHERE ${condition}`],
    );
    expect(kind).toBe(expected);
  },
);

test('which arm of a compound gives the affinity is open in RETURNING too', async () => {
  const kind = await lastOf(
    [0, 'CREATE TABLE u (a)'],
    [0, 'INSERT INTO u VALUES (1)'],
    [0, 'UPDATE u SET a = 0 RETURNING (SELECT (SELECT 0 UNION SELECT CAST(NULL AS REAL) WHERE NULL))'],
  );
  expect(kind).toBe('undetermined');
});

test.each([
  ['VALUES (0), (2 IS NOT TRUE)', 'unknown'],
  ['VALUES (2 IS NOT TRUE)', 'rows'],
])('nobody is held to what IS TRUE is in VALUES of several rows: %s', async (sql, expected) => {
  expect(await lastOf([0, sql])).toBe(expected);
});
