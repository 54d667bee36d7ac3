// SQLite keeps the rows before a value that a STRICT table refuses, if it is in a transaction: nothing may be compared with it then.

import { expect, test } from 'vitest';
import { type Database, emptyDatabase, predict } from '../../../../src/dialect/sqlite/model/predict.ts';
import { expectationOf } from '../../../../src/plan/rehearsal.ts';
import type { Expression, Insert, Select, Statement, Update } from '../../../../src/sql/ast.ts';
import { call, column, integer, text } from '../../../../src/sql/build.ts';

const insert = (table: string, ...rows: Expression[][]): Insert => ({
  kind: 'insert',
  table,
  source: { kind: 'values', rows },
});
const reads = (table: string, expression: Expression = column('a')): Select => ({
  kind: 'select',
  body: { kind: 'core', columns: [{ kind: 'expression', expression }], from: { kind: 'table', name: table } },
});
const start: Statement[] = [
  { kind: 'createTable', name: 't', strict: true, columns: [{ name: 'a', type: 'INTEGER' }] },
  { kind: 'createTable', name: 'k', columns: [{ name: 'a', type: 'INTEGER', primaryKey: {} }] },
  { kind: 'createTable', name: 'u', columns: [{ name: 'a' }] },
  insert('t', [integer(1)], [integer(2)]),
  insert('u', [integer(3)], [text('x')]),
];

function after(statements: readonly Statement[]): Database {
  let database = emptyDatabase();
  for (const statement of statements) database = predict(database, 0, statement).database;
  return database;
}
const outside = after(start);
const inside = after([...start, { kind: 'begin' }]);

const refused = insert('t', [integer(0)], [text('')]);
const copied: Insert = { kind: 'insert', table: 't', source: { kind: 'select', select: reads('u') } };
const updated: Update = { kind: 'update', table: 't', set: [{ columns: ['a'], value: text('x') }] };
/** What the model cannot follow may be refused as well. */
const unfollowed: Update = {
  kind: 'update',
  table: 't',
  set: [{ columns: ['a'], value: call('json_valid', column('a')) }],
};

test.each<[string, Statement]>([
  ['after a row', refused],
  ['in rows of any order', copied],
  ['in an UPDATE of several rows', updated],
])('a refused value in a transaction, %s, goes into no plan', (_, statement) => {
  const { prediction } = predict(inside, 0, statement);
  expect(prediction).toMatchObject({ kind: 'undetermined', bug: 'refused-rows-stay' });
  expect(expectationOf(prediction, statement)).toBeNull();
});

test('nor does what the model cannot follow and may be refused after a row', () => {
  expect(predict(inside, 0, unfollowed).prediction).toMatchObject({ kind: 'undetermined' });
  expect(predict(outside, 0, unfollowed).prediction).toMatchObject({ kind: 'unknown' });
});

test.each<[string, Database, Statement, string]>([
  ['without a transaction, after a row', outside, refused, 'unknown'],
  ['without a transaction, in an UPDATE of several rows', outside, updated, 'unknown'],
  ['without a transaction, in rows of any order', outside, copied, 'unknown'],
  ['in the first row', inside, insert('t', [text('')], [integer(0)]), 'refused'],
  ['as a rowid, which SQLite gets right', inside, insert('k', [text('x')]), 'refused'],
])('a refused value %s is no such case', (_, database, statement, kind) => {
  const { prediction } = predict(database, 0, statement);
  expect(prediction).toMatchObject({ kind });
  expect(prediction).not.toHaveProperty('bug');
});
