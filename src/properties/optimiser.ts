// Oracles about the optimiser: the same question asked in two ways.

import {
  type ColumnView,
  createTableAs,
  dropIndex,
  dropTable,
  equal,
  property,
  sameBag,
  select,
  sql,
  type TableView,
} from '../index.ts';

export const andCommutes = property(
  'and-commutes',
  { claims: 'AND is commutative: p AND q is q AND p for every row.' },
  ({ db, pick, gen, run, assert }) => {
    const t = pick(db.readable);
    const [p, q] = [gen.predicate(t), gen.predicate(t)];
    const pq = run(select(sql.and(p, q)).from(t));
    const qp = run(select(sql.and(q, p)).from(t));
    assert(sameBag(pq, qp));
  },
);

export const norec = property(
  'norec',
  { claims: 'NoREC: WHERE p keeps exactly the rows of which p is TRUE.' },
  ({ db, pick, gen, run, assert }) => {
    const t = pick(db.readable);
    const p = gen.predicate(t);
    const kept = run(select('*').from(t).where(p));
    const flags = run(select(sql.isTrue(p)).from(t));
    assert(equal(kept.length, flags.count(1n)));
  },
);

export const indexChangesNothing = property(
  'index-changes-nothing',
  { claims: 'An index changes how a query runs, never what it returns.' },
  ({ db, pick, gen, run, assert }) => {
    const t = pick(db.readable);
    const q = select('*').from(t).where(gen.predicate(t));
    const before = run(q);
    run(gen.index(t));
    const after = run(q);
    assert(sameBag(before, after));
  },
);

export const droppedIndexChangesNothing = property(
  'dropped-index-changes-nothing',
  { claims: 'Dropping an index changes how a query runs, never what it returns.' },
  ({ db, pick, gen, run, assert }) => {
    const t = pick(db.readable.filter(({ view }) => view.indexes.length > 0));
    const q = select('*').from(t).where(gen.predicate(t));
    const before = run(q);
    run(dropIndex(pick(t.view.indexes).name));
    const after = run(q);
    assert(sameBag(before, after));
  },
);

export const notIndexedChangesNothing = property(
  'not-indexed-changes-nothing',
  { claims: 'NOT INDEXED forbids the use of indexes, and changes no result.' },
  ({ db, pick, gen, run, assert }) => {
    const t = pick(db.readable.filter(({ view }) => view.indexes.length > 0 || view.uniqueKeys.length > 0));
    const q = select('*').from(t).where(gen.predicate(t));
    const [any, scan] = [run(q), run(q.notIndexed())];
    assert(sameBag(any, scan));
  },
);

export const copyAnswersAlike = property(
  'copy-answers-alike',
  {
    claims: 'A raw copy of a table, which has no index and no constraint, gives the same answers.',
    load: 'create',
  },
  ({ db, pick, gen, run, assert, assume }) => {
    const t = pick(db.tables).hiding().as('a');
    // The copy keeps values and affinities, but neither collations nor rowids.
    assume(t.columns.length > 0 && t.view.columns.every((column) => survivesCopy(column, t.view)));
    const p = gen.predicate(t);
    const copy = gen.tableName();
    run(createTableAs(copy, select('*').from(t)));
    const original = run(select('*').from(t).where(p));
    const copied = run(select('*').from(db.table(copy).as('a')).where(p));
    run(dropTable(copy));
    assert(sameBag(original, copied));
  },
);

function survivesCopy({ collation, type }: ColumnView, { strict }: TableView): boolean {
  // In a STRICT table ANY keeps every value as it is; a copied column of that type has NUMERIC affinity.
  return collation === 'BINARY' && !(strict && type.toUpperCase() === 'ANY');
}
