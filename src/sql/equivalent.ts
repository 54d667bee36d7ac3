// Conditions written in other ways that mean the same: equivalent expression transformation. A rewriting uses nothing but the condition
// itself, so it fits wherever the condition stands, and it keeps whether that is TRUE, FALSE or NULL, not its value.

import type { BinaryOperator, Expression, Rewriting, SelectBody } from './ast.ts';
import { and, binary, isNotNull, isNull, not, or } from './build.ts';
import { mapChildren, type Node, visit } from './tree.ts';

type Rewritten = Rewriting['as'];

const always = (condition: Expression): Expression => or(isNull(condition), isNotNull(condition));
const never = (condition: Expression): Expression => and(isNull(condition), isNotNull(condition));
const when = (condition: Expression, then: Expression, otherwise: Expression): Expression => ({
  kind: 'case',
  branches: [{ when: condition, then }],
  otherwise,
});

const WAYS: Readonly<Record<Rewritten, (condition: Expression) => Expression>> = {
  'AND TRUE': (condition) => and(condition, always(condition)),
  'OR FALSE': (condition) => or(condition, never(condition)),
  'WHEN TRUE': (condition) => when(always(condition), condition, not(condition)),
  'WHEN FALSE': (condition) => when(never(condition), not(condition), condition),
  'WHEN ITSELF': (condition) => when(condition, condition, condition),
  'NOT NOT': (condition) => not(not(condition)),
  'AND ITSELF': (condition) => and(condition, condition),
  'OR ITSELF': (condition) => or(condition, condition),
  NEGATED: (condition) => not(negated(condition)),
};

export const REWRITINGS = Object.keys(WAYS) as readonly Rewritten[];

const OPPOSITES: readonly (readonly [BinaryOperator, BinaryOperator])[] = [
  ['=', '<>'],
  ['==', '!='],
  ['<', '>='],
  ['<=', '>'],
  ['IS', 'IS NOT'],
  ['IS DISTINCT FROM', 'IS NOT DISTINCT FROM'],
];

const OPPOSITE = new Map(OPPOSITES.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]));

/** What is TRUE where the condition is FALSE: with the opposite operator, if it has one. */
function negated(condition: Expression): Expression {
  switch (condition.kind) {
    case 'between':
    case 'inList':
    case 'inSelect':
    case 'exists':
    case 'like':
      return { ...condition, negated: !condition.negated };
    case 'binary': {
      const { operator, left, right } = condition;
      const opposite = OPPOSITE.get(operator);
      if (opposite !== undefined) return binary(left, opposite, right);
      if (operator === 'AND') return or(not(left), not(right));
      if (operator === 'OR') return and(not(left), not(right));
      return not(condition);
    }
    default:
      return not(condition);
  }
}

/** The expression, itself a condition, with what is rewritten in it. */
export function rewrittenCondition(condition: Expression, rewritings: readonly Rewriting[]): Expression {
  return new Rewriter(countConditions(condition, true), rewritings).condition(condition);
}

/** The query with what is rewritten in its conditions. */
export function rewrittenBody(body: SelectBody, rewritings: readonly Rewriting[]): SelectBody {
  return new Rewriter(countConditions(body, false), rewritings).inside(body);
}

/** How many conditions there are to rewrite; of an expression that is one, itself is the first. */
export function countConditions(tree: Expression | SelectBody, isCondition: boolean): number {
  let count = isCondition ? 1 : 0;
  visit(tree, (node) => {
    withConditions(node, (condition) => {
      count++;
      return condition;
    });
    return true;
  });
  return count;
}

class Rewriter {
  readonly #count: number;
  readonly #rewritings: readonly Rewriting[];
  #next = 0;

  constructor(count: number, rewritings: readonly Rewriting[]) {
    this.#count = count;
    this.#rewritings = rewritings;
  }

  condition(condition: Expression): Expression {
    const number = this.#next++;
    return this.#rewritten(this.inside(condition), number);
  }

  /** The tree with other conditions in it. */
  inside<N extends Node>(tree: N): N {
    // The numbers of its own conditions come before those of what is inside them.
    const numbers: number[] = [];
    withConditions(tree, (condition) => {
      numbers.push(this.#next++);
      return condition;
    });
    const below = mapChildren(tree, (child) => this.inside(child));
    return withConditions(below, (condition) => this.#rewritten(condition, numbers.shift()!)) as N;
  }

  #rewritten(condition: Expression, number: number): Expression {
    return this.#rewritings
      .filter(({ at }) => at % this.#count === number)
      .reduce((so, { as }) => WAYS[as](so), condition);
  }
}

/** The node with other conditions in the places directly below it where only the truth of an expression matters. */
function withConditions(node: Node, change: (condition: Expression) => Expression): Node {
  switch (node.kind) {
    case 'core':
      return withChanged(node, change, 'where', 'having');
    case 'join':
      return withChanged(node, change, 'on');
    case 'call':
      return withChanged(node, change, 'filter');
    case 'case': {
      if (node.operand !== undefined) return node;
      const branches = node.branches.map((branch) => withChanged(branch, change, 'when'));
      return branches.every((branch, i) => branch === node.branches[i]) ? node : { ...node, branches };
    }
    case 'unary':
      return node.operator === 'NOT' ? withChanged(node, change, 'operand') : node;
    case 'binary':
      return node.operator === 'AND' || node.operator === 'OR'
        ? withChanged(node, change, 'left', 'right')
        : node;
    default:
      return node;
  }
}

function withChanged<K extends string, N extends { readonly [key in K]?: Expression }>(
  node: N,
  change: (condition: Expression) => Expression,
  ...keys: readonly K[]
): N {
  let changed = node;
  for (const key of keys) {
    const condition = node[key];
    if (condition === undefined) continue;
    const other = change(condition);
    if (other !== condition) changed = { ...changed, [key]: other };
  }
  return changed;
}
