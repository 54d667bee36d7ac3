// What is computed where it stands is what was computed before and stored.

import { createTableAs, dropTable, equal, property, sameBag, select, sql } from '../index.ts';

export const precomputedCondition = property(
  'precomputed-condition',
  {
    claims: 'EDC: a condition is TRUE of as many rows as a column of a copy that holds its value.',
    load: 'create',
  },
  ({ db, pick, gen, run, assert }) => {
    const t = pick(db.tables);
    const p = gen.predicate(t);
    const copy = gen.tableName();
    run(createTableAs(copy, select([{ as: 'v', expression: sql.isTrue(p) }]).from(t)));
    const computed = run(select('*').from(t).where(p));
    const stored = run(select('*').from(db.table(copy)).where(sql.column('v')));
    run(dropTable(copy));
    assert(equal(computed.length, stored.length));
  },
);

export const precomputedSubquery = property(
  'precomputed-subquery',
  { claims: 'CODDTest: a subquery may be replaced by the value that it has.', load: 'create' },
  ({ db, pick, gen, run, assert }) => {
    const [t, u] = [pick(db.tables).as('a'), pick(db.tables).as('b')];
    const value = select(sql.call(pick(['min', 'max', 'count']), pick(u.columns)))
      .from(u)
      .where(gen.predicate(u));
    const copy = gen.tableName();
    run(createTableAs(copy, select([{ as: 'v', expression: sql.scalar(value.node) }])));
    const [c, operator] = [pick(t.columns), pick(COMPARISONS)];
    const where = (q: typeof value) =>
      select('*')
        .from(t)
        .where(sql.binary(c, operator, sql.scalar(q.node)));
    const whole = run(where(value));
    const replaced = run(where(select(WITHOUT_AFFINITY).from(db.table(copy))));
    run(dropTable(copy));
    assert(sameBag(whole, replaced));
  },
);

/** As a column it would have an affinity, which decides what is converted. */
const WITHOUT_AFFINITY: sql.Unary = { kind: 'unary', operator: '+', operand: sql.column('v') };

const COMPARISONS = ['=', '<>', '<', '<=', '>', '>=', 'IS', 'IS NOT'] as const;
