// What a statement costs when a table grows: a key leads to its row, so the cost must not grow with the number of rows.

import {
  costsAtMost,
  createTableAs,
  type GenerationTools,
  type InteractionTools,
  property,
  type Query,
  type RowsHandle,
  select,
  sql,
  type TableHandle,
} from '../index.ts';

export const lookupFindsItsRow = property(
  'lookup-finds-its-row',
  {
    claims: 'A query for the row of a key costs about the same however many rows there are.',
    load: 'create',
    costs: true,
  },
  (tools) => {
    const t = keyedTable(tools);
    const query = tools.gen.shared(tools.pick(LOOKUPS)(t));
    assertFlat(tools, t, () => tools.run(query));
  },
);

export const lookUpInAWrite = property(
  'look-up-in-a-write',
  {
    claims: 'UPDATE and DELETE of the row of a key cost about the same however many rows there are.',
    load: 'create',
    costs: true,
  },
  (tools) => {
    const t = keyedTable(tools);
    const where = tools.gen.shared(tools.pick(CONDITIONS)(K, KEY));
    const update = { kind: 'update', table: t.name, set: [{ columns: ['v'], value: KEY }], where } as const;
    const none = sql.and(where, sql.equal(V, sql.integer(-1)));
    const write = tools.pick([update, { kind: 'delete', table: t.name, where: none } as const]);
    assertFlat(tools, t, () => tools.run(write));
  },
);

export const joinFindsItsPartners = property(
  'join-finds-its-partners',
  {
    claims: 'A join by the key of a table costs about the same however many rows that table has.',
    load: 'create',
    costs: true,
  },
  (tools) => {
    const { gen, pick, run } = tools;
    const t = keyedTable(tools).as('b');
    const few = fewOf(t, tools);
    const on = sql.equal(sql.column('x', 'a'), sql.column('k', 'b'));
    const query = gen.shared(pick(JOINS)(few, t, on));
    assertFlat(tools, t, () => run(query));
  },
);

/** A table of few rows, which stay as few. */
function fewOf(t: TableHandle, { db, gen, run }: GenerationTools & InteractionTools): TableHandle {
  const name = gen.tableName();
  const rows = select([{ as: 'x', expression: V }])
    .from(t)
    .where(sql.binary(V, '<=', KEY));
  run(createTableAs(name, rows));
  return db.table(name).as('a');
}

const JOINS: readonly ((a: TableHandle, b: TableHandle, on: sql.Expression) => Query)[] = [
  (a, b, on) => select(sql.countAll).from(a).join(b, on),
  (a, b, on) => select(sql.countAll).from(a).leftJoin(b, on),
  (a, b, on) => select(sql.countAll).from(a, b).where(on),
  (a, b, on) =>
    select(sql.countAll)
      .from(a)
      .where(sql.exists(select(V).from(b).where(on).node)),
];

const FEW_ROWS = 8;
const DOUBLINGS = 7;
/** Of what it cost on the small table: no more than a few levels of a tree are added. */
const MOST_TIMES = 4;

const K = sql.column('k');
const V = sql.column('v');
const KEY = sql.integer(5);
const INTEGER = 'INTEGER';

/** A table of a few rows (k, v), in which k leads to the row in one way or another. */
function keyedTable({ db, gen, pick, run }: GenerationTools & InteractionTools): TableHandle {
  const name = gen.tableName();
  const way = pick([
    'rowid',
    'primary key',
    'unique',
    'index',
    'descending index',
    'index of both',
    'without rowid',
  ] as const);
  const column =
    way === 'rowid'
      ? { name: 'k', type: INTEGER, primaryKey: {} }
      : way === 'primary key' || way === 'without rowid'
        ? { name: 'k', type: 'INT', primaryKey: {} }
        : { name: 'k', type: INTEGER, ...(way === 'unique' && { unique: {} }) };
  run({
    kind: 'createTable',
    name,
    columns: [column, { name: 'v', type: INTEGER }],
    ...(way === 'without rowid' && { withoutRowid: true }),
  });
  if (way.includes('index'))
    run({
      kind: 'createIndex',
      name: `${name}_k`,
      table: name,
      columns: [
        { expression: K, ...(way === 'descending index' && { descending: true }) },
        ...(way === 'index of both' ? [{ expression: V }] : []),
      ],
    });
  const rows = Array.from({ length: FEW_ROWS }, (_, i) => [sql.integer(i + 1), sql.integer(i + 1)]);
  run({ kind: 'insert', table: name, source: { kind: 'values', rows } });
  return db.table(name);
}

/** What the statement costs does not follow the number of rows. */
function assertFlat({ run, assert }: InteractionTools, table: TableHandle, look: () => RowsHandle): void {
  const before = look();
  for (let n = FEW_ROWS; n < FEW_ROWS << DOUBLINGS; n *= 2) {
    const more = [K, V].map((each) => sql.binary(each, '+', sql.integer(n)));
    const { node } = select(more).from({ ...table, alias: undefined });
    run({ kind: 'insert', table: table.name, source: { kind: 'select', select: node } });
  }
  const after = look();
  assert(costsAtMost(MOST_TIMES, before, after));
}

type Condition = (key: sql.Expression, value: sql.Expression) => sql.Expression;

const CONDITIONS: readonly Condition[] = [
  (k, value) => sql.equal(k, value),
  (k, value) => sql.equal(value, k),
  (k, value) => sql.binary(k, 'IS', value),
  (k, value) => sql.inList(k, [value]),
  (k, value) => sql.inList(k, [value, sql.integer(3)]),
  (k, value) => sql.or(sql.equal(k, value), sql.equal(k, sql.integer(3))),
  (k, value) => sql.and(sql.binary(k, '>=', value), sql.binary(k, '<=', value)),
  (k, value) =>
    sql.and(sql.binary(k, '>', sql.integer(4)), sql.binary(k, '<', sql.integer(6)), sql.isNotNull(value)),
  (k, value) => ({ kind: 'between', operand: k, low: value, high: value, negated: false }),
  (k, value) => sql.binary(k, '<=', sql.binary(value, '-', sql.integer(3))),
  (k, value) => sql.and(sql.equal(k, value), sql.binary(V, '>', sql.integer(0))),
  (k, value) => sql.and(sql.binary(V, '>', sql.integer(0)), sql.equal(k, value)),
];

const edge = (name: 'min' | 'max') => (t: TableHandle) => select(sql.call(name, K)).from(t);

const LOOKUPS: readonly ((t: TableHandle) => Query)[] = [
  ...CONDITIONS.map((where) => (t: TableHandle) => select('*').from(t).where(where(K, KEY))),
  (t) => select(sql.countAll).from(t).where(sql.equal(K, KEY)),
  (t) => select(sql.exists(select(V).from(t).where(sql.equal(K, KEY)).node)),
  (t) => select(K).from(t).orderBy(K).limit(1),
  edge('min'),
  edge('max'),
];
