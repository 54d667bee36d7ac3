// Suspects among expressions and values: functions, operators and other kinds of expressions by their names.

import { dialect, type FeatureId } from '../../dialect/index.ts';
import type { Plan } from '../../plan/index.ts';
import type { Expression, SelectBody } from '../../sql/ast.ts';
import { and, binary, equal, NULL } from '../../sql/build.ts';
import { children, type Node, visit } from '../../sql/index.ts';
import { withNodes, withValues } from './edits.ts';
import { type Suspect, value as valueSuspect } from './suspects.ts';

const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** Beyond it, some representation of numbers is too small. */
const LARGE = 2n ** 31n;

export const VALUE_SUSPECTS: readonly Suspect[] = [
  valueSuspect('−0.0', (plan) => withValues(plan, (value) => (Object.is(value, -0) ? 0 : value))),
  valueSuspect('a BLOB', (plan) => withValues(plan, (value) => (value instanceof Uint8Array ? 'x' : value))),
  valueSuspect('a large number', (plan) =>
    withValues(plan, (value) => {
      if (typeof value === 'bigint') return value >= LARGE || value <= -LARGE ? 1n : value;
      return typeof value === 'number' && Math.abs(value) >= Number(LARGE) ? 1 : value;
    }),
  ),
  valueSuspect(
    'a number as text',
    (plan) => withValues(plan, (value) => (typeof value === 'string' && NUMBER.test(value) ? 'x' : value)),
    { isCommon: true },
  ),
  valueSuspect('a row value', (plan) => withNodes(plan, itemByItem)),
  valueSuspect('ISNULL or NOTNULL', (plan) => withNodes(plan, asComparison)),
];

/** `(a, b) = (c, d)` as `a = c AND b = d`, and of `(a, b) IN (SELECT c, d)` the first items alone. */
function itemByItem(node: Node): Node {
  if (node.kind === 'inSelect' && node.operand.kind === 'row') {
    const { body } = node.select;
    const first: SelectBody | null =
      body.kind === 'core' && body.columns[0].kind === 'expression'
        ? { ...body, columns: body.columns.slice(0, 1) }
        : body.kind === 'values'
          ? { ...body, rows: body.rows.map(([value]) => [value]) }
          : null;
    return first === null
      ? node
      : { ...node, operand: node.operand.items[0], select: { ...node.select, body: first } };
  }
  if (node.kind !== 'binary' || node.operator !== '=') return node;
  const { left, right } = node;
  if (left.kind !== 'row' || right.kind !== 'row') return node;
  return and(...left.items.map((item, i): Expression => ({ ...node, left: item, right: right.items[i] })));
}

/** `x ISNULL` as `x IS NULL`. */
function asComparison(node: Node): Node {
  if (node.kind !== 'nullTest') return node;
  return binary(node.operand, node.form === 'ISNULL' ? 'IS' : 'IS NOT', NULL);
}

/** One suspect per kind of expression that the plan has, taken out by NULL in its place. */
export function expressionSuspects(plan: Plan): Suspect[] {
  const trees = treesOf(plan);
  const names = new Set<string>();
  for (const tree of trees)
    visit(tree, (node) => {
      const name = nameOf(node);
      if (name !== null) names.add(name);
      return true;
    });
  return [...names].sort().map((name) =>
    valueSuspect(name, (each) => withNodes(each, (node) => (nameOf(node) === name ? plainOf(node) : node)), {
      isCommon: COMMON.has(name),
      features: featuresOfExpression(name),
      covers: insideOf(name, trees),
    }),
  );
}

/** `CASE x WHEN y` as `CASE WHEN x = y`; for all others, NULL. */
function plainOf(node: Node): Node {
  if (node.kind !== 'case' || node.operand === undefined) return NULL;
  const { operand, ...rest } = node;
  return { ...rest, branches: rest.branches.map(({ when, then }) => ({ when: equal(operand, when), then })) };
}

function treesOf({ groups }: Plan): Node[] {
  return groups.flatMap(({ draws, steps }) => [
    ...Object.values(draws).flatMap((draw): Node[] => {
      if (draw.kind === 'expressionDraw') return [draw.expression];
      return draw.kind === 'queryDraw' ? [draw.body] : [];
    }),
    ...steps.flatMap((step): Node[] => (step.do === 'run' ? [step.statement] : [])),
  ]);
}

/** Kinds of expressions that stand only inside of this one: they are needed for what they give to it. */
function insideOf(name: string, trees: readonly Node[]): string[] {
  const inside = new Set<string>();
  const outside = new Set<string>();
  const walk = (node: Node, isInside: boolean): void => {
    const own = nameOf(node);
    if (own !== null && own !== name) (isInside ? inside : outside).add(own);
    for (const child of children(node)) walk(child, isInside || own === name);
  };
  for (const tree of trees) walk(tree, false);
  return [...inside].filter((each) => !outside.has(each));
}

/** What a report calls this kind of expression; null for what every query has. */
function nameOf(node: Node): string | null {
  switch (node.kind) {
    case 'call':
      if (!('name' in node)) return null;
      if (node.over !== undefined) return 'a window function';
      return dialect.isAggregate(node) ? 'an aggregate' : `${ALIASES[node.name] ?? node.name}()`;
    case 'binary':
      return 'operator' in node && NAMED_OPERATORS.has(node.operator) ? node.operator : null;
    case 'like':
      return 'operator' in node ? node.operator : null;
    case 'cast':
      return 'CAST';
    case 'case':
      return 'operand' in node && node.operand !== undefined ? 'CASE x WHEN' : 'CASE';
    case 'between':
      return 'BETWEEN';
    case 'inList':
    case 'inSelect':
      return 'IN';
    case 'exists':
      return 'EXISTS';
    case 'scalar':
      return 'a scalar subquery';
    case 'hex':
      return 'a hexadecimal literal';
    default:
      return null;
  }
}

/** Comparisons and AND, OR stand in most conditions. */
const NAMED_OPERATORS: ReadonlySet<string> = new Set([
  '||',
  '+',
  '-',
  '*',
  '/',
  '%',
  '&',
  '|',
  '<<',
  '>>',
  'IS',
  'IS NOT',
]);

/** The features of a kind of expression, by its name in reports. */
export function featuresOfExpression(name: string): readonly FeatureId[] {
  const ids = [`function.${name.slice(0, -2)}`, `operator.${name}`, `expression.${name.toLowerCase()}`];
  return ids.filter(dialect.features.isId);
}

/** They hold what is wrong as often as they are wrong. */
const COMMON: ReadonlySet<string> = new Set([
  'IN',
  'EXISTS',
  'CASE',
  'BETWEEN',
  'LIKE',
  'GLOB',
  'a scalar subquery',
]);

const ALIASES: Readonly<Record<string, string>> = { printf: 'format', substring: 'substr', if: 'iif' };
