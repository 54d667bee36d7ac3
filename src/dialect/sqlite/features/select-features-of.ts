// The features of a query.

import type {
  CommonTable,
  Expression,
  OrderTerm,
  ResultColumn,
  Select,
  SelectBody,
  SelectCore,
} from '../../../sql/ast.ts';
import type { FeatureId } from './catalogue.ts';
import { walkEach, walkExpression, walkTerm } from './expression-features-of.ts';
import {
  hasFullJoin,
  isLong,
  isMerged,
  isNested,
  keepsRight,
  namesOf,
  walkBeneath,
  walkFrom,
} from './from-features-of.ts';
import { add, at, type CoreFacts, coreFacts, isNamed, type Role, type Walk, within } from './walk.ts';

/** The walk's role says what the query is there for. */
export function walkSelect(outer: Walk, select: Select): void {
  add(outer, 'select');
  const common = select.with?.map(({ name }) => name) ?? [];
  const walk: Walk = { ...outer, common: [...outer.common, ...common] };
  if (select.with) walkWith(walk, select);
  walkBody(walk, select.body, select);
  if (select.limit) {
    add(walk, 'select.limit');
    if (select.limit.kind === 'literal' && typeof select.limit.value === 'bigint') {
      if (select.limit.value < 0n) add(walk, 'select.limit.negative');
      if (select.limit.value === 0n) add(walk, 'select.limit.zero');
    }
    if (walk.role === 'subquery') add(walk, 'subquery.limit');
    if (isComputed(select.limit) || (select.offset && isComputed(select.offset)))
      add(walk, 'select.limit.expression');
    walkExpression(at(walk, 'Limit'), select.limit);
  }
  if (select.offset) {
    add(walk, 'select.offset');
    if (walk.role === 'subquery') add(walk, 'subquery.offset');
    walkExpression(at(walk, 'Limit'), select.offset);
  }
}

function isComputed({ kind }: Expression): boolean {
  return kind !== 'literal';
}

function walkWith(walk: Walk, select: Select): void {
  add(walk, 'with');
  const place = WITH_IN[walk.role];
  if (place) add(walk, place);
  if (select.recursive) add(walk, 'with.recursive');
  if (select.body.kind === 'compound') add(walk, 'with.compound');
  if ((select.with?.length ?? 0) > 1) add(walk, 'with.several');
  walkCommon(walk, select.with ?? []);
}

/** The common tables of a query or a write. */
export function walkCommon(walk: Walk, common: readonly CommonTable[]): void {
  for (const table of common) {
    if (table.materialized) add(walk, 'with.materialized');
    if (table.columns) add(walk, 'with.columns');
    if (isNamed(walk, table.name)) add(walk, 'shadow.common');
    walkBeneath(walk, 'with', walk.levels, table.select);
  }
}

const WITH_IN: Readonly<Partial<Record<Role, FeatureId>>> = {
  from: 'with.inFrom',
  subquery: 'with.inSubquery',
  with: 'with.inWith',
  view: 'with.inView',
  insert: 'with.insert',
  createTableAs: 'with.createTableAs',
};

const COMPOUND_IN: Readonly<Partial<Record<Role, FeatureId>>> = {
  from: 'compound.inFrom',
  subquery: 'compound.inSubquery',
  with: 'compound.inWith',
  view: 'compound.inView',
};

function walkBody(walk: Walk, body: SelectBody, { orderBy, limit }: Select): void {
  switch (body.kind) {
    case 'draw':
      walkOrder(at(walk, 'OrderBy'), orderBy);
      break;
    case 'values':
      walkValues(walk, body.rows);
      if (walk.role === 'from' || walk.role === 'with') add(walk, 'values.inFrom');
      if (walk.role === 'subquery') add(walk, 'values.inSubquery');
      if (walk.role === 'view') add(walk, 'view.ofValues');
      walkOrder(at(walk, 'OrderBy'), orderBy);
      break;
    case 'compound': {
      const place = COMPOUND_IN[walk.role];
      if (place) add(walk, place);
      if (body.left.kind === 'compound') add(walk, 'compound.several');
      if (orderBy) add(walk, 'compound.orderBy');
      if (orderBy?.some(({ expression }) => expression.kind === 'column')) add(walk, 'compound.orderBy.name');
      if (orderBy?.some(({ collation }) => collation !== undefined)) add(walk, 'compound.orderBy.collate');
      if (limit) add(walk, 'compound.limit');
      walkParts(walk, body);
      walkOrder(at(walk, 'OrderBy'), orderBy);
      break;
    }
    case 'core':
      walkCore(walk, body, orderBy, limit);
  }
}

function walkValues(walk: Walk, rows: readonly (readonly Expression[])[]): void {
  add(walk, 'select.values');
  const values = at(walk, 'Values');
  for (const row of rows) walkEach(values, row);
}

/** The parts of a compound query. */
function walkParts(walk: Walk, body: SelectBody): void {
  switch (body.kind) {
    case 'compound':
      add(walk, `compound.${body.operator}`);
      walkParts(walk, body.left);
      walkParts(walk, body.right);
      break;
    case 'values':
      add(walk, 'compound.values');
      walkValues(walk, body.rows);
      break;
    case 'core': {
      const facts = walkCore(walk, body, undefined, undefined);
      if (facts.aggregates > 0) add(walk, 'compound.aggregate');
      if (body.groupBy) add(walk, 'compound.groupBy');
      if (body.distinct) add(walk, 'compound.distinct');
      if (body.from?.kind === 'join') add(walk, 'compound.join');
      if (keepsRight(body.from)) add(walk, 'compound.join.right');
      if (facts.subqueries > 0) add(walk, 'compound.subquery');
    }
  }
}

function walkCore(
  outer: Walk,
  core: SelectCore,
  orderBy: readonly OrderTerm[] | undefined,
  limit: Expression | undefined,
): CoreFacts {
  const facts = coreFacts();
  const walk: Walk = { ...within(outer, core.from ? namesOf(core.from) : []), core: facts };
  if (core.distinct) add(walk, 'select.distinct');
  if (core.from) walkFrom(walk, core.from);
  walkResultColumns(walk, core.columns);
  if (core.where) {
    add(walk, 'select.where');
    if (core.from === undefined) add(walk, 'select.where.tableless');
    walkExpression(at(walk, 'Where'), core.where);
  }
  if (core.groupBy) {
    add(walk, 'select.groupBy');
    if (core.groupBy.length > 1) add(walk, 'groupBy.several');
    for (const key of core.groupBy) {
      if (isConstant(key)) add(walk, 'groupBy.constant');
      else if (key.kind !== 'column') add(walk, 'groupBy.expression');
    }
    walkEach(at(walk, 'GroupBy'), core.groupBy);
  }
  if (core.having) {
    add(walk, 'select.having');
    const before = facts.aggregates;
    walkExpression(at(walk, 'Having'), core.having);
    if (facts.aggregates === before) add(walk, 'having.noAggregate');
  }
  if (facts.correlated > 0 && orderBy !== undefined) add(walk, 'subquery.inResult.correlatedOrder');
  const beforeOrder = facts.aggregates;
  walkOrder(at(walk, 'OrderBy'), orderBy);
  if (facts.aggregates > beforeOrder) add(walk, 'aggregate.orderBy');
  addCombinations(walk, core, facts, orderBy, limit);
  return facts;
}

function addCombinations(
  walk: Walk,
  core: SelectCore,
  facts: CoreFacts,
  orderBy: readonly OrderTerm[] | undefined,
  limit: Expression | undefined,
): void {
  const { from, groupBy, distinct } = core;
  const isAggregate = facts.aggregates > 0 || groupBy !== undefined;
  const isJoin = from?.kind === 'join';
  const mark = (condition: boolean, id: FeatureId): void => {
    if (condition) add(walk, id);
  };
  mark(isAggregate && from?.kind === 'subquery', 'aggregate.subqueryFrom');
  mark(isAggregate && isJoin, 'aggregate.join');
  mark(isMerged(from) && core.columns.some(({ kind }) => kind === 'all'), 'join.star.using');
  mark(facts.correlated > 0 && hasFullJoin(from), 'join.full.correlated');
  mark(facts.rowids > 0 && isJoin && isNested(from), 'join.nested.rowid');
  mark(core.where !== undefined && isJoin && hasFullJoin(from) && isLong(from), 'join.full.filtered');
  mark(isAggregate && facts.subqueries > 0, 'subquery.inAggregateQuery');
  mark(isAggregate && core.columns.some((column) => isBare(column, groupBy ?? [])), 'select.bareColumn');
  mark(facts.aggregates > 0 && core.columns.some(isOverAggregates), 'aggregate.expression');
  mark(facts.distinctAggregates > 0 && groupBy !== undefined, 'aggregate.distinctGroup');
  mark(distinct === true && orderBy !== undefined, 'distinct.orderBy');
  if (facts.windows > 0) {
    mark(isAggregate, 'window.groupBy');
    mark(isJoin, 'window.join');
    mark(distinct === true, 'window.distinct');
    mark(orderBy !== undefined, 'window.orderBy.statement');
    mark(limit !== undefined, 'window.limit');
    mark(walk.role !== 'statement', 'subquery.window');
    mark(walk.role === 'view', 'view.ofWindow');
  }
  if (walk.role === 'subquery') {
    mark(isJoin, 'subquery.join');
    mark(groupBy !== undefined, 'subquery.groupBy');
    mark(distinct === true, 'subquery.distinct');
  }
  if (walk.role === 'view') {
    mark(isJoin, 'view.ofJoin');
    mark(isAggregate, 'view.ofAggregate');
    mark(orderBy !== undefined || limit !== undefined, 'view.ofOrderBy');
  }
}

function isConstant({ kind }: Expression): boolean {
  return kind === 'literal' || kind === 'boolean' || kind === 'hex';
}

/** In an aggregate query: a plain column that is no key of the GROUP BY. */
function isBare(column: ResultColumn, groupBy: readonly Expression[]): boolean {
  if (column.kind !== 'expression') return true;
  const { expression } = column;
  return (
    expression.kind === 'column' &&
    !groupBy.some((key) => key.kind === 'column' && key.name === expression.name)
  );
}

function isOverAggregates(column: ResultColumn): boolean {
  return (
    column.kind === 'expression' && column.expression.kind !== 'call' && column.expression.kind !== 'column'
  );
}

export function walkResultColumns(walk: Walk, columns: readonly ResultColumn[]): void {
  const result = at(walk, 'Result');
  for (const column of columns) {
    if (column.kind === 'all') add(walk, 'select.star');
    else if (column.kind === 'allOf') add(walk, 'select.tableStar');
    else {
      if (column.alias) add(walk, 'select.alias');
      if (column.alias && isColumnName(walk, column)) add(walk, 'shadow.column');
      walkExpression(result, column.expression);
    }
  }
}

/** Is the alias the name of a column of some table, and not of this one? */
function isColumnName(
  { schema }: Walk,
  { alias, expression }: ResultColumn & { kind: 'expression' },
): boolean {
  if (expression.kind === 'column' && expression.name === alias) return false;
  return schema.tables.some(({ columns }) => columns.some(({ name }) => name === alias));
}

function walkOrder(walk: Walk, terms: readonly OrderTerm[] | undefined): void {
  if (!terms) return;
  add(walk, 'select.orderBy');
  for (const term of terms) {
    walkTerm(walk, term);
    const isNumber = term.expression.kind === 'literal' && typeof term.expression.value === 'bigint';
    if (isNumber) add(walk, 'order.number');
    else {
      if (term.expression.kind !== 'column') add(walk, 'order.expression');
      if (isConstant(term.expression)) add(walk, 'order.constant');
      walkExpression(walk, term.expression);
    }
  }
}
