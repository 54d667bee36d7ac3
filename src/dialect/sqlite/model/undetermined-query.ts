// Whether the result of a query is determined although the model cannot follow it, as far as its text tells: no part of it may
// depend on the order of a scan, on time or on chance. In doubt it is undetermined, and no engine is held to it.

import type { Call, Expression, FromItem, Select, SelectBody, SelectCore } from '../../../sql/ast.ts';
import { type Node, some, someChild, someRoot, type Tree, visit } from '../../../sql/index.ts';
import { aggregateOf, isAggregate, scalarOf, scalarRaises, windowOf } from '../functions/lookup.ts';
import { findTable, findView, type Snapshot } from './database.ts';
import { namesIn } from './names-in.ts';
import { sortsEquated } from './sorts-equated.ts';
import { isRowidName } from './table.ts';

/** May correct engines disagree whether it is refused? Whether an operand that raises is evaluated at all is up to them. */
export function mayRaise(tree: Tree): boolean {
  return some(tree, (node) => {
    if (node.kind === 'like') return node.escape !== undefined;
    if (node.kind === 'unary') return node.operator === '-' && node.operand.kind === 'hex';
    return node.kind === 'call' && raises(node);
  });
}

function raises(call: Call): boolean {
  const aggregate = aggregateOf(call);
  if (aggregate !== undefined) return aggregate.raises !== undefined;
  const scalar = scalarOf(call);
  return scalar !== undefined && scalarRaises(scalar, call.arguments === '*' ? [] : call.arguments);
}

/** As a bag of rows. */
export function isUndeterminedQuery(
  select: Select,
  snapshot: Snapshot,
  around: readonly string[] = [],
): boolean {
  const common = [...around, ...(select.with ?? []).map(({ name }) => name.toLowerCase())];
  if ((select.limit !== undefined || select.offset !== undefined) && !isOneRow(select.body)) return true;
  return (
    (select.with ?? []).some((table) =>
      select.recursive
        ? isUndeterminedQuery(table.select, snapshot, common)
        : isUndeterminedSource(table.select, snapshot, common),
    ) ||
    isUndeterminedBody(select.body, snapshot, common) ||
    select.orderBy?.some(({ expression }) => isUndeterminedNode(expression, snapshot, common)) ||
    isUndeterminedNode(select.limit, snapshot, common) ||
    isUndeterminedNode(select.offset, snapshot, common)
  );
}

/** Read by another query. Which arm of a compound gives its columns their affinity is indeterminate. */
function isUndeterminedSource(select: Select, snapshot: Snapshot, common: readonly string[] = []): boolean {
  return (
    select.body.kind === 'compound' ||
    givesVaryingDigits(select) ||
    isUndeterminedQuery(select, snapshot, common)
  );
}

function isUndeterminedBody(body: SelectBody, snapshot: Snapshot, common: readonly string[]): boolean {
  switch (body.kind) {
    case 'core':
      return isUndeterminedCore(body, snapshot, common);
    case 'values':
      return isUndeterminedNode(body.rows.flat(), snapshot, common);
    case 'compound':
      // The others choose among rows that are equal and not the same.
      return (
        body.operator !== 'UNION ALL' ||
        isUndeterminedBody(body.left, snapshot, common) ||
        isUndeterminedBody(body.right, snapshot, common)
      );
    case 'draw':
      return true;
  }
}

function isUndeterminedCore(core: SelectCore, snapshot: Snapshot, common: readonly string[]): boolean {
  if (core.distinct || core.groupBy !== undefined || core.having !== undefined) return true;
  if (core.columns.some((column) => hasOwn(column, isCount)) && readsBesidesCounts(core)) return true;
  if (core.from !== undefined && isUndeterminedFrom(core.from, snapshot, common)) return true;
  const isUndeterminedWindow = (node: Node) =>
    node.kind === 'call' && node.over !== undefined && !isDeterminedWindow(node, core, snapshot);
  if (some(core.columns, isUndeterminedWindow) || sortsEquated(core)) return true;
  return (
    isUndeterminedNode(core.columns, snapshot, common) || isUndeterminedNode(core.where, snapshot, common)
  );
}

function isUndeterminedFrom(item: FromItem, snapshot: Snapshot, common: readonly string[]): boolean {
  switch (item.kind) {
    case 'join':
      return (
        isUndeterminedFrom(item.left, snapshot, common) ||
        isUndeterminedFrom(item.right, snapshot, common) ||
        isUndeterminedNode(item.on, snapshot, common)
      );
    case 'subquery':
      return isUndeterminedSource(item.select, snapshot, common);
    case 'table': {
      if (common.includes(item.name.toLowerCase())) return false;
      const view = findView(snapshot, item.name);
      if (view !== undefined) return isUndeterminedSource(view.select, snapshot);
      return findTable(snapshot, item.name) === undefined;
    }
  }
}

/** Expressions, with the queries in them. */
export function isUndeterminedNode(tree: Tree, snapshot: Snapshot, common: readonly string[] = []): boolean {
  const isUndeterminedHere = (node: Node): boolean => {
    if (COMPUTES.has(node.kind) && !isInequality(node) && someChild(node, hasVaryingDigits)) return true;
    switch (node.kind) {
      case 'select':
        return isUndeterminedQuery(node, snapshot, common);
      case 'scalar':
        return !isOneRow(node.select.body) || isUndeterminedQuery(node.select, snapshot, common);
      case 'current':
      case 'rawExpression':
      case 'draw':
        return true;
      case 'column':
        // Where the model does not know a table's contents, its rowids depend on the order of insertion.
        return isRowidName(node.name);
      case 'binary':
        if (node.operator === 'OR' && some(node, ({ kind }) => kind === 'collate')) return true;
        break;
      case 'call':
        if (isUndeterminedCall(node)) return true;
    }
    return someChild(node, isUndeterminedHere);
  };
  return someRoot(tree, isUndeterminedHere);
}

/** What computes with a value makes more of a difference in its last digit: log10(1000) << 0 is 3, or 2. */
const COMPUTES: ReadonlySet<string> = new Set<Expression['kind']>([
  'binary',
  'unary',
  'cast',
  'call',
  'like',
  'between',
  'inList',
  'inSelect',
  'case',
]);

/** The last digit tells only where both sides are nearly equal. */
function isInequality(node: Node): boolean {
  return node.kind === 'binary' && 'operator' in node && /^[<>]=?$/.test(node.operator);
}

function hasVaryingDigits(node: Node): boolean {
  return node.kind === 'call' && 'name' in node && scalarOf(node)?.varies === 'digits';
}

/** What is read from it or stored is computed with somewhere else: an INTEGER column makes an integer of 47.0, and not of its neighbour. */
export function givesVaryingDigits(tree: Tree): boolean {
  return some(tree, hasVaryingDigits);
}

function isUndeterminedCall(call: Call): boolean {
  if (call.over !== undefined) return false;
  const aggregate = aggregateOf(call);
  if (aggregate !== undefined) return aggregate.orderMatters !== undefined;
  switch (scalarOf(call)?.varies) {
    case 'clock':
      return call.arguments === '*' || call.arguments.length === 0 || !call.arguments.every(isTimeGiven);
    case 'state':
    case 'values':
      return true;
    default:
      return false;
  }
}

/** A time that is no matter of the clock, or what is done with it. Dates before the year 0 and after 9999 are undefined, and most numbers are such days. */
function isTimeGiven(argument: Expression): boolean {
  return (
    argument.kind === 'literal' &&
    typeof argument.value === 'string' &&
    !/now|local|utc/i.test(argument.value)
  );
}

/** Exactly one row, or none: an aggregate without groups, or nothing to read from. */
function isOneRow(body: SelectBody): boolean {
  if (body.kind === 'values') return body.rows.length === 1;
  return (
    body.kind === 'core' && body.groupBy === undefined && (body.from === undefined || hasAggregate(body))
  );
}

function hasAggregate(core: SelectCore): boolean {
  return core.columns.some((column) => hasOwn(column, (node) => node.kind === 'call' && isAggregate(node)));
}

/** An aggregate that is the same in any order of the rows. */
function isCount(node: Node): boolean {
  return node.kind === 'call' && isAggregate(node) && aggregateOf(node)?.orderMatters === undefined;
}

/** Looks for a node outside the queries inside. */
function hasOwn(node: Node, test: (node: Node) => boolean): boolean {
  return node.kind !== 'select' && (test(node) || someChild(node, (child) => hasOwn(child, test)));
}

/** Are there columns in its result that are not counted? */
function readsBesidesCounts({ columns }: SelectCore): boolean {
  let reads = false;
  visit(columns, (node) => {
    if (node.kind === 'column' || node.kind === 'all' || node.kind === 'allOf') reads = true;
    return !isCount(node);
  });
  return reads;
}

/** Peers are alike to it, or there are none since the rowid's alias is among the terms of its order. */
function isDeterminedWindow(call: Call, core: SelectCore, snapshot: Snapshot): boolean {
  const { over } = call;
  if (windowOf(call)?.arePeersAlike || isAlikeForPeers(call)) return true;
  if (core.from?.kind !== 'table' || over === undefined) return false;
  const schema = findTable(snapshot, core.from.name)?.schema;
  const key = schema?.columns[schema.rowidAlias]?.name;
  return over.orderBy.some(({ expression }) => expression.kind === 'column' && expression.name === key);
}

/** An aggregate over all peers at once, for which their order makes no difference. */
function isAlikeForPeers(call: Call): boolean {
  const aggregate = aggregateOf(call);
  const { frame = 'RANGE' } = call.over ?? {};
  return aggregate !== undefined && aggregate.orderMatters === undefined && frame.startsWith('RANGE');
}

/** Does a query inside read one of these tables, by itself or through a view? */
export function readsAny(tree: Tree, tables: readonly string[], snapshot: Snapshot): boolean {
  const names = [...namesIn(tree)].map((name) => name.toLowerCase());
  return names.some((name) => {
    if (tables.includes(name)) return true;
    const view = findView(snapshot, name);
    return view !== undefined && readsAny(view.select, tables, snapshot);
  });
}
