// Suspects among expressions and values: functions, operators and other kinds of expressions by their names.

import { dialect, type FeatureId } from '../../dialect/index.ts';
import { type Plan, stepsOf } from '../../plan/index.ts';
import type { Expression, Statement } from '../../sql/ast.ts';
import { and, NULL } from '../../sql/build.ts';
import { type Node, visit } from '../../sql/index.ts';
import { withNodes, withValues } from './edits.ts';
import { type Suspect, value as valueSuspect } from './suspects.ts';

const EXACT = 2n ** 53n;

export const VALUE_SUSPECTS: readonly Suspect[] = [
  valueSuspect('−0.0', (plan) => withValues(plan, (value) => (Object.is(value, -0) ? 0 : value))),
  valueSuspect('a BLOB', (plan) => withValues(plan, (value) => (value instanceof Uint8Array ? 'x' : value))),
  valueSuspect('a large number', (plan) =>
    withValues(plan, (value) => {
      if (typeof value === 'bigint') return value >= EXACT || value <= -EXACT ? 1n : value;
      return typeof value === 'number' && Math.abs(value) >= 2 ** 53 ? 1 : value;
    }),
  ),
  valueSuspect('a row value', (plan) => withNodes(plan, itemByItem)),
];

/** `(a, b) = (c, d)` as `a = c AND b = d`. */
function itemByItem(node: Node): Node {
  if (node.kind !== 'binary' || node.operator !== '=') return node;
  const { left, right } = node;
  if (left.kind !== 'row' || right.kind !== 'row') return node;
  return and(...left.items.map((item, i): Expression => ({ ...node, left: item, right: right.items[i] })));
}

/** One suspect per kind of expression that the plan has, taken out by NULL in its place. */
export function expressionSuspects(plan: Plan): Suspect[] {
  const names = new Set<string>();
  const note = (node: Node): boolean => {
    const name = nameOf(node);
    if (name !== null) names.add(name);
    return true;
  };
  for (const { step } of stepsOf(plan)) if (step.do === 'run') visit(step.statement as Statement, note);
  for (const { draws } of plan.groups)
    for (const draw of Object.values(draws)) {
      if (draw.kind === 'expressionDraw') visit(draw.expression, note);
      if (draw.kind === 'queryDraw') visit(draw.body, note);
    }
  return [...names].sort().map((name) =>
    valueSuspect(name, (each) => withNodes(each, (node) => (nameOf(node) === name ? NULL : node)), {
      isCommon: COMMON.has(name),
      features: featuresOfExpression(name),
    }),
  );
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
      return 'CASE';
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
const COMMON: ReadonlySet<string> = new Set(['IN', 'EXISTS', 'CASE', 'BETWEEN', 'a scalar subquery']);

const ALIASES: Readonly<Record<string, string>> = { printf: 'format', substring: 'substr', if: 'iif' };
