// Oracles about the optimiser: the same question asked in two ways.

import { equal, sameBag } from '../dsl/check.ts';
import { property } from '../dsl/property.ts';
import { select } from '../dsl/query.ts';
import { and, isNull, isTrue, not } from '../sql/build.ts';

/** AND is commutative: p AND q is q AND p for every row. */
export const andCommutes = property('and-commutes', ({ db, pick, gen, run, assert }) => {
  const t = pick(db.tables);
  const [p, q] = [gen.predicate(t), gen.predicate(t)];
  const pq = run(select(and(p, q)).from(t));
  const qp = run(select(and(q, p)).from(t));
  assert(sameBag(pq, qp));
});

/** NoREC: WHERE p keeps exactly the rows of which p is TRUE. */
export const norec = property('norec', ({ db, pick, gen, run, assert }) => {
  const t = pick(db.tables);
  const p = gen.predicate(t);
  const kept = run(select('*').from(t).where(p));
  const flags = run(select(isTrue(p)).from(t));
  assert(equal(kept.length, flags.count(1n)));
});

/** TLP: of each row that WHERE p keeps, a second predicate is TRUE, FALSE or NULL, and exactly one of them. */
export const partitioned = property('tlp-where', ({ db, pick, gen, run, assert }) => {
  const t = pick(db.tables);
  const [p, q] = [gen.predicate(t), gen.predicate(t)];
  const from = select('*').from(t);
  const whole = run(from.where(p));
  const parts = run(
    from
      .where(and(p, q))
      .unionAll(from.where(and(p, not(q))))
      .unionAll(from.where(and(p, isNull(q)))),
  );
  assert(sameBag(whole, parts));
});
