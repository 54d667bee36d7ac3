// Kinds of expressions, queries and clauses in places where an engine may not expect them: there they are wrong.

import { type EngineHooks, sql } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

function rewriting(change: (node: sql.Node) => sql.Node): () => EngineHooks {
  return () => ({ statement: (statement) => sql.rewrite(statement, change) });
}

/** What the query gives in its first column only. */
function ofOneColumn(scalar: sql.ScalarSubquery): sql.Expression {
  const { body } = scalar.select;
  if (body.kind !== 'core') return sql.NULL;
  const { orderBy, ...rest } = scalar.select;
  return { ...scalar, select: { ...rest, body: { ...body, columns: body.columns.slice(0, 1) } } };
}

const namesOf = (from: sql.FromItem | undefined): readonly (string | undefined)[] => {
  if (from === undefined) return [];
  if (from.kind === 'join') return [...namesOf(from.left), ...namesOf(from.right)];
  return [from.kind === 'table' ? (from.alias ?? from.name) : from.alias];
};

const isAggregate = (node: sql.Node): node is sql.Call =>
  node.kind === 'call' && node.over === undefined && /^(?:count|sum|total|avg)$/.test(node.name);

/** Aggregates that also read what is not of this query. */
function withoutOuter(core: sql.SelectCore): sql.SelectCore {
  const names = namesOf(core.from);
  const isOuter = (node: sql.Node) =>
    node.kind === 'column' && node.table !== undefined && !names.includes(node.table);
  const columns = core.columns.map((column): sql.ResultColumn => {
    if (column.kind !== 'expression' || !isAggregate(column.expression)) return column;
    return sql.some(column.expression, isOuter) ? { ...column, expression: sql.NULL } : column;
  });
  return { ...core, columns };
}

export const places: readonly Mutant[] = [
  {
    name: 'empty-list-is-null',
    plants: 'x IN () is NULL, and not false.',
    workload: 'reading',
    plant: rewriting((node) => (node.kind === 'inList' && node.list.length === 0 ? sql.NULL : node)),
  },
  {
    name: 'query-as-list-is-its-first-row',
    plants: 'x IN ((SELECT …)) compares with the first row only.',
    workload: 'reading',
    plant: rewriting((node) => {
      if (node.kind !== 'inList' || node.list.length !== 1 || node.list[0].kind !== 'scalar') return node;
      return sql.binary(node.operand, node.negated ? '<>' : '=', node.list[0]);
    }),
  },
  {
    name: 'row-and-query-by-their-first',
    plants: 'A row value and a subquery are compared by their first columns.',
    workload: 'reading',
    plant: rewriting((node) => {
      if (node.kind !== 'binary') return node;
      const { left, right } = node;
      if (left.kind === 'row' && right.kind === 'scalar')
        return { ...node, left: left.items[0], right: ofOneColumn(right) };
      if (left.kind === 'scalar' && right.kind === 'row')
        return { ...node, left: ofOneColumn(left), right: right.items[0] };
      return node;
    }),
  },
  {
    name: 'outer-column-in-aggregate-is-null',
    plants: 'An aggregate that reads a column of the query around its own is NULL.',
    workload: 'reading',
    plant: rewriting((node) => (node.kind === 'core' ? withoutOuter(node) : node)),
  },
  {
    name: 'order-of-compound-by-name-reversed',
    plants: 'ORDER BY of a compound query by name goes the other way.',
    workload: 'reading',
    plant: rewriting((node) => {
      if (node.kind !== 'select' || node.body.kind !== 'compound') return node;
      const orderBy = node.orderBy?.map((term) =>
        term.expression.kind === 'column' ? { ...term, descending: term.descending !== true } : term,
      );
      return orderBy === undefined ? node : { ...node, orderBy };
    }),
  },
  {
    name: 'values-as-a-value-is-null',
    plants: '(VALUES (…)) is NULL as a value.',
    workload: 'reading',
    plant: rewriting((node) =>
      node.kind === 'scalar' && node.select.body.kind === 'values' ? sql.NULL : node,
    ),
  },
  {
    name: 'upsert-beside-or-ignored',
    plants: 'ON CONFLICT is ignored where the INSERT says OR …, too.',
    workload: 'constraints',
    plant: rewriting((node) => {
      if (node.kind !== 'insert' || node.conflict === undefined || node.upsert === undefined) return node;
      const { upsert, ...rest } = node;
      return rest;
    }),
  },
  {
    name: 'insert-of-compound-takes-the-left',
    plants: 'INSERT of a compound query stores the rows of its left part.',
    workload: 'constraints',
    plant: rewriting((node) => {
      if (node.kind !== 'insert' || node.source.kind !== 'select') return node;
      const { select } = node.source;
      if (select.body.kind !== 'compound') return node;
      return { ...node, source: { kind: 'select', select: { ...select, body: select.body.left } } };
    }),
  },
  {
    name: 'assigned-row-of-query-swapped',
    plants: 'SET (x, y) = (SELECT …) exchanges the values.',
    workload: 'constraints',
    plant: rewriting((node) => {
      if (node.kind !== 'update') return node;
      const set = node.set.map((assignment) =>
        assignment.columns.length > 1 && assignment.value.kind === 'scalar'
          ? { ...assignment, columns: [...assignment.columns].reverse() }
          : assignment,
      );
      return { ...node, set };
    }),
  },
  {
    name: 'common-before-write-has-one-row',
    plants: 'A common table in front of UPDATE or DELETE has one row at most.',
    workload: 'constraints',
    plant: rewriting((node) => {
      if (node.kind !== 'update' && node.kind !== 'delete') return node;
      const common = node.with?.map((table) => ({
        ...table,
        select: { ...table.select, limit: sql.integer(1) },
      }));
      return common === undefined ? node : { ...node, with: common };
    }),
  },
  {
    name: 'aggregate-over-whole-partition',
    plants: 'An aggregate over a window that is ordered takes all rows of the partition.',
    workload: 'beyond',
    plant: rewriting((node) => {
      if (node.kind !== 'call' || node.over === undefined) return node;
      if (!/^(?:count|sum|total|avg|min|max)$/.test(node.name)) return node;
      return { ...node, over: { partitionBy: node.over.partitionBy, orderBy: [] } };
    }),
  },
  {
    name: 'query-in-returning-is-null',
    plants: 'A subquery in RETURNING is NULL.',
    workload: 'constraints',
    plant: rewriting((node) => {
      if (node.kind !== 'insert' && node.kind !== 'update' && node.kind !== 'delete') return node;
      const returning = node.returning?.map((column) =>
        column.kind === 'expression' && column.expression.kind === 'scalar'
          ? { ...column, expression: sql.NULL }
          : column,
      );
      return returning === undefined ? node : { ...node, returning };
    }),
  },
];
