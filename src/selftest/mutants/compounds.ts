// UNION, UNION ALL, INTERSECT and EXCEPT.

import { type EngineHooks, sql } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

function changing(
  change: (compound: sql.Compound) => sql.Compound | sql.Compound['left'],
): () => EngineHooks {
  return () => ({
    statement: (statement) =>
      sql.rewrite(statement, (node) => (node.kind === 'compound' ? change(node) : node)),
  });
}

export const compounds: readonly Mutant[] = [
  {
    name: 'union-all-drops-duplicates',
    plants: 'UNION ALL removes duplicates.',
    workload: 'reading',
    plant: changing((node) => (node.operator === 'UNION ALL' ? { ...node, operator: 'UNION' } : node)),
  },
  {
    name: 'union-keeps-duplicates',
    plants: 'UNION keeps duplicates.',
    workload: 'reading',
    plant: changing((node) => (node.operator === 'UNION' ? { ...node, operator: 'UNION ALL' } : node)),
  },
  {
    name: 'third-part-lost',
    plants: 'The third part of a UNION ALL is left out.',
    workload: 'reading',
    plant: changing((node) =>
      node.operator === 'UNION ALL' && node.left.kind === 'compound' && node.left.operator === 'UNION ALL'
        ? node.left
        : node,
    ),
  },
  {
    name: 'except-is-left',
    plants: 'EXCEPT of two queries returns the first one.',
    workload: 'reading',
    plant: changing((node) => (node.operator === 'EXCEPT' ? node.left : node)),
  },
  {
    name: 'intersect-is-left',
    plants: 'INTERSECT of two queries returns the first one.',
    workload: 'reading',
    plant: changing((node) => (node.operator === 'INTERSECT' ? node.left : node)),
  },
];
