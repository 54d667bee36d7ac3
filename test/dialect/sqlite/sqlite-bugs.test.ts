import { expect, test } from 'vitest';
import { emptyDatabase, predict } from '../../../src/dialect/sqlite/model/predict.ts';
import { printStatement } from '../../../src/dialect/sqlite/print/print.ts';
import { type SqliteBug, type SqliteBugId, sqliteBugs } from '../../../src/dialect/sqlite/sqlite-bugs.ts';
import { newestSqlite, sqlite } from '../../../src/engines/sqlite/sqlite.ts';
import type {
  ColumnDefinition,
  CreateTable,
  Expression,
  FromItem,
  Insert,
  Select,
  SelectCore,
  Statement,
} from '../../../src/sql/ast.ts';
import {
  binary,
  call,
  collate,
  column,
  countAll,
  equal,
  integer,
  literal,
  NULL,
  or,
  row,
  TRUE,
  text,
} from '../../../src/sql/build.ts';
import { type Row, sameRow } from '../../../src/sql/value.ts';
import { openReference, type Reference } from '../../conformance/reference.ts';

const ids = Object.keys(sqliteBugs) as SqliteBugId[];
const bugs: Readonly<Record<SqliteBugId, SqliteBug>> = sqliteBugs;

const table = (name: string, ...columns: ColumnDefinition[]): CreateTable => ({
  kind: 'createTable',
  name,
  columns,
});
const values = (name: string, ...rows: Expression[][]): Insert => ({
  kind: 'insert',
  table: name,
  source: { kind: 'values', rows },
});
const index = (expression: Expression, descending?: true): Statement => ({
  kind: 'createIndex',
  name: 'i',
  table: 't',
  columns: [{ expression, ...(descending && { descending }) }],
});
const from = (name: string, alias?: string): FromItem => ({ kind: 'table', name, ...(alias && { alias }) });
const core = (expressions: readonly Expression[], more: Partial<SelectCore> = {}): SelectCore => ({
  kind: 'core',
  columns: expressions.map((expression) => ({ kind: 'expression', expression })),
  ...more,
});
const select = (body: Select['body'], more: Partial<Select> = {}): Select => ({
  kind: 'select',
  body,
  ...more,
});
const all = (item: FromItem): SelectCore => ({ kind: 'core', columns: [{ kind: 'all' }], from: item });
const [a, b, c] = ['a', 'b', 'c'].map((name) => column(name));
const virtual = (name: string, expression: Expression): ColumnDefinition => ({
  name,
  generated: { expression, stored: false },
});
const isNever = {
  kind: 'like',
  operator: 'GLOB',
  operand: column('c2'),
  pattern: text(''),
  negated: false,
} as const;

/** The scripts of the table as statements, for the model. */
const SCRIPTS: Readonly<Record<SqliteBugId, readonly Statement[]>> = {
  'groups-in-inner-order': [
    table('t', { name: 'a', type: 'INTEGER' }),
    values('t', [integer(1)], [integer(5)]),
    select(
      core([column('y', 'q')], {
        from: {
          kind: 'subquery',
          alias: 'q',
          select: select(
            {
              ...core([a], { from: from('t') }),
              columns: [{ kind: 'expression', expression: a, alias: 'y' }],
            },
            { orderBy: [{ expression: integer(1) }], limit: integer(3) },
          ),
        },
        groupBy: [column('y', 'q')],
      }),
      { orderBy: [{ expression: column('y', 'q'), descending: true }] },
    ),
  ],
  'refused-rows-stay': [
    { ...table('t', { name: 'a', type: 'INTEGER' }), strict: true },
    { kind: 'begin' },
    values('t', [integer(0)], [text('')]),
    select(all(from('t'))),
  ],
  'in-overlooks-nulls': [
    table('t', { name: 'a' }),
    values('t', [NULL], [integer(1)]),
    index(a, true),
    select(
      core([
        {
          kind: 'inSelect',
          operand: integer(0),
          select: select(core([a], { from: from('t') })),
          negated: false,
        },
      ]),
    ),
  ],
  'row-in-permuted-index': [
    table('t', { name: 'a', type: 'REAL' }, { name: 'b' }),
    values('t', [integer(0), text('0')]),
    { kind: 'createIndex', name: 'i', table: 't', columns: [{ expression: a }, { expression: b }] },
    select(
      core(
        [
          {
            kind: 'inSelect',
            operand: row(b, integer(0)),
            select: select(core([b, a], { from: from('t') })),
            negated: false,
          },
        ],
        { from: from('t') },
      ),
    ),
  ],
  'in-converts-an-aggregate': [
    table('t', { name: 'a', type: 'TEXT' }),
    select(
      core([column('x', 'q')], {
        from: {
          kind: 'subquery',
          alias: 'q',
          select: select({
            ...core([countAll]),
            columns: [{ kind: 'expression', expression: countAll, alias: 'x' }],
          }),
        },
        where: {
          kind: 'inSelect',
          operand: column('x', 'q'),
          select: select(core([a], { from: from('t') })),
          negated: true,
        },
      }),
    ),
  ],
  'automatic-index-without-key': [
    {
      ...table('t', ...Array.from({ length: 63 }, (_, i) => ({ name: `c${i}` })), {
        name: 'k',
        primaryKey: {},
      }),
      withoutRowid: true,
    },
    {
      ...values('t', [integer(1), integer(1), integer(0)], [integer(1), NULL, integer(1)]),
      columns: ['c1', 'c2', 'k'],
    },
    select(
      core([countAll], {
        from: {
          kind: 'join',
          operator: 'JOIN',
          left: from('t', 'q'),
          right: from('t'),
          on: equal(column('c2', 'q'), column('c1', 't')),
        },
      }),
    ),
  ],
  'equal-but-not-constant': [
    table('t', { name: 'a', type: 'TEXT' }),
    values('t', [text('1')], [text('01')]),
    select(
      core([a], {
        from: from('t'),
        where: equal(a, { kind: 'cast', operand: integer(1), type: 'INTEGER' }),
      }),
      { orderBy: [{ expression: a }] },
    ),
  ],
  'arm-twice': [
    table('t', { name: 'k' }),
    table('u', { name: 'c0' }, { name: 'c1' }, { name: 'c2' }),
    values('u', [NULL, NULL, NULL]),
    select(all(from('q')), {
      with: [
        {
          name: 'q',
          select: select({
            kind: 'compound',
            operator: 'UNION ALL',
            left: { ...all(from('u')), where: isNever },
            right: core([column('k'), column('c2'), column('c1')], {
              from: { kind: 'join', operator: 'FULL JOIN', left: from('t'), right: from('u') },
            }),
          }),
        },
      ],
    }),
  ],
  'right-join-computed-index': [
    table('t', { name: 'a' }, virtual('b', a)),
    index(b, true),
    values('t', [integer(0)], [integer(1)], [NULL]),
    select(
      core([column('b', 'r')], {
        from: {
          kind: 'join',
          operator: 'RIGHT JOIN',
          left: from('t'),
          right: from('t', 'r'),
          on: equal(column('b', 't'), column('b', 'r')),
        },
      }),
    ),
  ],
  'or-with-one-collation': [
    table('t', { name: 'a', type: 'TEXT' }),
    index(a),
    values('t', [text('a')]),
    select(
      core([a], {
        from: from('t'),
        where: or(equal(collate(a, 'NOCASE'), text('A')), equal(a, text('b'))),
      }),
    ),
  ],
  'added-column-missing': [
    {
      ...table('t', { name: 'a', type: 'INTEGER', primaryKey: {} }, { name: 'b', type: 'INTEGER' }),
      withoutRowid: true,
    },
    values('t', [integer(1), integer(1)]),
    {
      kind: 'alterTable',
      table: 't',
      action: { kind: 'addColumn', column: { name: 'c', type: 'INTEGER', default: integer(5) } },
    },
    select(
      core([a], {
        from: from('t'),
        where: binary(row(a, b, c), '>', row(integer(1), integer(1), integer(3))),
      }),
    ),
  ],
  'negated-least-hex': [
    {
      ...table('t', { name: 'a' }),
      constraints: [
        {
          kind: 'check',
          expression: binary(a, '<>', {
            kind: 'unary',
            operator: '-',
            operand: { kind: 'hex', digits: '8000000000000000' },
          }),
        },
      ],
    },
    values('t', [integer(1)]),
  ],
  'collated-compound': [
    table('t', { name: 'a' }),
    select(
      {
        kind: 'compound',
        operator: 'UNION',
        left: core([integer(1)]),
        right: core([a], { from: from('t'), groupBy: [a] }),
      },
      { orderBy: [{ expression: integer(1), collation: 'NOCASE' }] },
    ),
  ],
  'returning-whole-reals': [
    table('t', { name: 'a', type: 'REAL' }),
    {
      ...values('t', [integer(5)]),
      returning: [
        // biome-ignore lint/suspicious/noThenProperty: the syntax tree calls it so
        { kind: 'expression', expression: { kind: 'case', branches: [{ when: TRUE, then: a }] } },
      ],
    },
  ],
  'upsert-target-with-rowid': [
    {
      ...table('t', { name: 'a', type: 'INTEGER', primaryKey: {} }, { name: 'b' }),
      constraints: [{ kind: 'unique', columns: [{ expression: a }, { expression: b }] }],
    },
    {
      ...values('t', [integer(1), integer(2)]),
      upsert: [{ target: { columns: [{ expression: a }, { expression: b }] } }],
    },
  ],
  'between-while-writing': [
    table('t', { name: 'a' }, { name: 'b' }),
    values('t', [integer(0), integer(0)], [integer(0), literal(new Uint8Array())]),
    {
      kind: 'update',
      table: 't',
      alias: 'q',
      set: [{ columns: ['b'], value: NULL }],
      where: {
        kind: 'between',
        operand: integer(0),
        low: {
          kind: 'scalar',
          select: select(
            core([integer(1)], {
              from: from('t'),
              where: binary(column('b', 't'), '<=', column('a', 'q')),
            }),
          ),
        },
        high: NULL,
        negated: true,
      },
    },
    select(core([b], { from: from('t') })),
  ],
  'in-keeps-whole-reals': [
    table('t', { name: 'a', type: 'REAL' }),
    values('t', [integer(5)]),
    select(
      core([a, { kind: 'inList', operand: a, list: [integer(1), integer(2), integer(3)], negated: false }], {
        from: from('t'),
        groupBy: [NULL],
      }),
      { orderBy: [{ expression: integer(1) }] },
    ),
  ],
  'virtual-whole-reals': [
    table('t', { name: 'a', type: 'REAL' }, virtual('b', a)),
    values('t', [integer(5)]),
    index(b),
    select(core([b], { from: from('t'), where: equal(b, integer(5)) })),
  ],
  'partial-index-whole-reals': [
    table('t', { name: 'a', type: 'REAL' }),
    values('t', [integer(5)]),
    {
      kind: 'createIndex',
      name: 'i',
      table: 't',
      columns: [{ expression: NULL }],
      where: equal(a, literal(5)),
    },
    select({
      kind: 'compound',
      operator: 'UNION',
      left: core([a], { from: from('t'), where: equal(a, literal(5)) }),
      right: core([NULL]),
    }),
  ],
  'long-reals-as-text': [
    select(core([{ kind: 'cast', operand: literal(1.0000000000000002), type: 'TEXT' }])),
  ],
  'reals-not-nearest': [select(core([{ kind: 'cast', operand: text('1.5e300'), type: 'REAL' }]))],
  'number-before-nul': [
    table('t', { name: 'a', type: 'NUMERIC' }),
    values('t', [binary(text('12'), '||', call('char', integer(0)))]),
    select(core([call('typeof', a)], { from: from('t') })),
  ],
  'substr-from-far-left': [select(core([call('substr', text('abc'), integer(-2000000000))]))],
  'null-in-unconverted': [
    table('t', { name: 'a', type: 'TEXT' }),
    values('t', [text('1')]),
    select(
      core([
        {
          kind: 'inSelect',
          operand: row(integer(1), NULL),
          select: select(core([a, integer(2)], { from: from('t') })),
          negated: false,
        },
      ]),
    ),
  ],
  'last-of-the-plane': [select(core([call('unicode', text('\uffff'))]))],
  'sign-alone': [select(core([{ kind: 'cast', operand: text('-'), type: 'REAL' }]))],
  'substr-of-empty-blob': [select(core([call('substr', literal(new Uint8Array(0)), integer(1))]))],
  'infinity-in-a-pattern': [
    table('t', { name: 'a', unique: {} }),
    values('t', [literal(Number.NEGATIVE_INFINITY)]),
    select(
      core([integer(1)], {
        from: from('t'),
        where: { kind: 'like', operator: 'GLOB', operand: a, pattern: text('-I*'), negated: false },
      }),
    ),
  ],
  'format-of-nothing': [select(core([call('format', text(''))]))],
  'separator-after-nothing': [select(core([call('concat_ws', text('-'), text(''), text('a'))]))],
};

function lastOf(sqlite: Reference, script: readonly string[]): readonly Row[] | { readonly refused: string } {
  let last: readonly Row[] | { readonly refused: string } = [];
  for (const sql of script) {
    try {
      last = sqlite.query(sql);
    } catch (error) {
      last = { refused: (error as Error).message };
    }
  }
  return last;
}

const areRows = (outcome: SqliteBug['gives']): outcome is readonly Row[] => !('refused' in outcome);

const sides = [...ids].flatMap((id) =>
  (['installed', 'newest'] as const).map((which) => [id, which] as const),
);

test.each(sides)('the table says truly whether %s is in SQLite, %s', async (id, which) => {
  const { script, gives, insteadOf, seenIn, absentFrom = [] } = bugs[id];
  const sqlite = await openReference(which);
  const version = String(sqlite.query('SELECT sqlite_version()')[0][0]);
  const outcome = lastOf(sqlite, script);
  sqlite.close();
  const isRight =
    areRows(outcome) &&
    outcome.length === insteadOf.length &&
    outcome.every((found, i) => sameRow(found, insteadOf[i]));
  expect([...seenIn, ...absentFrom]).toContain(version);
  expect(isRight).toBe(absentFrom.includes(version));
  if (isRight) return;
  if (areRows(gives)) expect(outcome).toEqual(gives);
  else expect(outcome).toMatchObject({ refused: expect.stringContaining(gives.refused) });
});

test.each(ids)('%s is in one of the two SQLites: the model steps back for a reason', async (id) => {
  expect(bugs[id].seenIn).toEqual(
    expect.arrayContaining([expect.stringMatching(`^(${sqlite.version}|${newestSqlite.version})$`)]),
  );
});

test.each(ids)('the model holds no engine to %s, and says why by its id', (id) => {
  expect(SCRIPTS[id].map((statement) => printStatement(statement))).toEqual(bugs[id].script);
  let database = emptyDatabase();
  for (const statement of SCRIPTS[id]) {
    const predicted = predict(database, 0, statement);
    database = predicted.database;
    const { prediction } = predicted;
    if (prediction.kind === 'rows') continue;
    expect(prediction).toMatchObject({ bug: id, reason: expect.stringContaining(id) });
    // What is only unknown may be undetermined for other reasons.
    if (bugs[id].effect === 'undetermined') expect(prediction.kind).toBe('undetermined');
    return;
  }
  expect.fail('the model predicts all of the script');
});

test('a virtual column that is a REAL one under hints and signs meets virtual-whole-reals, too', () => {
  const hinted: Expression = { kind: 'call', name: 'likelihood', arguments: [a, literal(0.5)] };
  for (const copied of [hinted, { kind: 'unary', operator: '+', operand: hinted } as const]) {
    let database = emptyDatabase();
    const [, insert, indexed, query] = SCRIPTS['virtual-whole-reals'];
    const script = [table('t', { name: 'a', type: 'REAL' }, virtual('b', copied)), insert, indexed];
    for (const statement of script) database = predict(database, 0, statement).database;
    expect(predict(database, 0, query).prediction).toMatchObject({ bug: 'virtual-whole-reals' });
  }
});
