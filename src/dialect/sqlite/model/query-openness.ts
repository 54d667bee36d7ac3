// Whether the result of a query is determined although the model cannot follow it, as far as its text tells: no part of it may
// depend on the order of a scan, on time or on chance. In doubt it is open, and no engine is held to it.

import type { Call, Expression, FromItem, Select, SelectBody, SelectCore, Unary } from '../../../sql/ast.ts';
import { aggregateOf, isAggregate, scalarOf, windowOf } from '../functions/lookup.ts';
import { findTable, findView, type Snapshot } from './database.ts';
import { isRowidName } from './table.ts';
import { namesIn, someNode } from './walk.ts';

/** May correct engines disagree whether it is refused? Whether an operand that raises is evaluated at all is up to them. */
export function mayRaise(node: unknown): boolean {
  return someNode(node, (part) => {
    if (part.kind === 'like') return 'escape' in part;
    if (part.kind === 'unary')
      return (part as Unary).operator === '-' && (part as Unary).operand.kind === 'hex';
    return part.kind === 'call' && raises(part as Call);
  });
}

function raises(call: Call): boolean {
  return (aggregateOf(call) ?? scalarOf(call))?.raises !== undefined;
}

/** As a bag of rows. */
export function isOpenQuery(select: Select, snapshot: Snapshot, around: readonly string[] = []): boolean {
  const common = [...around, ...(select.with ?? []).map(({ name }) => name.toLowerCase())];
  const isOpenPart = (part: unknown) => isOpenNode(part, snapshot, common);
  if ((select.limit !== undefined || select.offset !== undefined) && !isOneRow(select.body)) return true;
  return (
    (select.with ?? []).some((table) =>
      select.recursive
        ? isOpenQuery(table.select, snapshot, common)
        : isOpenSource(table.select, snapshot, common),
    ) ||
    isOpenBody(select.body, snapshot, common) ||
    isOpenPart(select.orderBy) ||
    isOpenPart(select.limit) ||
    isOpenPart(select.offset)
  );
}

/** Read by another query. Which arm of a compound gives its columns their affinity is indeterminate. */
function isOpenSource(select: Select, snapshot: Snapshot, common: readonly string[] = []): boolean {
  return select.body.kind === 'compound' || isOpenQuery(select, snapshot, common);
}

function isOpenBody(body: SelectBody, snapshot: Snapshot, common: readonly string[]): boolean {
  switch (body.kind) {
    case 'core':
      return isOpenCore(body, snapshot, common);
    case 'values':
      return isOpenNode(body.rows, snapshot, common);
    case 'compound':
      // The others choose among rows that are equal and not the same.
      return (
        body.operator !== 'UNION ALL' ||
        isOpenBody(body.left, snapshot, common) ||
        isOpenBody(body.right, snapshot, common)
      );
    case 'draw':
      return true;
  }
}

function isOpenCore(core: SelectCore, snapshot: Snapshot, common: readonly string[]): boolean {
  if (core.distinct || core.groupBy !== undefined || core.having !== undefined) return true;
  const isBare = ({ kind }: { readonly kind: string }) =>
    kind === 'column' || kind === 'all' || kind === 'allOf';
  if (hasOwn(core.columns, isCount) && someNode(core.columns.map(withoutCounts), isBare)) return true;
  if (core.from !== undefined && isOpenFrom(core.from, snapshot, common)) return true;
  const isOpenWindow = (node: { readonly kind: string }) =>
    node.kind === 'call' &&
    (node as Call).over !== undefined &&
    !isSettledWindow(node as Call, core, snapshot);
  if (someNode(core.columns, isOpenWindow)) return true;
  return isOpenNode(core.columns, snapshot, common) || isOpenNode(core.where, snapshot, common);
}

function isOpenFrom(item: FromItem, snapshot: Snapshot, common: readonly string[]): boolean {
  switch (item.kind) {
    case 'join':
      return (
        isOpenFrom(item.left, snapshot, common) ||
        isOpenFrom(item.right, snapshot, common) ||
        isOpenNode(item.on, snapshot, common)
      );
    case 'subquery':
      return isOpenSource(item.select, snapshot, common);
    case 'table': {
      if (common.includes(item.name.toLowerCase())) return false;
      const view = findView(snapshot, item.name);
      if (view !== undefined) return isOpenSource(view.select, snapshot);
      return findTable(snapshot, item.name) === undefined;
    }
  }
}

/** Expressions, with the queries in them. */
export function isOpenNode(node: unknown, snapshot: Snapshot, common: readonly string[] = []): boolean {
  if (node === null || typeof node !== 'object' || node instanceof Uint8Array) return false;
  if (Array.isArray(node)) return node.some((item) => isOpenNode(item, snapshot, common));
  const part = node as Expression | Select;
  switch (part.kind) {
    case 'select':
      return isOpenQuery(part, snapshot, common);
    case 'scalar':
      return !isOneRow(part.select.body) || isOpenQuery(part.select, snapshot, common);
    case 'current':
    case 'rawExpression':
    case 'draw':
      return true;
    case 'column':
      // The rowids of a table that the model lost sight of are those of some order of insertion.
      return isRowidName(part.name);
    case 'binary':
      if (part.operator === 'OR' && someNode(part, ({ kind }) => kind === 'collate')) return true;
      break;
    case 'call':
      if (isOpenCall(part)) return true;
  }
  return Object.values(node).some((child) => isOpenNode(child, snapshot, common));
}

function isOpenCall(call: Call): boolean {
  if (call.over !== undefined) return false;
  const aggregate = aggregateOf(call);
  if (aggregate !== undefined) return aggregate.orderMatters !== undefined;
  switch (scalarOf(call)?.varies) {
    case 'clock':
      return call.arguments.length === 0 || someNode(call.arguments, isNow);
    case 'state':
    case 'values':
      return true;
    default:
      return false;
  }
}

function isNow(node: { readonly kind: string }): boolean {
  if (node.kind !== 'literal') return false;
  const { value } = node as { readonly kind: string; readonly value?: unknown };
  return typeof value === 'string' && /now|local|utc/i.test(value);
}

/** Exactly one row, or none: an aggregate without groups, or nothing to read from. */
function isOneRow(body: SelectBody): boolean {
  if (body.kind === 'values') return body.rows.length === 1;
  return (
    body.kind === 'core' && body.groupBy === undefined && (body.from === undefined || hasAggregate(body))
  );
}

function hasAggregate(core: SelectCore): boolean {
  return hasOwn(core.columns, (node) => node.kind === 'call' && isAggregate(node as Call));
}

/** An aggregate that is the same in any order of the rows. */
function isCount(node: { readonly kind: string }): boolean {
  return (
    node.kind === 'call' && isAggregate(node as Call) && aggregateOf(node as Call)?.orderMatters === undefined
  );
}

/** Looks for a node outside the queries inside. */
function hasOwn(node: unknown, test: (node: { readonly kind: string }) => boolean): boolean {
  if (node === null || typeof node !== 'object' || node instanceof Uint8Array) return false;
  if ('kind' in node) {
    if (node.kind === 'select') return false;
    if (test(node as { kind: string })) return true;
  }
  return Object.values(node).some((child) => hasOwn(child, test));
}

function withoutCounts(node: unknown): unknown {
  if (node === null || typeof node !== 'object' || node instanceof Uint8Array) return node;
  if (Array.isArray(node)) return node.map(withoutCounts);
  if ('kind' in node && isCount(node as { kind: string })) return null;
  return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, withoutCounts(child)]));
}

/** Peers are alike to it, or there are none since the rowid's alias is among the terms of its order. */
function isSettledWindow(call: Call, core: SelectCore, snapshot: Snapshot): boolean {
  const { over } = call;
  if (windowOf(call)?.arePeersAlike) return true;
  if (core.from?.kind !== 'table' || over === undefined) return false;
  const schema = findTable(snapshot, core.from.name)?.schema;
  const key = schema?.columns[schema.rowidAlias]?.name;
  return over.orderBy.some(({ expression }) => expression.kind === 'column' && expression.name === key);
}

/** Does a query inside read one of these tables, by itself or through a view? */
export function readsAny(node: unknown, tables: readonly string[], snapshot: Snapshot): boolean {
  const names = [...namesIn(node)].map((name) => name.toLowerCase());
  return names.some((name) => {
    if (tables.includes(name)) return true;
    const view = findView(snapshot, name);
    return view !== undefined && readsAny(view.select, tables, snapshot);
  });
}
