// ORDER BY, LIMIT and OFFSET.

import { type EngineHooks, sql } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

function changing(change: (select: sql.Select) => sql.Select): () => EngineHooks {
  return () => ({
    statement: (statement) =>
      sql.rewrite(statement, (node) => (node.kind === 'select' ? change(node) : node)),
  });
}

export const ordering: readonly Mutant[] = [
  {
    name: 'descending-ignored',
    plants: 'DESC is ignored in the second term of ORDER BY.',
    workload: 'reading',
    plant: changing((select) => ({
      ...select,
      orderBy: select.orderBy?.map((term, i) => (i === 1 ? { ...term, descending: false } : term)),
    })),
  },
  {
    name: 'second-term-ignored',
    plants: 'Rows that are equal in the first term of ORDER BY come in any order.',
    workload: 'reading',
    plant: changing((select) => ({ ...select, orderBy: select.orderBy?.slice(0, 1) })),
  },
  {
    name: 'nulls-come-last',
    plants: 'NULLs are sorted to the end.',
    workload: 'reading',
    plant: changing((select) => ({
      ...select,
      orderBy: select.orderBy?.map((term) => (term.descending ? term : { ...term, nulls: 'LAST' })),
    })),
  },
  {
    name: 'offset-ignored',
    plants: 'OFFSET skips nothing.',
    workload: 'reading',
    plant: changing(({ offset, ...select }) => select),
  },
  {
    name: 'limit-loses-a-row',
    plants: 'LIMIT n returns n - 1 rows where the query is over a subquery.',
    workload: 'reading',
    plant: changing((select) => {
      const { limit, body } = select;
      if (limit?.kind !== 'literal' || typeof limit.value !== 'bigint' || limit.value < 2n) return select;
      if (body.kind !== 'core' || body.from?.kind !== 'subquery') return select;
      return { ...select, limit: { ...limit, value: limit.value - 1n } };
    }),
  },
];
