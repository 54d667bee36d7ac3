import { parseStmt, type Stmt } from 'sqlite3-parser';
import { expect, test } from 'vitest';
import { printLiteral } from '../../../../src/dialect/sqlite/print/literal.ts';
import { printStatement } from '../../../../src/dialect/sqlite/print/print.ts';
import { readers } from '../../../../src/dialect/sqlite/read/read.ts';
import { Random } from '../../../../src/random.ts';
import { statement } from '../../../sql/random-ast.ts';

/** What the parser says of a text, without places and without parentheses that only group. */
function meaningOf(sql: string): unknown {
  const parsed = parseStmt(sql);
  return parsed.status === 'ok' ? plain(parsed.root) : parsed.errors.join();
}

function plain(node: Stmt | unknown): unknown {
  if (Array.isArray(node)) return node.map(plain);
  if (typeof node !== 'object' || node === null || node instanceof Uint8Array) return node;
  const { type, exprs, span: _, ...rest } = node as { type?: string; exprs?: unknown[]; span?: unknown };
  if (type === 'ParenthesizedExpr' && exprs?.length === 1) return plain(exprs[0]);
  const fields = Object.entries({ type, exprs, ...rest }).map(([key, value]) => [key, plain(value)]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** A word there is a text, and is printed as one; random trees have columns there. */
function hasBareDefault(sql: string): boolean {
  return / DEFAULT \(?[^('0-9-]/.test(sql);
}

test('what is read means what was written: its text parses to the same tree', async () => {
  const newReader = await readers();
  const unread = new Set<string>();
  for (let i = 0; i < 1500; i++) {
    const sql = printStatement(statement(Random.of('read', i), 3));
    const result = newReader()(sql);
    if ('problem' in result) expect.fail(`${sql}: ${result.problem.message}`);
    if (result.unread !== undefined) unread.add(result.unread);
    else if (!hasBareDefault(sql))
      expect(meaningOf(printStatement(result.statement)), sql).toEqual(meaningOf(sql));
  }
  // A random tree may have a text where a name is meant.
  expect([...unread]).toEqual(['a text for a column']);
});

async function printedBy(): Promise<(sql: string) => string> {
  const read = (await readers())();
  return (sql) => {
    const result = read(sql);
    return 'problem' in result ? result.problem.message : printStatement(result.statement);
  };
}

test('a name is spelt as it was the first time, since SQL does not tell A from a', async () => {
  const printed = await printedBy();
  expect(printed('create table Tab(A int, "b" REFERENCES p(x) ON DELETE SET NULL)')).toBe(
    'CREATE TABLE Tab (A int, b, FOREIGN KEY (b) REFERENCES p (x) ON DELETE SET NULL)',
  );
  expect(printed('select TAB.a, ROWID from tab where B is null and "A" isnull')).toBe(
    'SELECT Tab.A, rowid FROM Tab WHERE b IS NULL AND A ISNULL',
  );
});

test('operators that SQL writes in several ways stay as they were, because an engine may take each for another', async () => {
  const printed = await printedBy();
  for (const sql of [
    'SELECT 1 == 2, 1 = 2, 1 <> 2, 1 != 2, 1 = (3 == 4)',
    'SELECT 1 IS 2, 1 IS NOT 2, 1 IS DISTINCT FROM 2, 1 IS NOT DISTINCT FROM 2',
    'SELECT a NOTNULL, a NOT NULL, a ISNULL FROM t',
    'BEGIN CONCURRENT',
  ])
    expect(printed(sql)).toBe(sql);
  expect(printed('SELECT 1 /* == */ = 2')).toBe('SELECT 1 = 2');
});

test('values that no literal can say are values again', async () => {
  const read = (await readers())();
  for (const value of ["a'\0b\0", '\0\0', 2 ** -1074, 1.7976931348623157e308, -5e-324]) {
    const result = read(`SELECT ${printLiteral(value)}`);
    expect(result).toMatchObject({
      statement: { body: { columns: [{ expression: { kind: 'literal', value } }] } },
    });
  }
});

test('a window that is made of itself is kept as text, and does not go round in circles', async () => {
  const read = (await readers())();
  for (const definition of ['(ORDER BY sum(1) OVER w)', '(w)', '(ORDER BY count(*) OVER (w))'])
    expect(read(`SELECT count(*) OVER w FROM t WINDOW w AS ${definition}`)).toMatchObject({
      unread: 'the window w',
    });
});

test('windows with names, IN with a table, common tables before INSERT and names of the main database are said otherwise', async () => {
  const printed = await printedBy();
  expect(
    printed('SELECT sum(a) OVER w, min(a) OVER (w ROWS 1 PRECEDING) FROM t WINDOW w AS (ORDER BY a)'),
  ).toBe('SELECT sum(a) OVER (ORDER BY a), min(a) OVER (ORDER BY a ROWS 1 PRECEDING) FROM t');
  expect(printed('SELECT 1 IN main.t')).toBe('SELECT 1 IN (SELECT * FROM t)');
  expect(printed('WITH c AS (SELECT 1) INSERT INTO t SELECT * FROM c')).toBe(
    'INSERT INTO t WITH c AS (SELECT 1) SELECT * FROM c',
  );
  const before = 'WITH c AS MATERIALIZED (SELECT 1 AS x), d AS (SELECT 2 AS y)';
  expect(printed(`${before} DELETE FROM t WHERE a IN (SELECT x FROM c)`)).toBe(
    `${before} DELETE FROM t WHERE a IN (SELECT x FROM c)`,
  );
  expect(printed(`${before} UPDATE t SET a = (SELECT y FROM d)`)).toBe(
    `${before} UPDATE t SET a = (SELECT y FROM d)`,
  );
  expect(printed("ATTACH 'f' AS x")).toBe("ATTACH 'f' AS x");
  expect(printed('CREATE TABLE x.v(a)')).toBe('CREATE TABLE x.v (a)');
  expect(printed('SELECT * FROM x.v')).toBe('SELECT * FROM v');
});

test('what the syntax tree has no place for is named, with what it touches', async () => {
  const read = (await readers())();
  const cases: [string, string, object][] = [
    ['SELECT * FROM u, json_each(1)', 'a table-valued function', { reads: ['u', 'json_each'] }],
    ['SELECT nonesuch(1) LIMIT 1', 'nonesuch()', { reads: [], undetermined: true }],
    ['EXPLAIN SELECT 1', 'EXPLAIN', { reads: [], undetermined: true }],
    ['CREATE VIRTUAL TABLE vt USING fts5(a)', 'a virtual table', { redefines: ['vt'] }],
    ['CREATE TABLE c(a REFERENCES T)', 'REFERENCES without columns', { redefines: ['c', 'T'] }],
    ['CREATE TEMP TABLE v(a)', 'a temporary table', { redefines: ['v'] }],
    ['UPDATE main.v SET a = 1', 'main.v', { changes: ['v'], redefines: ['v'], reads: [] }],
    [
      'DELETE FROM t INDEXED BY i WHERE a IN (SELECT a FROM u)',
      'INDEXED, ORDER BY or LIMIT of a DELETE',
      { changes: ['T'], reads: ['u'] },
    ],
    ['DELETE FROM sqlite_stat1', 'sqlite_stat1', { reads: ['sqlite_stat1'] }],
    ['DELETE FROM sqlite_sequence', 'sqlite_sequence', { unbounded: true }],
    ['PRAGMA aux.cache_size = 3', 'a pragma of another database', { unbounded: true }],
  ];
  for (const [sql, unread, touched] of cases)
    expect(read(sql), sql).toEqual({ statement: { kind: 'raw', sql, changes: [], ...touched }, unread });
});

test('what is no SQL is said with its line and column, and with what was expected', async () => {
  const read = (await readers())();
  const problems: [string, object][] = [
    [
      'SELECT a,\n  FROM t',
      { line: 2, column: 3, message: /"FROM" is not expected: remove the trailing comma/ },
    ],
    ['SELEC 1', { line: 1, column: 1, message: /"SELEC" is not expected: expected delete, identifier/ }],
    ['CREATE TABLE t(a,', { line: 1, column: 18, message: /incomplete input: missing "\)"/ }],
    ["SELECT 'abc", { line: 1, column: 8, message: /unterminated string/ }],
    ['', { line: 1, column: 1, message: /no SQL/ }],
  ];
  for (const [sql, { message, ...place }] of problems as [string, { message: RegExp }][]) {
    const result = read(sql);
    if (!('problem' in result)) expect.fail(sql);
    expect(result.problem, sql).toMatchObject(place);
    expect(result.problem.message, sql).toMatch(message);
  }
});
