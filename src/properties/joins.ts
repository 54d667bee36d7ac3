// Oracles about several tables or queries at once: what one form returns follows from another.

import { property, sameBag, select, sql } from '../index.ts';

export const outerJoinKeepsTheRest = property(
  'outer-join-keeps-the-rest',
  { claims: 'A LEFT JOIN returns the rows of the inner join, and the left rows that have no partner.' },
  ({ db, pick, gen, run, assert }) => {
    const [a, b] = [pick(db.tables).as('a'), pick(db.tables).as('b')];
    const on = gen.expression(a, b);
    const rows = select(a.columns).from(a);
    const partner = sql.exists(select(sql.integer(1)).from(b).where(on).node);
    const outer = run(rows.leftJoin(b, on));
    const parts = run(rows.join(b, on).unionAll(rows.where(sql.not(partner))));
    assert(sameBag(outer, parts));
  },
);

export const semiJoin = property(
  'semi-join',
  { claims: 'EXISTS keeps the rows that have a partner in the join, each once.' },
  ({ db, pick, gen, run, assert }) => {
    const [a, b] = [pick(db.tables).as('a'), pick(db.tables).as('b')];
    const on = gen.expression(a, b);
    const rows = select(a.columns).from(a).distinct();
    const kept = run(rows.where(sql.exists(select(sql.integer(1)).from(b).where(on).node)));
    const joined = run(rows.join(b, on));
    assert(sameBag(kept, joined));
  },
);

export const joinOrderChangesNothing = property(
  'join-order-changes-nothing',
  { claims: 'DQP: a join returns the same rows in whatever order its tables are visited.' },
  ({ db, pick, gen, run, assert }) => {
    const [a, b] = [pick(db.readable).as('a'), pick(db.readable).as('b')];
    const p = sql.and(gen.expression(a, b), gen.predicate(pick([a, b])));
    const both = select([...a.columns, ...b.columns]);
    const free = run(both.from(a, b).where(p));
    const left = run(both.from(a).crossJoin(b).where(p));
    const right = run(both.from(b).crossJoin(a).where(p));
    assert(sameBag(free, left));
    assert(sameBag(free, right));
  },
);

export const intersectAndExcept = property(
  'intersect-and-except',
  { claims: 'INTERSECT and EXCEPT divide the distinct rows of their left side.' },
  ({ gen, run, assert }) => {
    const columns = gen.integer(1, 2);
    const [q, r] = [gen.select({ columns }), gen.select({ columns })];
    const distinct = run(select('*').from(q).distinct());
    const parts = run(
      select('*')
        .from(q.intersect(r))
        .unionAll(select('*').from(q.except(r))),
    );
    assert(sameBag(distinct, parts));
  },
);
