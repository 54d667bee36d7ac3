// Oracles about rows: what was written is there, what was deleted is not.

import {
  contains,
  deleteFrom,
  dropTable,
  equal,
  insert,
  isEmpty,
  not,
  property,
  sameBag,
  select,
  sql,
  type TableHandle,
  update,
} from '../index.ts';

export const pivotedQuery = property(
  'pqs',
  { claims: 'PQS: a stored row is found by every predicate that is TRUE of it.' },
  ({ db, pick, gen, run, stored, assert, meanwhile }) => {
    const [t1, t2] = [pick(db.tables), pick(db.tables)];
    const [r1, r2] = [stored(run(insert(t1, gen.row(t1))), t1), stored(run(insert(t2, gen.row(t2))), t2)];
    meanwhile({ keep: [contains(t1, r1), contains(t2, r2)] });
    const [a, b] = [t1.as('a'), t2.as('b')];
    const p1 = gen.predicate(a, { trueFor: r1 });
    const p2 = gen.predicate(b, { trueFor: r2 });
    const found = run(
      select([...a.columns, ...b.columns])
        .from(a, b)
        .where(sql.and(p1, p2)),
    );
    assert(found.contains([r1, r2]));
  },
);

export const insertSelect = property(
  'insert-select',
  { claims: 'A row that was inserted is found again, whatever happens in between.', load: 'write' },
  ({ db, pick, gen, run, stored, assert, meanwhile }) => {
    const t = pick(db.tables);
    const row = stored(run(insert(t, gen.row(t))), t);
    meanwhile({ keep: [contains(t, row)] });
    const found = run(
      select('*')
        .from(t)
        .where(gen.predicate(t, { trueFor: row })),
    );
    assert(found.contains(row));
  },
);

export const deletedRowsAreGone = property(
  'deleted-rows-are-gone',
  {
    claims: 'Deleted rows are gone: after DELETE WHERE p, nothing that p is TRUE of is left.',
    load: 'write',
  },
  ({ db, pick, gen, run, assert }) => {
    const t = pick(db.tables);
    const row = gen.storedRow(t);
    const p = gen.predicate(t, { trueFor: row, ofRowAlone: true });
    run(deleteFrom(t, p));
    const found = run(select('*').from(t).where(p));
    assert(not(found.contains(row)));
    assert(isEmpty(found));
  },
);

export const readYourUpdates = property(
  'read-your-updates',
  {
    claims:
      'What was updated reads back: after UPDATE SET c = v WHERE p, each row that p is TRUE of has v in c.',
    load: 'write',
  },
  ({ db, pick, gen, run, assert, assume }) => {
    const t = pick(db.tables);
    const c = pick(changeable(t));
    const p = gen.predicate(t.hiding(c.name), { ofRowAlone: true });
    const value = gen.value(t, c.name);
    // NOT NULL ON CONFLICT IGNORE leaves the row as it was.
    assume(value.value !== null || !isNotNull(t, c.name));
    run(update(t, c.name, value, p));
    const back = run(
      select(sql.binary(c, 'IS', value))
        .from(t)
        .where(p),
    );
    assert(equal(back.count(1n), back.length));
  },
);

export const deleteAgreesWithSelect = property(
  'delete-agrees-with-select',
  {
    claims: 'SELECT and DELETE agree: DELETE WHERE p leaves the rows that SELECT says p is not TRUE of.',
    load: 'write',
  },
  ({ db, pick, gen, run, assert, transaction }) => {
    const t = pick(db.tables);
    const p = gen.predicate(t);
    const kept = run(
      select('*')
        .from(t)
        .where(sql.not(sql.isTrue(p))),
    );
    transaction('rollback', () => {
      run(deleteFrom(t, p));
      const left = run(select('*').from(t));
      assert(sameBag(kept, left));
    });
  },
);

export const updateAgreesWithSelect = property(
  'update-agrees-with-select',
  {
    claims: 'SELECT and UPDATE agree: UPDATE WHERE p marks the rows that SELECT WHERE p returns.',
    load: 'write',
  },
  ({ db, pick, gen, run, assert, transaction }) => {
    const t = pick(db.tables);
    const c = pick(changeable(t));
    const others = pick([t.hiding(c.name).columns].filter(({ length }) => length > 0));
    const p = gen.predicate(t);
    const picked = run(select(others).from(t).where(p));
    transaction('rollback', () => {
      run(update(t, c.name, MARK, p));
      const marked = run(select(others).from(t).where(sql.equal(c, MARK)));
      assert(sameBag(picked, marked));
    });
  },
);

/** No generator draws it, so a value equal to it is one that an UPDATE wrote. */
const MARK = sql.text('marked by an update');

export const returningAgreesWithSelect = property(
  'returning-agrees-with-select',
  {
    claims: 'DQE: DELETE … RETURNING returns the rows that SELECT returns for the same condition.',
    load: 'write',
  },
  ({ db, pick, gen, run, assert, transaction }) => {
    const t = pick(db.tables);
    const p = gen.predicate(t);
    const found = run(select('*').from(t).where(p));
    transaction('rollback', () => {
      const deleted = run({ ...deleteFrom(t, p), returning: [{ kind: 'all' }] });
      assert(sameBag(found, deleted));
    });
  },
);

export const insertSelectAgrees = property(
  'insert-agrees-with-select',
  { claims: 'DQE: INSERT … SELECT stores the rows that the SELECT returns.', load: 'create' },
  ({ db, gen, run, assert }) => {
    const q = gen.select({ columns: 2 });
    const copy = gen.tableName();
    const found = run(q);
    run({ kind: 'createTable', name: copy, columns: [{ name: 'x' }, { name: 'y' }] });
    run({ kind: 'insert', table: copy, source: { kind: 'select', select: q.node } });
    const stored = run(select('*').from(db.table(copy)));
    run(dropTable(copy));
    assert(sameBag(found, stored));
  },
);

function isNotNull({ view }: TableHandle, column: string): boolean {
  return view.columns.some(({ name, notNull }) => name === column && notNull);
}

/** Columns in which any value may stand twice, and whose values come back as they were written. */
function changeable({ columns, view }: TableHandle) {
  return columns.filter((_, i) => {
    const { name, generated, rowidAlias, affinity } = view.columns[i];
    const isKey = rowidAlias || view.uniqueKeys.some((key) => key.includes(name));
    // An integer may lose digits on its way into a REAL column.
    return !generated && !isKey && affinity !== 'real';
  });
}
