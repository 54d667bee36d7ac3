// The features of a FROM clause.

import type { Expression, FromItem, Join, JoinOperator, Select } from '../../../sql/ast.ts';
import { some } from '../../../sql/index.ts';
import type { FeatureId } from './catalogue.ts';
import { walkExpression } from './expression-features-of.ts';
import { add, at, isNamed, isView, tableNamed, type Walk } from './walk.ts';

export function walkFrom(walk: Walk, item: FromItem): void {
  if (item.kind === 'join') walkJoin(walk, item);
  else if (item.kind === 'subquery') {
    add(walk, 'from.subquery');
    if (item.alias && isNamed(walk, item.alias)) add(walk, 'shadow.table');
    if (walk.role === 'subquery') add(walk, 'subquery.fromSubquery');
    if (walk.role === 'view') add(walk, 'view.ofFromSubquery');
    walkBeneath(walk, 'from', walk.levels.slice(0, -1), item.select);
  } else {
    if (item.alias) {
      add(walk, 'from.alias');
      if (item.alias !== item.name && isNamed(walk, item.alias)) add(walk, 'shadow.table');
    }
    if (item.notIndexed) add(walk, 'from.notIndexed');
    if (item.indexedBy) add(walk, 'from.indexedBy');
    if (isView(walk, item.name)) {
      if (walk.role === 'view') add(walk, 'view.inView');
      if (walk.role === 'subquery') add(walk, 'view.inSubquery');
    }
  }
}

/** A query of FROM or WITH. It sees nothing of its neighbours, and these names of the queries around. */
export function walkBeneath(walk: Walk, role: 'from' | 'with', levels: Walk['levels'], select: Select): void {
  const around = levels.flat();
  const reads = ({ kind, table }: { readonly kind: string; readonly table?: unknown }) =>
    kind === 'column' && typeof table === 'string' && around.includes(table);
  if (around.length > 0 && some(select, (node) => reads(node as { kind: string; table?: unknown })))
    add(walk, 'from.subquery.correlated');
  walk.select({ ...walk, role, levels }, select);
}

function walkJoin(walk: Walk, join: Join): void {
  const { operator, left, right, on } = join;
  const side = SIDES[operator];
  const isOuter = side !== undefined;
  const isMerged = join.natural === true || join.using !== undefined;
  add(walk, JOIN_FEATURES[operator]);
  if (join.natural) add(walk, 'join.natural');
  if (join.using) add(walk, 'join.using');
  if (right.kind === 'join') {
    add(walk, 'join.nested');
    if (isOuter) add(walk, 'join.nested.outer');
  }
  if (side && isMerged) add(walk, `join.${side}.using`);
  if (side === 'left' && !isMerged && !on) add(walk, 'join.left.noCondition');
  if ((side === 'right' || side === 'full') && !isMerged && !isEquated(on, left, right)) {
    add(walk, `join.${side}.noEquality`);
  }
  if ((side === 'right' || side === 'full') && left.kind === 'join') add(walk, `join.${side}.afterJoin`);
  if ((side === 'right' || side === 'full') && [left, right].some((item) => isQuery(walk, item))) {
    add(walk, `join.${side}.subquery`);
  }
  if (side === 'full') {
    if (hasOuterJoin(left)) add(walk, 'join.full.afterOuter');
    if ([left, right].some(isNotIndexed)) add(walk, 'join.full.notIndexed');
    const names = tablesOf(left);
    if (tablesOf(right).some((name) => names.includes(name))) add(walk, 'join.full.self');
  }
  if (left.kind === 'join' && SIDES[left.operator] === 'right') add(walk, 'join.afterRight');
  if (left.kind === 'join' && SIDES[left.operator] === 'full') add(walk, 'join.afterFull');
  if (side === 'full') {
    const tables = [left, right].flatMap(tablesOf).flatMap((name) => tableNamed(walk, name) ?? []);
    const aliases = tables.filter(({ columns }) => columns.some(({ rowidAlias }) => rowidAlias));
    if (aliases.length > 0) add(walk, 'join.full.rowidAlias');
    // The alias of the rowid is one of the unique keys.
    const hasIndex = (table: (typeof tables)[number]) =>
      table.indexes.length > 0 || table.uniqueKeys.length > (aliases.includes(table) ? 1 : 0);
    if (tables.some(hasIndex)) add(walk, 'join.full.indexed');
  }
  if (operator === 'CROSS JOIN' && on) add(walk, 'join.cross.on');
  for (const item of [left, right]) {
    if (item.kind !== 'table') continue;
    if (isView(walk, item.name)) add(walk, 'view.join');
    if (walk.common.includes(item.name)) add(walk, 'with.join');
  }
  walkFrom(walk, left);
  walkFrom(walk, right);
  if (on) {
    add(walk, 'join.on');
    walkExpression({ ...at(walk, 'On'), outerOn: isOuter }, on);
  }
}

/** Does the condition say that a column of one side equals one of the other? */
function isEquated(on: Expression | undefined, left: FromItem, right: FromItem): boolean {
  if (on?.kind !== 'binary') return false;
  if (on.operator === 'AND') return isEquated(on.left, left, right) || isEquated(on.right, left, right);
  const [a, b] = [on.left, on.right];
  if ((on.operator !== '=' && on.operator !== '==') || a.kind !== 'column' || b.kind !== 'column')
    return false;
  const [lefts, rights] = [namesOf(left), namesOf(right)];
  const joins = (x: string | undefined, y: string | undefined) =>
    x !== undefined && y !== undefined && lefts.includes(x) && rights.includes(y);
  return joins(a.table, b.table) || joins(b.table, a.table);
}

function isQuery(walk: Walk, item: FromItem): boolean {
  if (item.kind === 'join') return isQuery(walk, item.left) || isQuery(walk, item.right);
  return item.kind === 'subquery' || isView(walk, item.name) || walk.common.includes(item.name);
}

function hasOuterJoin(item: FromItem): boolean {
  if (item.kind !== 'join') return false;
  return SIDES[item.operator] !== undefined || hasOuterJoin(item.left) || hasOuterJoin(item.right);
}

function isNotIndexed(item: FromItem): boolean {
  if (item.kind === 'join') return isNotIndexed(item.left) || isNotIndexed(item.right);
  return item.kind === 'table' && item.notIndexed === true;
}

function tablesOf(item: FromItem): string[] {
  if (item.kind === 'join') return [...tablesOf(item.left), ...tablesOf(item.right)];
  return item.kind === 'table' ? [item.name] : [];
}

/** Does it join more than two items? */
export function isLong({ left, right }: Join): boolean {
  return left.kind === 'join' || right.kind === 'join';
}

/** Is there a RIGHT or FULL JOIN? */
export function keepsRight(item: FromItem | undefined): boolean {
  if (item?.kind !== 'join') return false;
  const side = SIDES[item.operator];
  return side === 'right' || side === 'full' || keepsRight(item.left) || keepsRight(item.right);
}

/** Are there parentheses around joins? */
export function isNested({ left, right }: Join): boolean {
  return right.kind === 'join' || (left.kind === 'join' && isNested(left));
}

/** Does a star give some columns of two tables once? */
export function isMerged(item: FromItem | undefined): boolean {
  if (item?.kind !== 'join') return false;
  return item.using !== undefined || item.natural === true || isMerged(item.left) || isMerged(item.right);
}

export function hasFullJoin(item: FromItem | undefined): boolean {
  if (item?.kind !== 'join') return false;
  return item.operator === 'FULL JOIN' || hasFullJoin(item.left) || hasFullJoin(item.right);
}

const JOIN_FEATURES: Readonly<Record<JoinOperator, FeatureId>> = {
  ',': 'join.comma',
  JOIN: 'join.inner',
  'CROSS JOIN': 'join.cross',
  'LEFT JOIN': 'join.left',
  'RIGHT JOIN': 'join.right',
  'FULL JOIN': 'join.full',
};

const SIDES: Readonly<Partial<Record<JoinOperator, 'left' | 'right' | 'full'>>> = {
  'LEFT JOIN': 'left',
  'RIGHT JOIN': 'right',
  'FULL JOIN': 'full',
};

/** The names by which the columns of an item can be qualified. */
export function namesOf(item: FromItem): string[] {
  if (item.kind === 'join') return [...namesOf(item.left), ...namesOf(item.right)];
  if (item.kind === 'table') return [item.alias ?? item.name];
  return item.alias ? [item.alias] : [];
}
