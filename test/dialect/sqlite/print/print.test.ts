import { expect, test } from 'vitest';
import { defaultSetting } from '../../../../src/dialect/sqlite/generate/setting.ts';
import { statement as generated } from '../../../../src/dialect/sqlite/generate/statements/statements.ts';
import { printLiteral } from '../../../../src/dialect/sqlite/print/literal.ts';
import { printExpression, printStatement } from '../../../../src/dialect/sqlite/print/print.ts';
import { Random } from '../../../../src/random.ts';
import type { Expression } from '../../../../src/sql/ast.ts';
import { binary, call, collate, column, integer, literal, not, text } from '../../../../src/sql/build.ts';
import { sameValue } from '../../../../src/sql/value.ts';
import { openReference } from '../../../conformance/reference.ts';
import { randomReal, statement, value } from '../../../sql/random-ast.ts';
import { everything } from '../generate/everything.ts';
import { SqliteView } from '../generate/sqlite-view.ts';
import { errorsIn } from './errors-in.ts';

test('every printed statement parses', () => {
  const made = Array.from({ length: 1500 }, (_, i) => statement(Random.of('print', i), 4));
  expect(made.flatMap((each) => errorsIn(printStatement(each)))).toEqual([]);
});

test('every statement of the generator parses', async () => {
  const sqlite = await openReference();
  const view = new SqliteView(sqlite);
  // The parser knows no BEGIN CONCURRENT.
  const weights = { ...everything, transactionMode: { ...everything.transactionMode, concurrent: 0 } };
  const setting = defaultSetting({ weights });
  const errors: string[] = [];
  for (let i = 0; i < 250; i++) {
    const made = generated(Random.of('generated', i), view, setting);
    errors.push(...errorsIn(printStatement(made)));
    view.run(made);
  }
  sqlite.close();
  expect(errors).toEqual([]);
});

test('SQLite reads a literal back as the same value, bit for bit', async () => {
  const sqlite = await openReference();
  const random = Random.of('literals');
  const values = Array.from({ length: 4000 }, (_, i) => (i % 2 === 0 ? value(random) : randomReal(random)));
  const wrong: string[] = [];
  for (let i = 0; i < values.length; i += 500) {
    const part = values.slice(i, i + 500);
    const [row] = sqlite.query(`SELECT ${part.map(printLiteral).join(', ')}`);
    part.forEach((expected, j) => {
      if (!sameValue(expected, row[j])) wrong.push(`${printLiteral(expected)} is read as ${String(row[j])}`);
    });
  }
  sqlite.close();
  expect(wrong).toEqual([]);
});

test('parentheses appear where they are needed and nowhere else', () => {
  const [a, b, c] = [column('a'), column('b'), column('c')];
  const unary = (operator: '-' | '~' | '+', operand: Expression): Expression => ({
    kind: 'unary',
    operator,
    operand,
  });
  const cases: [Expression, string][] = [
    [binary(binary(a, '-', b), '-', c), 'a - b - c'],
    [binary(a, '-', binary(b, '-', c)), 'a - (b - c)'],
    [binary(a, '-', literal(-5n)), 'a - -5'],
    [unary('-', literal(-5n)), '- -5'],
    [unary('-', unary('-', a)), '- -a'],
    [unary('~', unary('-', a)), '~-a'],
    [literal(-(2n ** 63n)), '-9223372036854775808'],
    [binary(binary(a, 'OR', b), 'AND', c), '(a OR b) AND c'],
    [not(binary(a, '=', b)), 'NOT a = b'],
    [binary(not(a), '=', b), '(NOT a) = b'],
    [binary(a, '=', not(b)), 'a = (NOT b)'],
    [binary(a, '=', binary(b, '<', c)), 'a = b < c'],
    [binary(a, '<', binary(b, '=', c)), 'a < (b = c)'],
    [collate(unary('-', a), 'NOCASE'), '-a COLLATE NOCASE'],
    [unary('-', collate(a, 'NOCASE')), '-(a COLLATE NOCASE)'],
    [binary(a, '||', binary(b, '+', c)), 'a || (b + c)'],
    [
      { kind: 'between', operand: a, low: binary(b, 'AND', c), high: c, negated: false },
      'a BETWEEN (b AND c) AND c',
    ],
    [text('a\0b'), "('a' || char(0) || 'b')"],
    [literal(9e15), '9000000000000000.0'],
    [literal(-0), '-0.0'],
    [call('abs', integer(-1)), 'abs(-1)'],
    [column('group', 'my table'), '"my table"."group"'],
  ];
  for (const [tree, sql] of cases) expect(printExpression(tree)).toBe(sql);
});

test('an upsert after a query from a table is not read as the ON of a join', async () => {
  const sqlite = await openReference();
  sqlite.query('CREATE TABLE t (a PRIMARY KEY)');
  const sql = printStatement({
    kind: 'insert',
    table: 't',
    source: {
      kind: 'select',
      select: {
        kind: 'select',
        body: { kind: 'core', columns: [{ kind: 'all' }], from: { kind: 'table', name: 't' } },
      },
    },
    upsert: [{}],
  });
  expect(sqlite.query(sql)).toEqual([]);
  sqlite.close();
});
