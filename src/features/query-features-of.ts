// Walks queries and expressions and adds the features they use. The walk knows the names that
// the queries around a subquery bring into scope, which tell whether the subquery is correlated.

import type {
  BinaryOperator,
  Call,
  Expression,
  FromItem,
  Join,
  JoinOperator,
  OrderTerm,
  ResultColumn,
  Select,
  SelectBody,
} from '../sql/ast.ts';
import { type FeatureId, isFeatureId } from './catalogue.ts';

export interface Walk {
  readonly used: Set<FeatureId>;
  /** Names of tables in scope, one list a query level, innermost last. */
  readonly levels: (readonly string[])[];
}

/** Runs `inside` where these names of tables are in scope. */
export function within(walk: Walk, names: readonly string[], inside: () => void): void {
  walk.levels.push(names);
  inside();
  walk.levels.pop();
}

export function walkSelect(walk: Walk, select: Select): void {
  add(walk, 'select');
  if (select.with) {
    add(walk, 'with');
    if (select.recursive) add(walk, 'with.recursive');
    for (const table of select.with) {
      if (table.columns) add(walk, 'with.columns');
      walkSelect(walk, table.select);
    }
  }
  walkBody(walk, select.body, select.orderBy);
  if (select.limit) {
    add(walk, 'select.limit');
    walkExpression(walk, select.limit);
  }
  if (select.offset) {
    add(walk, 'select.offset');
    walkExpression(walk, select.offset);
  }
}

export function walkFrom(walk: Walk, item: FromItem): void {
  if (item.kind === 'subquery') {
    add(walk, 'from.subquery');
    walkSelect(walk, item.select);
  } else if (item.kind === 'table') {
    if (item.alias) add(walk, 'from.alias');
    if (item.notIndexed) add(walk, 'from.notIndexed');
    if (item.indexedBy) add(walk, 'from.indexedBy');
  } else walkJoin(walk, item);
}

export function walkReturning(walk: Walk, columns: readonly ResultColumn[] | undefined): void {
  if (!columns) return;
  add(walk, 'returning');
  walkResultColumns(walk, columns);
}

export function walkExpression(walk: Walk, expression: Expression): void {
  switch (expression.kind) {
    case 'literal': {
      const { value } = expression;
      if (value === null) add(walk, 'literal.null');
      else if (typeof value === 'bigint') add(walk, 'literal.integer');
      else if (typeof value === 'number') add(walk, 'literal.real');
      else if (typeof value === 'string')
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
      if (expression.name === 'rowid') add(walk, 'expression.rowid');
      if (isOuter(walk, expression.table)) add(walk, 'expression.correlated');
      break;
    case 'unary':
      add(walk, `unary.${expression.operator}`);
      walkExpression(walk, expression.operand);
      break;
    case 'binary':
      add(walk, `operator.${expression.operator satisfies BinaryOperator}`);
      walkExpression(walk, expression.left);
      walkExpression(walk, expression.right);
      break;
    case 'nullTest':
      add(walk, 'expression.nullTest');
      walkExpression(walk, expression.operand);
      break;
    case 'between':
      add(walk, 'expression.between');
      walkEach(walk, [expression.operand, expression.low, expression.high]);
      break;
    case 'inList':
      add(walk, 'expression.inList');
      walkExpression(walk, expression.operand);
      walkEach(walk, expression.list);
      break;
    case 'inSelect':
      add(walk, 'expression.inSelect');
      walkExpression(walk, expression.operand);
      walkSelect(walk, expression.select);
      break;
    case 'exists':
      add(walk, 'expression.exists');
      walkSelect(walk, expression.select);
      break;
    case 'scalar':
      add(walk, 'expression.scalarSubquery');
      walkSelect(walk, expression.select);
      break;
    case 'case':
      add(walk, expression.operand ? 'expression.caseOperand' : 'expression.case');
      if (expression.operand) walkExpression(walk, expression.operand);
      for (const { when, then } of expression.branches) walkEach(walk, [when, then]);
      if (expression.otherwise) walkExpression(walk, expression.otherwise);
      break;
    case 'cast':
    case 'collate':
      add(walk, `expression.${expression.kind}`);
      walkExpression(walk, expression.operand);
      break;
    case 'like':
      add(walk, expression.operator === 'GLOB' ? 'expression.glob' : 'expression.like');
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
    case 'rawExpression':
      add(walk, 'expression.raw');
      break;
    case 'draw':
      break;
  }
}

function add(walk: Walk, id: FeatureId): void {
  walk.used.add(id);
}

function walkEach(walk: Walk, expressions: readonly Expression[]): void {
  for (const expression of expressions) walkExpression(walk, expression);
}

/** Does this qualifier belong to a query around the innermost one? */
function isOuter(walk: Walk, table: string | undefined): boolean {
  const depth = walk.levels.length;
  if (table === undefined || depth < 2 || walk.levels[depth - 1].includes(table)) return false;
  return walk.levels.some((names) => names.includes(table));
}

function walkBody(walk: Walk, body: SelectBody, orderBy: readonly OrderTerm[] | undefined): void {
  if (body.kind === 'draw' || body.kind === 'values') {
    if (body.kind === 'values') {
      add(walk, 'select.values');
      for (const row of body.rows) walkEach(walk, row);
    }
    walkOrder(walk, orderBy);
    return;
  }
  if (body.kind === 'compound') {
    add(walk, `compound.${body.operator}`);
    walkBody(walk, body.left, undefined);
    walkBody(walk, body.right, undefined);
    walkOrder(walk, orderBy);
    return;
  }
  within(walk, body.from ? namesOf(body.from) : [], () => {
    if (body.distinct) add(walk, 'select.distinct');
    if (body.from) walkFrom(walk, body.from);
    walkResultColumns(walk, body.columns);
    if (body.where) {
      add(walk, 'select.where');
      walkExpression(walk, body.where);
    }
    if (body.groupBy) {
      add(walk, 'select.groupBy');
      walkEach(walk, body.groupBy);
    }
    if (body.having) {
      add(walk, 'select.having');
      walkExpression(walk, body.having);
    }
    walkOrder(walk, orderBy);
  });
}

function walkResultColumns(walk: Walk, columns: readonly ResultColumn[]): void {
  for (const column of columns) {
    if (column.kind === 'all') add(walk, 'select.star');
    else if (column.kind === 'allOf') add(walk, 'select.tableStar');
    else {
      if (column.alias) add(walk, 'select.alias');
      walkExpression(walk, column.expression);
    }
  }
}

function walkOrder(walk: Walk, terms: readonly OrderTerm[] | undefined): void {
  if (!terms) return;
  add(walk, 'select.orderBy');
  for (const term of terms) {
    if (term.descending) add(walk, 'order.descending');
    if (term.nulls) add(walk, 'order.nulls');
    if (term.collation) add(walk, 'order.collate');
    const isNumber = term.expression.kind === 'literal' && typeof term.expression.value === 'bigint';
    if (isNumber) add(walk, 'order.number');
    else walkExpression(walk, term.expression);
  }
}

function walkJoin(walk: Walk, join: Join): void {
  add(walk, JOIN_FEATURES[join.operator]);
  if (join.natural) add(walk, 'join.natural');
  if (join.using) add(walk, 'join.using');
  if (join.right.kind === 'join') add(walk, 'join.nested');
  walkFrom(walk, join.left);
  walkFrom(walk, join.right);
  if (join.on) {
    add(walk, 'join.on');
    walkExpression(walk, join.on);
  }
}

function walkCall(walk: Walk, call: Call): void {
  const { over } = call;
  if (call.arguments === '*') add(walk, 'aggregate.countAll');
  else {
    const id = functionFeature(call.name, call.arguments.length, over !== undefined);
    if (id) add(walk, id);
    walkEach(walk, call.arguments);
  }
  if (call.distinct) add(walk, 'aggregate.distinct');
  if (call.filter) {
    add(walk, 'aggregate.filter');
    walkExpression(walk, call.filter);
  }
  if (over) {
    add(walk, 'window.over');
    if (over.partitionBy.length > 0) add(walk, 'window.partitionBy');
    if (over.orderBy.length > 0) add(walk, 'window.orderBy');
    if (over.frame) add(walk, 'window.frame');
    walkEach(walk, over.partitionBy);
    for (const term of over.orderBy) {
      if (term.descending) add(walk, 'order.descending');
      if (term.nulls) add(walk, 'order.nulls');
      if (term.collation) add(walk, 'order.collate');
      walkExpression(walk, term.expression);
    }
  }
}
/** min and max of one argument are aggregates, of more they are not. Undefined for a function not in the catalogue. */
export function functionFeature(name: string, argumentCount: number, over: boolean): FeatureId | undefined {
  const scalarOnly = (name === 'min' || name === 'max') && argumentCount > 1 && !over;
  const ids = scalarOnly ? [`function.${name}`] : [`aggregate.${name}`, `window.${name}`, `function.${name}`];
  return ids.find(isFeatureId);
}

const JOIN_FEATURES: Readonly<Record<JoinOperator, FeatureId>> = {
  ',': 'join.comma',
  JOIN: 'join.inner',
  'CROSS JOIN': 'join.cross',
  'LEFT JOIN': 'join.left',
  'RIGHT JOIN': 'join.right',
  'FULL JOIN': 'join.full',
};

function namesOf(item: FromItem): string[] {
  if (item.kind === 'join') return [...namesOf(item.left), ...namesOf(item.right)];
  if (item.kind === 'table') return [item.alias ?? item.name];
  return item.alias ? [item.alias] : [];
}
