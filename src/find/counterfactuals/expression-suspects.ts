// Suspects among expressions: functions, operators and other kinds of expressions by their names.

import { dialect, type FeatureId } from '../../dialect/index.ts';
import type { Plan } from '../../plan/index.ts';
import type { BinaryOperator, Call, Expression, Select } from '../../sql/ast.ts';
import { call, equal, integer, literal, NULL, not, or } from '../../sql/build.ts';
import { children, type Node, some, visit } from '../../sql/index.ts';
import { withNodes } from './edits.ts';
import { type Edit, type Suspect, value as valueSuspect } from './suspects.ts';

/** One suspect per kind of expression that the plan has. In its place stands its first operand, its value if that is constant, or NULL. */
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
    valueSuspect(name, (REWRITTEN[name] ?? SUBSTITUTES).map(replacing(name)), {
      exchanged: replacing(name)(exchange),
      keepsRows: name in REWRITTEN,
      isCommon: isCommonExpression(name),
      features: featuresOfExpression(name),
      ...(SUBQUERIES.has(name) && { family: SUBQUERY_FAMILY }),
      covers: isCommonExpression(name) ? [] : insideOf(name, trees),
    }),
  );
}

const replacing =
  (name: string) =>
  (by: (node: Node) => Node): Edit =>
  (plan) =>
    withNodes(plan, (node) => (nameOf(node) === name ? by(node) : node));

/** Of a function its first argument, of an operator its left side: what was around it stays, with a value of its own. */
function operandOf(node: Node): Node {
  if (node.kind === 'call' && 'name' in node)
    return node.arguments === '*' || dialect.isAggregate(node) ? node : (node.arguments[0] ?? node);
  if (node.kind === 'binary' && 'operator' in node) return node.left;
  return node.kind === 'cast' || node.kind === 'unary' ? node.operand : node;
}

/** What the model says that it computes, if that is the same everywhere. */
export function constantOf(node: Expression): Expression;
export function constantOf(node: Node): Node;
export function constantOf(node: Node): Node {
  const expression = node as Expression;
  if (expression.kind === 'literal') return node;
  const query: Select = {
    kind: 'select',
    body: { kind: 'core', columns: [{ kind: 'expression', expression }] },
  };
  const { prediction } = dialect.model.predict(dialect.model.empty(), 0, query);
  return prediction.kind === 'rows' && prediction.rows.length === 1 ? literal(prediction.rows[0][0]) : node;
}

/** Another function or operator that every engine has. */
function exchange(node: Node): Node {
  if (node.kind === 'binary' && 'operator' in node) {
    const operator = EXCHANGED_OPERATORS[node.operator];
    return operator === undefined ? node : { ...node, operator };
  }
  if (node.kind === 'cast' || (node.kind === 'unary' && 'operand' in node))
    return call('lower', node.operand);
  if (node.kind !== 'call' || !('name' in node) || node.arguments === '*' || dialect.isAggregate(node))
    return node;
  const [first] = node.arguments;
  // What it is computed from, and not a constant beside it.
  const telling = node.arguments.find((each) => some(each, ({ kind }) => kind === 'column')) ?? first;
  return telling === undefined ? node : call(node.name === 'lower' ? 'upper' : 'lower', telling);
}

const EXCHANGED_OPERATORS: Readonly<Record<string, BinaryOperator>> = {
  '+': '-',
  '-': '+',
  '*': '+',
  '/': '+',
  '%': '+',
  '&': '|',
  '|': '&',
  '<<': '+',
  '>>': '+',
  '||': '+',
};

type Substitute = (node: Node) => Node;

export const SUBSTITUTES: readonly Substitute[] = [operandOf, constantOf, () => NULL];

export const SUBQUERY_FAMILY = 'a subquery as an operand';
const SUBQUERIES: ReadonlySet<string> = new Set(['EXISTS', 'IN', 'a scalar subquery']);

export const AGGREGATE = 'an aggregate';
const CASE_OF = 'CASE x WHEN';
const IS_TRUE = 'IS TRUE';
const IN_LIST = 'IN of a list';

/** These can be said in other words. */
const REWRITTEN: Readonly<Record<string, readonly Substitute[]>> = {
  [CASE_OF]: [asSearched],
  [IS_TRUE]: [asCase],
  [IN_LIST]: [asComparisons],
};

/** `CASE x WHEN y` as `CASE WHEN x = y`. */
function asSearched(node: Node): Node {
  if (node.kind !== 'case' || node.operand === undefined) return node;
  const { operand, ...rest } = node;
  return { ...rest, branches: rest.branches.map(({ when, then }) => ({ when: equal(operand, when), then })) };
}

/** `x IS TRUE` as `CASE WHEN x THEN 1 ELSE 0 END`. */
function asCase(node: Node): Node {
  if (node.kind !== 'binary' || node.right.kind !== 'boolean') return node;
  const { left, right, operator } = node;
  const [then, otherwise] = operator === 'IS' ? [integer(1), integer(0)] : [integer(0), integer(1)];
  const when = right.value ? left : not(left);
  return { kind: 'case', branches: [{ when, then }], otherwise };
}

/** `x IN (a, b)` as `x = a OR x = b`. */
function asComparisons(node: Node): Node {
  if (node.kind !== 'inList' || node.list.length === 0) return node;
  const any = or(...node.list.map((item) => equal(node.operand, item)));
  return node.negated ? not(any) : any;
}

export function treesOf({ groups }: Plan): Node[] {
  return groups.flatMap(({ steps }) => steps.flatMap((step) => (step.do === 'run' ? [step.statement] : [])));
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
      return dialect.isAggregate(node) ? AGGREGATE : `${ALIASES[node.name] ?? node.name}()${formatIn(node)}`;
    case 'binary':
      if (!('operator' in node) || !NAMED_OPERATORS.has(node.operator)) return null;
      return node.operator.startsWith('IS') && node.right.kind === 'boolean' ? IS_TRUE : node.operator;
    case 'unary':
      return 'operator' in node && NAMED_OPERATORS.has(node.operator) ? node.operator : null;
    case 'like':
      return 'operator' in node ? node.operator : null;
    case 'cast':
      return 'CAST';
    case 'case':
      return 'operand' in node && node.operand !== undefined ? CASE_OF : 'CASE';
    case 'between':
      return 'BETWEEN';
    case 'inList':
      return IN_LIST;
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

/** The conversions of a format are functions of their own. */
function formatIn({ name, arguments: given }: Call): string {
  const [format] = given;
  if ((name !== 'format' && name !== 'printf') || typeof format !== 'object') return '';
  if (format.kind !== 'literal' || typeof format.value !== 'string') return '';
  // Both are integers.
  const conversions = format.value
    .match(/(?<=%[^a-zA-Z%]*)[a-zA-Z]/g)
    ?.map((each) => (each === 'i' ? 'd' : each));
  const letters = new Set(conversions);
  return letters.size === 0 ? '' : ` with %${[...letters].sort().join(', %')}`;
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

/** The name in reports of the function or operator that a feature is about. */
export function expressionOfFeature(id: string): string | undefined {
  const name = /^function\.(\w+)$/.exec(id)?.[1];
  if (name !== undefined) return `${ALIASES[name] ?? name}()`;
  return /^operator\.(.+)$/.exec(id)?.[1];
}

/** The features of a kind of expression, by its name in reports. */
export function featuresOfExpression(name: string): readonly FeatureId[] {
  const ids = [
    `function.${name.replace(/\(\).*/, '')}`,
    `operator.${name}`,
    `expression.${name.toLowerCase()}`,
  ];
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
  'IS',
  'IS NOT',
  'a scalar subquery',
]);

export function isCommonExpression(name: string): boolean {
  return COMMON.has(name);
}

/** Other names of a function, and functions that differ in no more than a direction. */
const ALIASES: Readonly<Record<string, string>> = {
  printf: 'format',
  substring: 'substr',
  if: 'iif',
  ltrim: 'trim',
  rtrim: 'trim',
  min: 'max',
};
