import { parseStmt, type Stmt } from 'sqlite3-parser';
import { expect, test } from 'vitest';
import { printStatement } from '../../../../src/dialect/sqlite/print/print.ts';
import { reader } from '../../../../src/dialect/sqlite/read/read.ts';
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

test('what is read means what was written: its text parses to the same tree', async () => {
  const unread = new Set<string>();
  for (let i = 0; i < 1500; i++) {
    const sql = printStatement(statement(Random.of('read', i), 3));
    const result = (await reader())(sql);
    if ('statement' in result)
      expect(meaningOf(printStatement(result.statement)), sql).toEqual(meaningOf(sql));
    else if (!sql.includes('CONCURRENT'))
      unread.add(/^[^.]+\.[^.]+$/.test(result.unread) ? 'a database' : result.unread);
  }
  expect([...unread]).toEqual(['a database', 'a default that is a bare word']);
});

test('a name is spelt as it was the first time, since SQL does not tell A from a', async () => {
  const read = await reader();
  const printed = (sql: string) => {
    const result = read(sql);
    return 'statement' in result ? printStatement(result.statement) : result.unread;
  };
  expect(printed('create table Tab(A int, "b" REFERENCES p(x) ON DELETE SET NULL)')).toBe(
    'CREATE TABLE Tab (A int, b, FOREIGN KEY (b) REFERENCES p (x) ON DELETE SET NULL)',
  );
  expect(printed('select TAB.a, ROWID from tab where B is null and "A" isnull')).toBe(
    'SELECT Tab.A, rowid FROM Tab WHERE b IS NULL AND A ISNULL',
  );
});

test('what the syntax tree has no place for is named, and whether it only reads', async () => {
  const read = await reader();
  const cases: [string, object][] = [
    ['SELECT * FROM sqlite_schema', { unread: 'sqlite_schema', isReading: true }],
    ['SELECT * FROM json_each(1)', { unread: 'a table-valued function', isReading: true }],
    ['SELECT nonesuch(1)', { unread: 'nonesuch()', isReading: true }],
    ['EXPLAIN SELECT 1', { unread: 'EXPLAIN', isReading: true }],
    ['CREATE VIRTUAL TABLE t USING fts5(a)', { unread: 'a virtual table', isReading: false }],
    ['CREATE TABLE t(a DEFAULT abc)', { unread: 'a default that is a bare word', isReading: false }],
    ['UPDATE main.t SET a = 1', { unread: 'main.t', isReading: false }],
    ['SELEC 1', { unread: 'it does not parse', isReading: false }],
  ];
  for (const [sql, result] of cases) expect(read(sql), sql).toEqual(result);
});
