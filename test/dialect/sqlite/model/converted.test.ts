// Where SQLite takes a column for constant that is not (its bug equal-but-not-constant), no engine is held to what comes out,
// and where it does not, every engine is.

import { expect, test } from 'vitest';
import { type Database, emptyDatabase, predict } from '../../../../src/dialect/sqlite/model/predict.ts';
import type { Call, Expression, FromItem, Select, SelectCore, Statement } from '../../../../src/sql/ast.ts';
import { and, binary, call, column, equal, integer, or, row, text } from '../../../../src/sql/build.ts';

const ONE: Expression = { kind: 'cast', operand: integer(1), type: 'INTEGER' };
const [a, i] = [column('a'), column('i')];
const t: FromItem = { kind: 'table', name: 't' };
const core = (expression: Expression, more: Partial<SelectCore>): SelectCore => ({
  kind: 'core',
  columns: [{ kind: 'expression', expression, alias: 'x' }],
  from: t,
  ...more,
});
const select = (body: Select['body'], more: Partial<Select> = {}): Select => ({
  kind: 'select',
  body,
  ...more,
});
const sorted = (expression: Expression, more: Partial<SelectCore>): Select =>
  select(core(expression, more), { orderBy: [{ expression: integer(1) }] });
const subquery = (query: Select): FromItem => ({ kind: 'subquery', select: query, alias: 'q' });
const x = column('x', 'q');

const start: Statement[] = [
  { kind: 'createTable', name: 't', columns: [{ name: 'a' }] },
  { kind: 'createTable', name: 'n', columns: [{ name: 'i', type: 'INTEGER' }] },
  { kind: 'createTable', name: 'm', columns: [{ name: 'a', type: 'INTEGER' }] },
  {
    kind: 'insert',
    table: 't',
    source: { kind: 'values', rows: [[text('1')], [text(' 1')], [text('2')]] },
  },
  { kind: 'insert', table: 'n', source: { kind: 'values', rows: [[integer(1)]] } },
  { kind: 'insert', table: 'm', source: { kind: 'values', rows: [[integer(1)]] } },
];
let filled: Database = emptyDatabase();
for (const statement of start) filled = predict(filled, 0, statement).database;
const predicted = (statement: Statement) => predict(filled, 0, statement).prediction;

const isOne = equal(a, ONE);
const n: FromItem = { kind: 'table', name: 'n' };
const distinct = (name: string, argument: Expression): Call => ({ ...call(name, argument), distinct: true });
const window: Expression = { ...call('rank'), over: { partitionBy: [], orderBy: [{ expression: a }] } };

test.each<[string, Select]>([
  ['ORDER BY', sorted(a, { where: isOne })],
  ['the other way round', sorted(a, { where: equal(ONE, a) })],
  ['IS', sorted(a, { where: binary(a, 'IS', ONE) })],
  ['among other conditions', sorted(a, { where: and(isOne, binary(a, '<', text('9'))) })],
  ['as a hint', sorted(a, { where: call('likely', isOne) })],
  ['in row values', sorted(a, { where: equal(row(a, integer(5)), row(ONE, integer(5))) })],
  [
    'with a subquery',
    sorted(a, { where: equal(a, { kind: 'scalar', select: select(core(i, { from: n })) }) }),
  ],
  ['GROUP BY', select(core(a, { where: isOne, groupBy: [a] }))],
  ['HAVING', select(core(a, { groupBy: [a], having: isOne }))],
  ['DISTINCT', select(core(a, { where: isOne, distinct: true }))],
  ['min()', select(core(call('min', a), { where: isOne }))],
  ['count(DISTINCT)', select(core(distinct('count', a), { where: isOne }))],
  ['ON', sorted(a, { from: { kind: 'join', operator: 'LEFT JOIN', left: n, right: t, on: equal(a, i) } })],
  [
    'USING',
    sorted(column('a', 't'), {
      from: { kind: 'join', operator: 'JOIN', left: { kind: 'table', name: 'm' }, right: t, using: ['a'] },
    }),
  ],
  [
    'with a column of the query around',
    select(
      core({ kind: 'scalar', select: select(core(call('min', a), { where: equal(a, i) })) }, { from: n }),
    ),
  ],
  [
    'in an arm that is sorted before it is merged',
    select(
      {
        kind: 'compound',
        operator: 'INTERSECT',
        left: core(a, { where: isOne }),
        right: core(a, {}),
      },
      { orderBy: [{ expression: integer(1) }] },
    ),
  ],
  [
    'that another column equals',
    sorted(a, {
      from: { kind: 'join', operator: 'JOIN', left: t, right: { ...t, alias: 'r' } },
      columns: [{ kind: 'expression', expression: column('a', 'r') }],
      where: and(equal(column('a', 't'), ONE), equal(column('a', 'r'), column('a', 't'))),
    }),
  ],
  ['in a query that is flattened', sorted(x, { from: subquery(select(core(a, { where: isOne }))) })],
  [
    'that moves into a query with groups',
    select(core(x, { from: subquery(select(core(a, { groupBy: [a] }))), where: equal(x, ONE) })),
  ],
])('a converted column that is not constant: %s', (_, query) => {
  expect(predicted(query)).toMatchObject({ kind: 'undetermined', bug: 'equal-but-not-constant' });
});

test.each<[string, Select]>([
  ['nothing is sorted', select(core(a, { where: isOne }))],
  [
    'the values are equal',
    sorted(a, { where: equal(a, { kind: 'cast', operand: integer(2), type: 'INTEGER' }) }),
  ],
  ['nothing is converted', sorted(a, { where: equal(a, text('1')) })],
  ['the condition need not hold', sorted(a, { where: or(isOne, binary(a, '>', text('1'))) })],
  [
    'a join does not move into a query with groups',
    select(
      core(x, {
        from: {
          kind: 'join',
          operator: 'JOIN',
          left: subquery(select(core(a, { groupBy: [a] }))),
          right: n,
          on: equal(x, i),
        },
      }),
    ),
  ],
  ['a range', sorted(a, { where: binary(a, '<=', ONE) })],
  ['an expression', sorted(a, { where: equal({ kind: 'unary', operator: '+', operand: a }, ONE) })],
])('a column that SQLite does not take for constant, or that is: %s', (_, query) => {
  expect(predicted(query)).toMatchObject({ kind: 'rows' });
});

test('in a query that the model cannot follow, a converted column leaves windows and DISTINCT aggregates undetermined', () => {
  expect(predicted(select(core(window, { where: isOne })))).toMatchObject({ kind: 'undetermined' });
  expect(predicted(select(core(window, { where: equal(a, text('1')) })))).toMatchObject({ kind: 'unknown' });
  const unfollowed = binary(call('cos', a), '>', integer(0));
  expect(predicted(select(core(distinct('count', a), { where: and(isOne, unfollowed) })))).toMatchObject({
    kind: 'undetermined',
  });
  expect(predicted(select(core(distinct('count', a), { where: unfollowed })))).toMatchObject({
    kind: 'unknown',
  });
});
