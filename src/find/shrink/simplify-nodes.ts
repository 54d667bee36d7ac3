// Makes statements and expressions simpler, node by node: drops optional clauses and list items, puts a part of an
// expression, or a literal, in its place.

import type { Plan } from '../../plan/plan.ts';
import type { Pass } from './pass.ts';
import { at, type Node, nodesOf, replaced } from './tree.ts';

/** Parts that a node can do without. The model vetoes what it cannot. */
const OPTIONAL = new Set([
  'of',
  'into',
  'schema',
  'alias',
  'check',
  'collate',
  'collation',
  'conflict',
  'constraints',
  'default',
  'descending',
  'distinct',
  'escape',
  'filter',
  'frame',
  'from',
  'generated',
  'groupBy',
  'having',
  'ifExists',
  'ifNotExists',
  'indexedBy',
  'limit',
  'mode',
  'natural',
  'notIndexed',
  'notNull',
  'nulls',
  'offset',
  'on',
  'onDelete',
  'onUpdate',
  'orderBy',
  'otherwise',
  'over',
  'primaryKey',
  'recursive',
  'returning',
  'strict',
  'target',
  'type',
  'unique',
  'upsert',
  'using',
  'where',
  'with',
  'withoutRowid',
  'autoincrement',
]);

/** Lists of which single items can go. */
const LISTS = new Set([
  'body',
  'of',
  'arguments',
  'branches',
  'columns',
  'constraints',
  'groupBy',
  'items',
  'list',
  'orderBy',
  'returning',
  'rows',
  'set',
  'upsert',
  'with',
  'partitionBy',
  'using',
]);

/** Kinds of node that stand where an expression stands. */
const EXPRESSIONS = new Set([
  'literal',
  'hex',
  'boolean',
  'current',
  'column',
  'unary',
  'binary',
  'nullTest',
  'between',
  'inList',
  'inSelect',
  'exists',
  'scalar',
  'case',
  'cast',
  'collate',
  'like',
  'row',
  'call',
  'raise',
  'draw',
  'rawExpression',
]);

const LITERALS: readonly Node[] = [
  { kind: 'literal', value: null },
  { kind: 'literal', value: 0n },
  { kind: 'literal', value: 1n },
];

export const simplifyNodes: Pass = {
  name: 'simplify statements',
  *propose(plan) {
    let current = plan;
    // Outer nodes come first. After each success the walk goes on from the same place in the new tree.
    for (let position = 0; ; position++) {
      const found = nth(current, position);
      if (found === undefined) return;
      let node: Node | undefined = found.node;
      while (node !== undefined) {
        let next: Node | undefined;
        for (const edited of editsOf(node)) {
          const candidate: Plan = replaced(current, found.path, edited);
          if (yield candidate) {
            current = candidate;
            next = at(current, found.path) as Node | undefined;
            break;
          }
        }
        node = next;
      }
    }
  },
};

function nth(plan: Plan, position: number): { path: readonly (string | number)[]; node: Node } | undefined {
  let index = 0;
  for (const found of nodesOf(plan)) if (index++ === position) return found;
  return undefined;
}

/** Simpler nodes for the place of this one, the simplest first. */
function* editsOf(node: Node): Generator<Node> {
  if (EXPRESSIONS.has(node.kind as string)) yield* simplerExpressions(node);
  if (node.kind === 'join') yield* [node.left as Node, node.right as Node];
  if (node.kind === 'compound') yield* [node.left as Node, node.right as Node];
  if (node.kind === 'subquery') yield* innerSource(node);
  for (const key of Object.keys(node)) {
    if (isOptional(node, key)) yield replaced(node, [key], undefined);
    const value = node[key];
    if (LISTS.has(key) && Array.isArray(value) && value.length > 1) {
      for (let i = value.length - 1; i >= 0; i--)
        yield replaced(
          node,
          [key],
          value.filter((_, k) => k !== i),
        );
    }
  }
}

function isOptional({ kind }: Node, key: string): boolean {
  // Only CASE has an operand that it can do without.
  if (key === 'operand') return kind === 'case';
  if (key === 'when') return kind === 'createTrigger';
  if (key === 'columns') return kind === 'insert' || kind === 'createView' || kind === undefined;
  return OPTIONAL.has(key);
}

function* simplerExpressions(node: Node): Generator<Node> {
  const isLeaf = node.kind === 'literal' || node.kind === 'boolean';
  if (!isLeaf) yield* LITERALS;
  if (!isLeaf && node.kind !== 'column') yield* directOperands(node);
}

/** The expressions directly below: each could stand in the node's place. */
function* directOperands(node: Node): Generator<Node> {
  for (const key of ['operand', 'left', 'right', 'pattern', 'low', 'high', 'otherwise']) {
    const value = node[key] as Node | undefined;
    if (value !== null && typeof value === 'object' && EXPRESSIONS.has(value.kind as string)) yield value;
  }
  for (const key of ['arguments', 'items', 'list']) {
    const list = node[key];
    if (Array.isArray(list)) yield* list as Node[];
  }
  for (const branch of (node.branches as Node[] | undefined) ?? [])
    yield* [branch.then as Node, branch.when as Node];
}

/** A subquery in FROM that reads one table can give way to the table. */
function* innerSource(node: Node): Generator<Node> {
  const from = at(node, ['select', 'body', 'from']) as Node | undefined;
  if (from?.kind === 'table') yield node.alias === undefined ? from : { ...from, alias: node.alias };
}
