// Oracles about whole queries: how many rows there can be.

import { all, any, equal, property, select, subsetOf, sum } from '../index.ts';

export const unionAllKeepsCardinality = property(
  'union-all-keeps-cardinality',
  { claims: 'UNION ALL keeps cardinality: it returns as many rows as both its sides together.' },
  ({ gen, run, assert }) => {
    const columns = gen.integer(1, 3);
    const [s1, s2] = [gen.select({ columns }), gen.select({ columns })];
    const [left, right] = [run(s1), run(s2)];
    const both = run(s1.unionAll(s2));
    assert(equal(sum(left.length, right.length), both.length));
  },
);

export const selectRespectsLimit = property(
  'select-respects-limit',
  {
    claims:
      'LIMIT n returns n of the rows that the query returns without it, or all of them if there are fewer.',
  },
  ({ gen, run, assert }) => {
    const q = gen.select();
    const n = gen.integer(0, 6);
    const whole = run(q);
    const limited = run(select('*').from(q).limit(n), { undetermined: true });
    const isFull = any(equal(limited.length, n), equal(limited.length, whole.length));
    assert(all(subsetOf(limited, whole), isFull));
  },
);
