// SELECT for properties: reads like SQL, makes plain data.

import type { Compound, Expression, FromItem, OrderTerm, ResultColumn, Select, SelectBody, SelectCore } from '../sql/ast.ts';
import { fromTable, type TableHandle } from './table-handle.ts';

/** A query that is being written; `node` is the statement so far. Each method returns a new one. */
export interface Query {
  readonly kind: 'query';
  readonly node: Select;
  from(...tables: readonly TableHandle[]): Query;
  where(condition: Expression): Query;
  groupBy(...keys: readonly Expression[]): Query;
  having(condition: Expression): Query;
  orderBy(...terms: readonly Expression[]): Query;
  limit(count: number): Query;
  distinct(): Query;
  unionAll(other: Query): Query;
  notIndexed(): Query;
}

/** `select('*')`, `select(expression)` or `select([expression, …])`. */
export function select(what: '*' | Expression | readonly Expression[]): Query {
  const columns: ResultColumn[] =
    what === '*'
      ? [{ kind: 'all' }]
      : ('kind' in what ? [what] : what).map((expression) => ({ kind: 'expression', expression }));
  return query({ kind: 'select', body: { kind: 'core', columns } });
}

/** A whole query that was drawn. */
export function query(node: Select): Query {
  const core = (change: (core: SelectCore) => SelectCore): Query => {
    if (node.body.kind !== 'core') throw new TypeError('this part of a query belongs before unionAll and drawn queries');
    return query({ ...node, body: change(node.body) });
  };
  return {
    kind: 'query',
    node,
    from: (...tables) => core((body) => ({ ...body, from: joined(tables) })),
    where: (where) => core((body) => ({ ...body, where })),
    groupBy: (...groupBy) => core((body) => ({ ...body, groupBy })),
    having: (having) => core((body) => ({ ...body, having })),
    distinct: () => core((body) => ({ ...body, distinct: true })),
    notIndexed: () => core((body) => ({ ...body, from: body.from && withoutIndexes(body.from) })),
    orderBy: (...terms) => query({ ...node, orderBy: terms.map((expression): OrderTerm => ({ expression })) }),
    limit: (count) => query({ ...node, limit: { kind: 'literal', value: BigInt(count) } }),
    unionAll: (other) => query({ kind: 'select', body: unionAll(node.body, other.node.body) }),
  };
}

function joined(tables: readonly TableHandle[]): FromItem {
  return tables
    .map((table): FromItem => fromTable(table))
    .reduce((left, right) => ({ kind: 'join', operator: ',', left, right }));
}

function withoutIndexes(from: FromItem): FromItem {
  return from.kind === 'table' ? { ...from, notIndexed: true } : from;
}

function unionAll(left: SelectBody, right: SelectBody): Compound {
  if (right.kind === 'compound') throw new TypeError('the right side of UNION ALL is a single SELECT');
  return { kind: 'compound', operator: 'UNION ALL', left, right };
}
