// Walks over syntax trees, derived from the grammar: they see every node, and nodes alone. What is no node (an ORDER BY term, a
// column definition) is a part of the node around it, and what it holds are children of that node. Outer nodes come first.

import type { ColumnReference, Expression } from './ast.ts';
import { expressions } from './grammar/expressions.ts';
import { changed, type Fields, type Holder, placesFor, type Slot, slotsOf } from './grammar/slots.ts';
import type { NodeSorts, Sort, Sorts } from './grammar.ts';

export type Node = NodeSorts[keyof NodeSorts];
export type Tree = Node | readonly Node[] | undefined;

/** Kinds of nodes are unique, whatever the sort. */
const SLOTS: ReadonlyMap<string, readonly Slot[]> = new Map(
  [...placesFor(undefined).values()].flatMap(({ isNode, kinds }) => (isNode && kinds ? [...kinds] : [])),
);

/** Does a node directly below pass the test? */
export function someChild(node: Node, test: (child: Node) => boolean): boolean {
  return someIn(node as unknown as Fields, SLOTS.get(node.kind)!, test);
}

function someIn(fields: Fields, slots: readonly Slot[], test: (child: Node) => boolean): boolean {
  for (let i = 0; i < slots.length; i++) {
    const { key, holder } = slots[i];
    const value = fields[key];
    if (value !== undefined && someHeld(value, holder, test)) return true;
  }
  return false;
}

function someHeld(value: unknown, holder: Holder, test: (child: Node) => boolean): boolean {
  if (holder.holds === 'node') {
    const { place } = holder;
    return place.isNode
      ? test(value as Node)
      : someIn(value as Fields, slotsOf(place, value as Fields), test);
  }
  if (holder.holds !== 'list') return false;
  if (!Array.isArray(value)) return holder.or !== undefined && someHeld(value, holder.or, test);
  for (let i = 0; i < value.length; i++) if (someHeld(value[i], holder.of, test)) return true;
  return false;
}

/** The nodes directly below. */
export function children(node: Node): Node[] {
  const found: Node[] = [];
  someChild(node, (child) => {
    found.push(child);
    return false;
  });
  return found;
}

const EXPRESSION_KINDS: ReadonlySet<string> = new Set(Object.keys(expressions));

/** The expressions directly below; subqueries are none. */
export function operandsOf(expression: Expression): Expression[] {
  return children(expression).filter((child): child is Expression => EXPRESSION_KINDS.has(child.kind));
}

/** Does a node at any depth pass the test, queries inside included? */
export function some(tree: Tree, test: (node: Node) => boolean): boolean {
  const search = (node: Node): boolean => test(node) || someChild(node, search);
  return someRoot(tree, search);
}

/** The same for the tree itself, or for one of a list of trees. */
export function someRoot(tree: Tree, test: (node: Node) => boolean): boolean {
  if (tree === undefined) return false;
  return isList(tree) ? tree.some(test) : test(tree);
}

function isList(tree: Node | readonly Node[]): tree is readonly Node[] {
  return Array.isArray(tree);
}

/** Shows every node to `enter`, which says whether to look inside. */
export function visit(tree: Tree, enter: (node: Node) => boolean): void {
  const walk = (node: Node): boolean => {
    if (enter(node)) someChild(node, walk);
    return false;
  };
  someRoot(tree, walk);
}

/** The columns that a tree reads, in its order. */
export function columnsIn(tree: Tree): ColumnReference[] {
  const found: ColumnReference[] = [];
  visit(tree, (node) => {
    if (node.kind === 'column') found.push(node);
    return true;
  });
  return found;
}

/** The expression with something else in the place of its columns, also in queries inside. */
export function mapColumns(
  expression: Expression,
  replacement: (column: ColumnReference) => Expression,
): Expression {
  const replaced = (node: Node): Node =>
    node.kind === 'column' ? replacement(node) : mapChildren(node, replaced);
  return replaced(expression) as Expression;
}

/** What a list of a tree may hold besides names. */
export type ListItem = Sorts[Sort] | readonly Expression[];

/**
 * The node with what `change` makes of each child, and without the list items that `keeps` turns down; the very same object
 * if that is nothing else. A child stays of its sort, and no list becomes shorter than the grammar allows.
 */
export function mapChildren<N extends Node>(
  node: N,
  change: (child: Node) => Node,
  keeps?: (item: ListItem) => boolean,
): N {
  return changed(node as unknown as Fields, SLOTS.get(node.kind)!, {
    node: change as unknown as (value: Fields) => Fields,
    keeps: keeps as ((item: unknown) => boolean) | undefined,
  }) as unknown as N;
}
