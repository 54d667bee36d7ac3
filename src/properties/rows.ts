// Oracles about single rows: what was written is there, what was deleted is not.

import { contains, isEmpty, not } from '../dsl/check.ts';
import { property } from '../dsl/property.ts';
import { select } from '../dsl/query.ts';
import { deleteFrom, insert } from '../dsl/statements.ts';
import { and } from '../sql/build.ts';

/** PQS: a stored row is found by every predicate that is TRUE of it. */
export const pivotedQuery = property('pqs', ({ db, pick, gen, run, stored, assert, meanwhile }) => {
  const [t1, t2] = [pick(db.tables), pick(db.tables)];
  const [r1, r2] = [stored(run(insert(t1, gen.row(t1))), t1), stored(run(insert(t2, gen.row(t2))), t2)];
  meanwhile({ keep: [contains(t1, r1), contains(t2, r2)] });
  const [a, b] = [t1.as('a'), t2.as('b')];
  const p1 = gen.predicate(a, { trueFor: r1 });
  const p2 = gen.predicate(b, { trueFor: r2 });
  const found = run(select([...a.columns, ...b.columns]).from(a, b).where(and(p1, p2)));
  assert(found.contains([r1, r2]));
});

/** A row that was inserted is found again, whatever happens in between. */
export const insertSelect = property('insert-select', ({ db, pick, gen, run, stored, assert, meanwhile }) => {
  const t = pick(db.tables);
  const row = stored(run(insert(t, gen.row(t))), t);
  meanwhile({ keep: [contains(t, row)] });
  const found = run(select('*').from(t).where(gen.predicate(t, { trueFor: row })));
  assert(found.contains(row));
}, { load: 'write' });

/** Deleted rows are gone: after DELETE WHERE p, nothing that p is TRUE of is left. */
export const deletedRowsAreGone = property('deleted-rows-are-gone', ({ db, pick, gen, run, assert }) => {
  const t = pick(db.tables);
  const row = gen.storedRow(t);
  const p = gen.predicate(t, { trueFor: row });
  run(deleteFrom(t, p));
  const found = run(select('*').from(t).where(p));
  assert(not(found.contains(row)));
  assert(isEmpty(found));
}, { load: 'write' });
