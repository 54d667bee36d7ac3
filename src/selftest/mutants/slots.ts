// Places in which only some kinds of expressions used to be drawn: what stands there is computed, and wrong.

import { type EngineHooks, sql } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

function rewriting(change: (node: sql.Node) => sql.Node): () => EngineHooks {
  return () => ({ statement: (statement) => sql.rewrite(statement, change) });
}

const hasSubquery = (expression: sql.Expression) =>
  sql.some(expression, ({ kind }) => kind === 'scalar' || kind === 'exists' || kind === 'inSelect');

const isRows = ({ left, right }: sql.Binary) =>
  left.kind === 'row' && right.kind === 'row' && right.items[0].kind === 'column';

export const slots: readonly Mutant[] = [
  {
    name: 'computed-limit-ignored',
    plants: 'LIMIT that is not a plain number is ignored.',
    workload: 'reading',
    plant: rewriting((node) => {
      if (node.kind !== 'select' || node.limit === undefined || node.limit.kind === 'literal') return node;
      const { limit, offset, ...rest } = node;
      return rest;
    }),
  },
  {
    name: 'where-without-from-ignored',
    plants: 'WHERE of a query without FROM is ignored.',
    workload: 'reading',
    plant: rewriting((node) => {
      if (node.kind !== 'core' || node.from !== undefined || node.where === undefined) return node;
      const { where, ...rest } = node;
      return rest;
    }),
  },
  {
    name: 'subquery-in-aggregate-is-null',
    plants: 'An aggregate reads a subquery among its arguments as NULL.',
    workload: 'reading',
    plant: rewriting((node) => {
      if (node.kind !== 'call' || node.over !== undefined || node.arguments === '*') return node;
      if (!/^(?:count|sum|total|avg|group_concat|string_agg)$/.test(node.name)) return node;
      const given = node.arguments.map((each) => (hasSubquery(each) ? sql.NULL : each));
      return { ...node, arguments: given };
    }),
  },
  {
    name: 'row-values-of-columns-by-their-first',
    plants: 'Of row values of columns on both sides only the first items are compared.',
    workload: 'queries',
    plant: rewriting((node) => {
      if (node.kind !== 'binary' || !isRows(node)) return node;
      const { left, right } = node as { left: sql.RowValue; right: sql.RowValue };
      return { ...node, left: left.items[0], right: right.items[0] };
    }),
  },
  {
    name: 'having-without-comparison-is-true',
    plants: 'HAVING holds where it is no comparison.',
    workload: 'reading',
    plant: rewriting((node) => {
      if (node.kind !== 'core' || node.having === undefined || node.having.kind === 'binary') return node;
      return { ...node, having: sql.integer(1) };
    }),
  },
  {
    name: 'second-arm-of-check-ignored',
    plants: 'Of a CHECK of alternatives only the first one counts.',
    workload: 'constraints',
    plant: rewriting((node) => {
      if (node.kind !== 'createTable') return node;
      const first = (each: sql.Expression): sql.Expression =>
        each.kind === 'binary' && each.operator === 'OR' ? each.left : each;
      return {
        ...node,
        columns: node.columns.map((each) => (each.check ? { ...each, check: first(each.check) } : each)),
        ...(node.constraints && {
          constraints: node.constraints.map((each) =>
            each.kind === 'check' ? { ...each, expression: first(each.expression) } : each,
          ),
        }),
      };
    }),
  },
];
