// The features of an expression.

import type {
  BinaryOperator,
  Call,
  Collation,
  Expression,
  OrderTerm,
  Select,
  UnaryOperator,
} from '../../../sql/ast.ts';
import { columnsIn, operandsOf } from '../../../sql/index.ts';
import { aggregateOf, scalarOf, windowOf } from '../functions/lookup.ts';
import { type FeatureId, isFeatureId } from './catalogue.ts';
import { isExtreme } from './extreme-real.ts';
import { featureOf } from './function-features.ts';
import { mayBeBlob } from './may-be-blob.ts';
import { type Around, add, type Role, type Walk } from './walk.ts';

export function walkExpression(walk: Walk, expression: Expression): void {
  switch (expression.kind) {
    case 'literal': {
      const { value } = expression;
      if (value === null) add(walk, 'literal.null');
      else if (typeof value === 'bigint') add(walk, 'literal.integer');
      else if (typeof value === 'number') {
        add(walk, 'literal.real');
        if (isExtreme(value)) add(walk, 'literal.real.extreme');
      } else if (typeof value === 'string')
        add(walk, value.includes('\0') ? 'literal.textNul' : 'literal.text');
      else add(walk, 'literal.blob');
      break;
    }
    case 'hex':
    case 'boolean':
    case 'current':
      add(walk, `literal.${expression.kind}`);
      break;
    case 'column':
      if (expression.name === 'rowid') {
        add(walk, 'expression.rowid');
        walk.core.rowids++;
      }
      if (isOuter(walk, expression.table)) add(walk, 'expression.correlated');
      break;
    case 'unary':
      add(walk, unaryFeature(expression.operator));
      walkExpression(walk, expression.operand);
      break;
    case 'binary':
      add(walk, binaryFeature(expression.operator));
      if (expression.right.kind === 'boolean' && /^IS( NOT)?$/.test(expression.operator))
        add(walk, 'operator.IS TRUE');
      if (expression.left.kind === 'row' || expression.right.kind === 'row') {
        const isAsked = [expression.left, expression.right].some(({ kind }) => kind === 'scalar');
        if (isAsked) add(walk, 'expression.rowValue.subquery');
      }
      walkExpression(walk, expression.left);
      walkExpression(walk, expression.right);
      break;
    case 'between':
      add(walk, 'expression.between');
      walkEach(inside(walk, 'Between'), [expression.operand, expression.low, expression.high]);
      break;
    case 'inList':
      add(walk, 'expression.inList');
      if (expression.list.length === 0) add(walk, 'expression.inList.empty');
      if (expression.list.length === 1 && expression.list[0].kind === 'scalar')
        add(walk, 'expression.inList.subquery');
      walkExpression(walk, expression.operand);
      walkEach(inside(walk, 'List'), expression.list);
      break;
    case 'inSelect':
      add(walk, 'expression.inSelect');
      if (expression.operand.kind === 'row') add(walk, 'expression.rowValue.inSelect');
      walkExpression(walk, expression.operand);
      walkSubquery(walk, expression.select);
      break;
    case 'exists':
      add(walk, 'expression.exists');
      walkSubquery(walk, expression.select);
      break;
    case 'scalar':
      add(walk, 'expression.scalarSubquery');
      walkSubquery(walk, expression.select);
      break;
    case 'case': {
      add(walk, expression.operand ? 'expression.caseOperand' : 'expression.case');
      const within = inside(walk, 'Case');
      if (expression.operand) walkExpression(within, expression.operand);
      for (const { when, then } of expression.branches) walkEach(within, [when, then]);
      if (expression.otherwise) walkExpression(within, expression.otherwise);
      break;
    }
    case 'cast':
    case 'collate':
      add(walk, `expression.${expression.kind}`);
      if (expression.kind === 'cast' && expression.type === 'NUMERIC' && READ.has(walk.role))
        add(walk, 'subquery.castNumeric');
      if (expression.kind === 'collate') walkCollation(walk, expression.collation);
      walkExpression(walk, expression.operand);
      break;
    case 'like':
      add(walk, expression.operator === 'GLOB' ? 'expression.glob' : 'expression.like');
      // Builds of SQLite differ in what LIKE makes of BLOBs.
      if (mayBeBlob(expression.operand) || mayBeBlob(expression.pattern)) add(walk, 'expression.like.blob');
      walkEach(walk, [expression.operand, expression.pattern]);
      if (expression.escape) {
        add(walk, 'expression.likeEscape');
        walkExpression(walk, expression.escape);
      }
      break;
    case 'row':
      add(walk, 'expression.rowValue');
      walkEach(walk, expression.items);
      break;
    case 'call':
      walkCall(walk, expression);
      break;
    case 'raise':
      add(walk, expression.action === 'IGNORE' ? 'trigger.raise' : 'trigger.abort');
      break;
    case 'rawExpression':
      add(walk, 'expression.raw');
      break;
    case 'draw':
      break;
    default:
      add(walk, `expression.${expression.kind}`);
      walkEach(walk, operandsOf(expression));
  }
}

export function walkCollation(walk: Walk, collation: Collation): void {
  if (collation === 'RTRIM') add(walk, 'expression.collate.RTRIM');
}

/** The roles of queries that another query reads. */
const READ: ReadonlySet<Role> = new Set(['from', 'with', 'view']);

export function walkEach(walk: Walk, expressions: readonly Expression[]): void {
  for (const expression of expressions) walkExpression(walk, expression);
}

function inside(walk: Walk, around: Around): Walk {
  return walk.around.includes(around) ? walk : { ...walk, around: [...walk.around, around] };
}

/** Does this qualifier belong to a query around the innermost one? */
function isOuter(walk: Walk, table: string | undefined): boolean {
  const depth = walk.levels.length;
  if (table === undefined || depth < 2 || walk.levels[depth - 1].includes(table)) return false;
  return walk.levels.some((names) => names.includes(table));
}

/** A subquery in an expression, with the features that its place makes. */
function walkSubquery(walk: Walk, select: Select): void {
  const used = new Set<FeatureId>();
  walk.select({ ...walk, used, role: 'subquery', around: [], outerOn: false }, select);
  walk.core.subqueries++;
  const ids: string[] = [`subquery.in${walk.place}`, ...walk.around.map((name) => `subquery.in${name}`)];
  if (used.has('expression.correlated')) {
    walk.core.correlated++;
    ids.push(`subquery.in${walk.place}.correlated`);
  }
  if (walk.outerOn) ids.push('subquery.inOn.outer');
  if (walk.role === 'subquery') ids.push('subquery.inSubquery');
  if (walk.role === 'from' || walk.role === 'with') ids.push('subquery.inFromSubquery');
  if (walk.role === 'view') ids.push('subquery.inView');
  if (walk.role === 'insert') ids.push('subquery.inInsertSelect');
  for (const id of ids) if (isFeatureId(id)) add(walk, id);
  for (const id of used) add(walk, id);
}

function walkCall(walk: Walk, call: Call): void {
  const { over } = call;
  const aggregate = aggregateOf(call);
  const scalar = aggregate === undefined ? scalarOf(call) : undefined;
  const found = aggregate ?? scalar ?? windowOf(call);
  const id = call.arguments === '*' ? 'aggregate.countAll' : found && featureOf(found);
  if (id) add(walk, id);
  const isAggregated = aggregate !== undefined && over === undefined;
  if (isAggregated) {
    walk.core.aggregates++;
    if (walk.levels.length > 1 && columnsIn(call).some(({ table }) => isOuter(walk, table)))
      add(walk, 'aggregate.outerColumn');
  }
  if (call.arguments !== '*') {
    walkEach(inside(walk, isAggregated ? 'Aggregate' : 'Function'), call.arguments);
    if (scalar?.parts !== undefined) for (const part of scalar.parts(call.arguments)) add(walk, part);
  }
  if (call.distinct) {
    add(walk, 'aggregate.distinct');
    if (++walk.core.distinctAggregates > 1) add(walk, 'aggregate.distinctSeveral');
  }
  if (call.filter) {
    add(walk, 'aggregate.filter');
    walkExpression(inside(walk, 'Aggregate'), call.filter);
  }
  if (over) {
    walk.core.windows++;
    add(walk, 'window.over');
    if (aggregate !== undefined) add(walk, 'window.aggregate');
    if (call.filter) add(walk, 'window.filter');
    if (over.partitionBy.length > 0) add(walk, 'window.partitionBy');
    if (over.orderBy.length > 0) add(walk, 'window.orderBy');
    if (over.frame) add(walk, 'window.frame');
    if (over.frame?.startsWith('GROUPS')) add(walk, 'window.frame.groups');
    if (over.frame?.includes('EXCLUDE')) add(walk, 'window.frame.exclude');
    walkEach(walk, over.partitionBy);
    for (const term of over.orderBy) {
      walkTerm(walk, term);
      walkExpression(walk, term.expression);
    }
  }
}

export function walkTerm(walk: Walk, term: OrderTerm): void {
  if (term.descending) add(walk, 'order.descending');
  if (term.nulls) add(walk, 'order.nulls');
  if (term.collation) {
    add(walk, 'order.collate');
    walkCollation(walk, term.collation);
  }
}

const unaryFeature = once((operator: UnaryOperator): FeatureId => `unary.${operator}`);
const binaryFeature = once((operator: BinaryOperator): FeatureId => `operator.${operator}`);

/** A concatenated string is hashed again at each lookup, so each id is made once. */
function once<Name extends string, Id>(make: (name: Name) => Id): (name: Name) => Id {
  const made = new Map<Name, Id>();
  return (name) => {
    const known = made.get(name);
    if (known !== undefined || made.has(name)) return known as Id;
    const id = make(name);
    made.set(name, id);
    return id;
  };
}
