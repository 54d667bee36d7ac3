// Ternary logic partitioning: a predicate is TRUE, FALSE or NULL of each row, and exactly one of them.

import { property, type Query, sameBag, select, sql, type TableHandle } from '../index.ts';

/** The three parts of which a predicate makes any set of rows. */
const partsOf = (p: sql.Expression): [sql.Expression, sql.Expression, sql.Expression] => [
  p,
  sql.not(p),
  sql.isNull(p),
];

export const tlpWhere = property(
  'tlp-where',
  {
    claims:
      'TLP: of each row that WHERE p keeps, a second predicate is TRUE, FALSE or NULL, and exactly one of them.',
  },
  ({ db, pick, gen, run, assert }) => {
    const t = pick(db.readable);
    const [p, q] = [gen.predicate(t), gen.predicate(t)];
    const from = select('*').from(t);
    const whole = run(from.where(p));
    const [yes, no, unknown] = partsOf(q).map((part) => from.where(sql.and(p, part)));
    const parts = run(yes.unionAll(no).unionAll(unknown));
    assert(sameBag(whole, parts));
  },
);

export const tlpDistinct = property(
  'tlp-distinct',
  { claims: 'TLP DISTINCT: the distinct rows of a table are those of its three parts, taken together.' },
  ({ db, pick, gen, run, assert }) => {
    const t = pick(db.tables);
    const distinct = select(someColumns(t, gen.integer(1, 2), pick))
      .distinct()
      .from(t);
    const whole = run(distinct);
    const [yes, no, unknown] = partsOf(gen.predicate(t)).map((part) => distinct.where(part));
    const parts = run(yes.union(no).union(unknown));
    assert(sameBag(whole, parts));
  },
);

export const tlpGroupBy = property(
  'tlp-group-by',
  { claims: 'TLP GROUP BY: the groups of a table are those of its three parts, taken together.' },
  ({ db, pick, gen, run, assert }) => {
    const t = pick(db.tables);
    const keys = someColumns(t, gen.integer(1, 2), pick);
    const groups = (where?: sql.Expression) =>
      grouped(where ? select(keys).from(t).where(where) : select(keys).from(t), keys);
    const whole = run(groups());
    const [yes, no, unknown] = partsOf(gen.predicate(t)).map(groups);
    const parts = run(yes.union(no).union(unknown));
    assert(sameBag(whole, parts));
  },
);

export const tlpHaving = property(
  'tlp-having',
  { claims: 'TLP HAVING: of each group a predicate is TRUE, FALSE or NULL, and exactly one of them.' },
  ({ db, pick, gen, run, assert }) => {
    const t = pick(db.tables);
    const keys = someColumns(t, 1, pick);
    const groups = grouped(select([...keys, sql.countAll]).from(t), keys);
    const whole = run(groups);
    const [yes, no, unknown] = partsOf(gen.predicate(t, { groupedBy: keys })).map((part) =>
      groups.having(part),
    );
    const parts = run(yes.unionAll(no).unionAll(unknown));
    assert(sameBag(whole, parts));
  },
);

export const tlpAggregate = property(
  'tlp-aggregate',
  { claims: 'TLP aggregates: the aggregate of a table follows from the aggregates of its three parts.' },
  ({ db, pick, gen, run, assert, assume }) => {
    const t = pick(db.tables);
    const c = pick(t.columns);
    const [inner, outer] = pick(AGGREGATES);
    // A collation does not pass through an aggregate, and reals do not add up to the same in any order.
    const { collation, affinity } = t.view.columns.find(({ name }) => name === c.name)!;
    assume(collation === 'BINARY' && (inner !== 'sum' || affinity === 'integer'));
    const part = (where?: sql.Expression) => aggregate(inner, c, t, where);
    const [yes, no, unknown] = partsOf(gen.predicate(t)).map(part);
    const whole = run(select(sql.call(outer, M)).from(part()));
    const parts = run(select(sql.call(outer, M)).from(yes.unionAll(no).unionAll(unknown)));
    assert(sameBag(whole, parts));
  },
);

/** What to take of each part, and how to put the parts together again. */
const AGGREGATES = [
  ['count', 'sum'],
  ['min', 'min'],
  ['max', 'max'],
  ['sum', 'sum'],
] as const;

const M = sql.column('m');

function aggregate(
  name: string,
  argument: sql.Expression,
  table: TableHandle,
  where?: sql.Expression,
): Query {
  const all = select([{ as: 'm', expression: sql.call(name, argument) }]).from(table);
  return where === undefined ? all : all.where(where);
}

function grouped(query: Query, keys: readonly sql.Expression[]): Query {
  return query.groupBy(...keys);
}

function someColumns(
  { columns }: TableHandle,
  count: number,
  pick: <T>(items: readonly T[]) => T,
): readonly sql.ColumnReference[] {
  return Array.from({ length: count }, () => pick(columns));
}
