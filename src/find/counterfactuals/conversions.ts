// Comparisons that convert one side because of the declared type of the other, `t = 5` where t is TEXT, and those that must not. A conversion
// is written out, so that the same values are compared and nothing is left to convert; what must not be converted loses its type.

import type { Plan } from '../../plan/index.ts';
import type { BinaryOperator, Expression, Select } from '../../sql/ast.ts';
import type { Node } from '../../sql/index.ts';
import { NUMBER, withNodes, withValues } from './edits.ts';
import { type Edit, type Suspect, value } from './suspects.ts';

export const CONVERSIONS: readonly Suspect[] = [
  value(
    'a comparison that converts',
    // Which of two declared types decides is a matter of the dialect: what means something else after one way is tried in the next.
    [written('left'), written('right'), numbersAsNumbers],
    { keepsRows: true },
  ),
  value('a comparison that must not convert', untyped, { keepsRows: true }),
];

type Side = 'left' | 'right';

const COMPARISONS: ReadonlySet<BinaryOperator> = new Set<BinaryOperator>([
  '=',
  '==',
  '<>',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'IS',
  'IS NOT',
  'IS DISTINCT FROM',
  'IS NOT DISTINCT FROM',
]);

/** Where both sides have a type, the one of this side is the type that both get. */
function written(preferred: Side): Edit {
  return (plan) => {
    const types = typesIn(plan);
    const typeOf = (expression: Expression): string | undefined =>
      expression.kind === 'column' ? types.get(expression.name) : undefined;
    /** Both sides with the type of one of them. */
    const converted = (left: Expression, right: Expression): readonly [Expression, Expression] => {
      const [own, other] = [typeOf(left), typeOf(right)];
      if (own === other) return [left, right];
      const isLeft = own !== undefined && (other === undefined || preferred === 'left');
      return isLeft ? [left, cast(right, own)] : [cast(left, other!), right];
    };
    return withNodes(plan, (node) => {
      switch (node.kind) {
        case 'binary': {
          if (!('left' in node) || !COMPARISONS.has(node.operator) || node.right.kind === 'boolean')
            return node;
          const [left, right] = converted(node.left, node.right);
          return changed(node, { left, right });
        }
        case 'between': {
          const type = typeOf(node.operand) ?? typeOf(node.low) ?? typeOf(node.high);
          if (type === undefined) return node;
          const [operand, low, high] = [node.operand, node.low, node.high].map((each) =>
            typeOf(each) === type ? each : cast(each, type),
          );
          return { ...node, operand, low, high };
        }
        case 'inList': {
          const type = typeOf(node.operand);
          return type === undefined ? node : { ...node, list: node.list.map((each) => cast(each, type)) };
        }
        case 'inSelect':
          return convertedIn(node, converted);
        default:
          return node;
      }
    });
  };
}

/** What is a number is stored as one, also where it was written as text; only where something is compared. */
function numbersAsNumbers(plan: Plan): Plan | null {
  let compares = false;
  withNodes(plan, (node) => {
    if (isComparison(node)) compares = true;
    return node;
  });
  if (!compares) return null;
  return withValues(plan, (each) => (typeof each === 'string' && NUMBER.test(each) ? Number(each) : each));
}

/** A sign takes the type of a column away from its value. */
function untyped(plan: Plan): Plan | null {
  const types = typesIn(plan);
  const signed = (each: Expression): Expression =>
    each.kind === 'column' && types.has(each.name) ? { kind: 'unary', operator: '+', operand: each } : each;
  return withNodes(plan, (node) => {
    switch (node.kind) {
      case 'binary':
        if (!('left' in node) || !COMPARISONS.has(node.operator)) return node;
        return changed(node, { left: signed(node.left), right: signed(node.right) });
      case 'between':
        return changed(node, {
          operand: signed(node.operand),
          low: signed(node.low),
          high: signed(node.high),
        });
      case 'inSelect':
      case 'inList':
        return changed(node, { operand: signed(node.operand) });
      default:
        return node;
    }
  });
}

function isComparison(node: Node): boolean {
  if (node.kind === 'binary') return 'left' in node && COMPARISONS.has(node.operator);
  return node.kind === 'between' || node.kind === 'inSelect' || node.kind === 'inList';
}

function changed<T extends object>(node: T, parts: Partial<T>): T {
  const isSame = Object.entries(parts).every(([key, part]) => node[key as keyof T] === part);
  return isSame ? node : { ...node, ...parts };
}

/** `x IN (SELECT y …)`. */
function convertedIn(
  node: Extract<Expression, { kind: 'inSelect' }>,
  converted: (left: Expression, right: Expression) => readonly [Expression, Expression],
): Node {
  const { body } = node.select;
  if (body.kind !== 'core' || body.columns.length !== 1 || body.columns[0].kind !== 'expression') return node;
  const [shown] = body.columns;
  const [operand, expression] = converted(node.operand, shown.expression);
  if (operand === node.operand && expression === shown.expression) return node;
  const select: Select = { ...node.select, body: { ...body, columns: [{ ...shown, expression }] } };
  return { ...node, operand, select };
}

function cast(operand: Expression, type: string): Expression {
  return { kind: 'cast', operand, type };
}

/** The declared types of columns by their names, and by those that subqueries give them. */
function typesIn(plan: Plan): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  withNodes(plan, (node) => {
    const columns =
      node.kind === 'createTable'
        ? node.columns
        : node.kind === 'alterTable' && node.action.kind === 'addColumn'
          ? [node.action.column]
          : [];
    for (const { name, type } of columns) if (type !== undefined) types.set(name, type);
    return node;
  });
  withNodes(plan, (node) => {
    if (node.kind !== 'core') return node;
    for (const each of node.columns) {
      if (each.kind !== 'expression' || each.alias === undefined || each.expression.kind !== 'column')
        continue;
      const type = types.get(each.expression.name);
      if (type !== undefined) types.set(each.alias, type);
    }
    return node;
  });
  return types;
}
