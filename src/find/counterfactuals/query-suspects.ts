// Suspects among the clauses of queries.

import type { Plan } from '../../plan/index.ts';
import type { Expression, Join, JoinOperator, Literal, Select } from '../../sql/ast.ts';
import { integer } from '../../sql/build.ts';
import { mapChildren, type Node, some } from '../../sql/index.ts';
import { withNodes, without } from './edits.ts';
import { constantOf } from './expression-suspects.ts';
import { createdAndFilled, createdFrom, materialised } from './materialised.ts';
import { asSubquery, inlinedViews, withAliases } from './schema-suspects.ts';
import { type Edit, query, type Suspect } from './suspects.ts';
import { withOwnTableAliases } from './table-aliases.ts';

const OUTER: ReadonlySet<JoinOperator> = new Set(['LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN'] as const);

/** What stands in it is needed for no more than its number. */
export const COMPUTED_LIMIT = 'a computed LIMIT';

export const QUERY_SUSPECTS: readonly Suspect[] = [
  query(
    'RIGHT or FULL JOIN',
    [
      (plan) => withNodes(plan, (node) => (isOneSided(node, 'RIGHT JOIN') ? mirrored(node) : leftOf(node))),
      (plan) => withNodes(plan, (node) => (isOneSided(node, 'FULL JOIN') ? mirrored(node) : node)),
    ],
    { features: ['join.right', 'join.full'], covers: ['an outer join'] },
  ),
  query(
    'an outer join',
    (plan) =>
      withNodes(plan, (node) =>
        node.kind === 'join' && OUTER.has(node.operator) ? { ...node, operator: 'JOIN' } : node,
      ),
    { features: ['join.left', 'join.right', 'join.full'] },
  ),
  query(
    'NATURAL or USING',
    (plan) =>
      withNodes(plan, (node) => (node.kind === 'join' ? without(without(node, 'natural'), 'using') : node)),
    // Without it more rows meet, so that another mistake may go away with it.
    { isCommon: true, features: ['join.natural', 'join.using'] },
  ),
  query(COMPUTED_LIMIT, (plan) => withSelects(plan, withPlainLimits), {
    keepsRows: true,
    features: ['select.limit.expression'],
  }),
  query(
    'LIMIT 0',
    (plan) =>
      withSelects(plan, (select) => {
        const { limit } = select;
        return limit?.kind === 'literal' && limit.value === 0n ? { ...select, limit: integer(1) } : select;
      }),
    { features: ['select.limit.zero'], covers: ['LIMIT'] },
  ),
  query('OFFSET', (plan) => withSelects(plan, (select) => without(select, 'offset')), {
    features: ['select.offset'],
    covers: ['LIMIT'],
  }),
  query('LIMIT', (plan) => withSelects(plan, (select) => without(without(select, 'offset'), 'limit')), {
    isCommon: true,
  }),
  query('ORDER BY', (plan) => withSelects(plan, (select) => without(select, 'orderBy')), { isCommon: true }),
  query(
    'DISTINCT',
    (plan) => withNodes(plan, (node) => (node.kind === 'core' ? without(node, 'distinct') : node)),
    {
      features: ['select.distinct'],
    },
  ),
  query(
    'DISTINCT in an aggregate',
    (plan) => withNodes(plan, (node) => (node.kind === 'call' ? without(node, 'distinct') : node)),
    { features: ['aggregate.distinct'] },
  ),
  query(
    'FILTER',
    (plan) => withNodes(plan, (node) => (node.kind === 'call' ? without(node, 'filter') : node)),
    {
      features: ['aggregate.filter'],
    },
  ),
  query(
    'HAVING',
    (plan) => withNodes(plan, (node) => (node.kind === 'core' ? without(node, 'having') : node)),
    {
      isCommon: true,
      features: ['select.having'],
    },
  ),
  query(
    'GROUP BY',
    [
      // What HAVING gets wrong stays wrong without groups.
      (plan) => withNodes(plan, (node) => (node.kind === 'core' ? without(node, 'groupBy') : node)),
      (plan) =>
        withNodes(plan, (node) =>
          node.kind === 'core' && node.groupBy ? without(without(node, 'having'), 'groupBy') : node,
        ),
    ],
    { features: ['select.groupBy'] },
  ),
  query('WITH', withoutWith, { keepsRows: true, features: ['with'], covers: ['a subquery in FROM'] }),
  query('a subquery in FROM', [flattened, withConstants, storedBy(createdAndFilled), storedBy(createdFrom)], {
    keepsRows: true,
    isCommon: true,
  }),
  query('WHERE without FROM', (plan) => withNodes(plan, withOneRow), {
    keepsRows: true,
    features: ['select.where.tableless'],
  }),
  query('a text as a condition', (plan) => withNodes(plan, withPlainConditions), { keepsRows: true }),
  query('an alias that hides a column', withOwnAliases),
  query('an alias that is the name of another table', withOwnTableAliases, { keepsRows: true }),
  query(
    'a compound query',
    (plan) => withNodes(plan, (node) => (node.kind === 'compound' ? node.left : node)),
    {
      features: ['compound.UNION', 'compound.UNION ALL', 'compound.INTERSECT', 'compound.EXCEPT'],
    },
  ),
  query(
    'INDEXED BY',
    (plan) =>
      withNodes(plan, (node) =>
        node.kind === 'table' && 'name' in node ? without(node, 'indexedBy') : node,
      ),
    { keepsRows: true, features: ['from.indexedBy'] },
  ),
];

/** A query of no table has one row. */
function withOneRow(node: Node): Node {
  if (node.kind !== 'core' || node.from !== undefined || node.where === undefined) return node;
  const select: Select = { kind: 'select', body: { kind: 'values', rows: [[integer(1)]] } };
  return { ...node, from: { kind: 'subquery', select, alias: 'one' } };
}

function isOneSided(node: Node, operator: JoinOperator): node is Join {
  return node.kind === 'join' && node.operator === operator;
}

function mirrored(join: Join): Join {
  return { ...join, operator: 'LEFT JOIN', left: join.right, right: join.left };
}

function leftOf(node: Node): Node {
  return isOneSided(node, 'FULL JOIN') ? { ...node, operator: 'LEFT JOIN' } : node;
}

function withSelects(plan: Plan, change: (select: Select) => Select): Plan | null {
  return withNodes(plan, (node) => (node.kind === 'select' && 'body' in node ? change(node) : node));
}

/** A text that is a condition as a whole is true if it begins with a number that is not zero. */
function withPlainConditions(node: Node): Node {
  if (node.kind === 'core' && node.where !== undefined && isText(node.where))
    return { ...node, where: constantOf(asNumber(node.where)) };
  if ((node.kind === 'update' || node.kind === 'delete') && node.where !== undefined && isText(node.where))
    return { ...node, where: constantOf(asNumber(node.where)) };
  return node;
}

function isText(expression: Expression): boolean {
  return expression.kind === 'literal' && typeof expression.value === 'string';
}

function asNumber(operand: Expression): Expression {
  return { kind: 'cast', operand, type: 'NUMERIC' };
}

function withPlainLimits(select: Select): Select {
  const { limit, offset } = select;
  // A number in another notation is not computed.
  const plain = (each: Expression): Expression => (each.kind === 'hex' ? each : constantOf(each));
  const [plainLimit, plainOffset] = [limit && plain(limit), offset && plain(offset)];
  if (plainLimit === limit && plainOffset === offset) return select;
  return { ...select, ...(plainLimit && { limit: plainLimit }), ...(plainOffset && { offset: plainOffset }) };
}

function isTable(node: Node, name: string): boolean {
  return node.kind === 'table' && 'name' in node && node.name === name;
}

/** With views and common tables as subqueries. */
function asSubqueries(plan: Plan): Plan {
  const inlined = inlinedViews(plan) ?? plan;
  return withoutWith(inlined) ?? inlined;
}

/** `(SELECT * FROM t) AS q` as `t AS q`. */
function flattened(plan: Plan): Plan | null {
  return withNodes(asSubqueries(plan), (node) => {
    if (node.kind !== 'subquery' || !('select' in node)) return node;
    const { select, alias } = node;
    const { body } = select;
    const isPlain =
      Object.keys(select).length === 2 && body.kind === 'core' && Object.keys(body).length === 3;
    if (!isPlain || body.from?.kind !== 'table' || body.columns.some(({ kind }) => kind !== 'all'))
      return node;
    return { ...body.from, ...(alias !== undefined && { alias }) };
  });
}

/** Columns of subqueries that are constants stand for themselves where they are named. */
function withConstants(plan: Plan): Plan | null {
  const written = asSubqueries(plan);
  const constants = new Map<string, Literal>();
  withNodes(written, (node) => {
    if (node.kind !== 'subquery' || !('select' in node) || node.select.body.kind !== 'core') return node;
    for (const each of node.select.body.columns)
      if (each.kind === 'expression' && each.alias !== undefined && each.expression.kind === 'literal')
        constants.set(each.alias, each.expression);
    return node;
  });
  return withNodes(written, (node) => {
    const isColumn = node.kind === 'column' && 'name' in node;
    return (isColumn ? constants.get(node.name) : undefined) ?? node;
  });
}

function storedBy(made: typeof createdFrom): Edit {
  return (plan) => materialised(asSubqueries(plan), made);
}

function withoutWith(plan: Plan): Plan | null {
  return withSelects(plan, withoutCommonTables);
}

/** No result column has the name of a column of a table. */
function withOwnAliases(plan: Plan): Plan | null {
  const columns = new Set<string>();
  withNodes(plan, (node) => {
    if (node.kind === 'createTable') for (const { name } of node.columns) columns.add(name);
    if (node.kind === 'alterTable' && node.action.kind === 'addColumn') columns.add(node.action.column.name);
    return node;
  });
  return withNodes(plan, (node) => {
    if (node.kind !== 'core') return node;
    const own = node.columns.map((each) =>
      each.kind === 'expression' && each.alias !== undefined && columns.has(each.alias)
        ? { ...each, alias: `own_${each.alias}` }
        : each,
    );
    return own.every((each, i) => each === node.columns[i]) ? node : { ...node, columns: own };
  });
}

/** The queries of common tables in the places of their names. */
function withoutCommonTables(select: Select): Select {
  if (select.with === undefined || select.recursive) return select;
  const queries = new Map<string, Select>();
  const below = <T extends Node>(node: T): T => asSubquery(mapChildren(node, below), queries) as T;
  for (const { name, columns, select: query } of select.with) {
    const named = columns === undefined ? query : withAliases(query, columns);
    if (named === null) return select;
    queries.set(name, below(named));
  }
  const rest = without(select, 'with');
  // One that nobody names cannot be put anywhere.
  const isUsed = [...queries.keys()].every((name) => some(rest, (node) => isTable(node, name)));
  return isUsed ? below(rest) : select;
}
