// SELECT for properties: reads like SQL, makes plain data.

import type {
  Compound,
  CompoundOperator,
  Expression,
  FromItem,
  JoinOperator,
  OrderTerm,
  ResultColumn,
  Select,
  SelectBody,
  SelectCore,
} from '../sql/ast.ts';
import { fromTable, type TableHandle } from './table-handle.ts';

/** A query that is being written; `node` is the statement so far. Each method returns a new one. */
export interface Query {
  readonly kind: 'query';
  /** The statement so far. */
  readonly node: Select;
  /** FROM: tables and queries, as a product. */
  from(...sources: readonly (TableHandle | Query)[]): Query;
  /** JOIN: what was there so far with another table or query. */
  join(source: TableHandle | Query, on: Expression): Query;
  /** LEFT JOIN. */
  leftJoin(source: TableHandle | Query, on: Expression): Query;
  /** CROSS JOIN: an engine that heeds it visits the left side first. */
  crossJoin(source: TableHandle | Query): Query;
  /** WHERE; the last one counts. */
  where(condition: Expression): Query;
  /** GROUP BY. */
  groupBy(...keys: readonly Expression[]): Query;
  /** HAVING. */
  having(condition: Expression): Query;
  /** ORDER BY, ascending. */
  orderBy(...terms: readonly Expression[]): Query;
  /** LIMIT. */
  limit(count: number): Query;
  /** SELECT DISTINCT. */
  distinct(): Query;
  /** UNION ALL. */
  unionAll(other: Query): Query;
  /** UNION. */
  union(other: Query): Query;
  /** INTERSECT. */
  intersect(other: Query): Query;
  /** EXCEPT. */
  except(other: Query): Query;
  /** NOT INDEXED, of a query over one table. */
  notIndexed(): Query;
}

/** What a SELECT returns. */
export type Selection =
  | '*'
  | Expression
  | readonly (Expression | { readonly as: string; readonly expression: Expression })[];

/** `select('*')`, `select(expression)` or `select([expression, { as: 'name', expression }, …])`. */
export function select(what: Selection): Query {
  return query({ kind: 'select', body: { kind: 'core', columns: resultColumns(what) } });
}

function resultColumns(what: Selection): ResultColumn[] {
  if (what === '*') return [{ kind: 'all' }];
  return ('kind' in what ? [what] : what).map((item) =>
    'as' in item
      ? { kind: 'expression', expression: item.expression, alias: item.as }
      : { kind: 'expression', expression: item },
  );
}

/** A whole query that was drawn. */
export function query(node: Select): Query {
  const core = (change: (core: SelectCore) => SelectCore): Query => {
    if (node.body.kind !== 'core')
      throw new TypeError('this part of a query belongs before UNION and drawn queries');
    return query({ ...node, body: change(node.body) });
  };
  return {
    kind: 'query',
    node,
    from: (...sources) => core((body) => ({ ...body, from: joined(sources) })),
    join: (source, on) => core((body) => ({ ...body, from: joinedTo(body, 'JOIN', source, on) })),
    leftJoin: (source, on) => core((body) => ({ ...body, from: joinedTo(body, 'LEFT JOIN', source, on) })),
    crossJoin: (source) => core((body) => ({ ...body, from: joinedTo(body, 'CROSS JOIN', source) })),
    where: (where) => core((body) => ({ ...body, where })),
    groupBy: (...groupBy) => core((body) => ({ ...body, groupBy })),
    having: (having) => core((body) => ({ ...body, having })),
    distinct: () => core((body) => ({ ...body, distinct: true })),
    notIndexed: () => core((body) => ({ ...body, from: body.from && withoutIndexes(body.from) })),
    orderBy: (...terms) =>
      query({ ...node, orderBy: terms.map((expression): OrderTerm => ({ expression })) }),
    limit: (count) => query({ ...node, limit: { kind: 'literal', value: BigInt(count) } }),
    unionAll: (other) => compound(node, 'UNION ALL', other.node),
    union: (other) => compound(node, 'UNION', other.node),
    intersect: (other) => compound(node, 'INTERSECT', other.node),
    except: (other) => compound(node, 'EXCEPT', other.node),
  };
}

function joined(sources: readonly (TableHandle | Query)[]): FromItem {
  return sources.map(fromSource).reduce((left, right) => ({ kind: 'join', operator: ',', left, right }));
}

function fromSource(source: TableHandle | Query): FromItem {
  return 'node' in source ? { kind: 'subquery', select: source.node } : fromTable(source);
}

function joinedTo(
  { from }: SelectCore,
  operator: JoinOperator,
  source: TableHandle | Query,
  on?: Expression,
): FromItem {
  if (from === undefined) throw new TypeError(`${operator} comes after .from(…)`);
  return { kind: 'join', operator, left: from, right: fromSource(source), ...(on && { on }) };
}

function withoutIndexes(from: FromItem): FromItem {
  return from.kind === 'table' ? { ...from, notIndexed: true } : from;
}

function compound(left: Select, operator: CompoundOperator, { body: right }: Select): Query {
  if (right.kind === 'compound') throw new TypeError(`the right side of ${operator} is a single SELECT`);
  const body: Compound = { kind: 'compound', operator, left: left.body, right };
  return query({ kind: 'select', body });
}

/** The query as the body of a single SELECT, so that it can stand on either side of UNION. */
export function singleBody(select: Select): SelectBody {
  const { body } = select;
  const isSingle = body.kind !== 'compound' && !select.orderBy && !select.limit && !select.with;
  return isSingle ? body : { kind: 'core', columns: [{ kind: 'all' }], from: { kind: 'subquery', select } };
}
