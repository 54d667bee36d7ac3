// Statements with some of their nodes exchanged, wherever they stand.

import type { SelectCore, Statement } from './ast.ts';
import { mapChildren, type Node } from './tree.ts';

/** Every node goes through `change`, inner ones first; the very same statement when nothing changes. */
export function rewrite(statement: Statement, change: (node: Node) => Node): Statement {
  const below = (node: Node): Node => change(mapChildren(node, below));
  return below(statement) as Statement;
}

/** Every query core, subqueries included, with what `change` gives. */
export function rewriteQueries(
  statement: Statement,
  change: (core: SelectCore) => Partial<SelectCore>,
): Statement {
  return rewrite(statement, (node) => {
    if (node.kind !== 'core') return node;
    const changes = change(node);
    return Object.keys(changes).length === 0 ? node : { ...node, ...changes };
  });
}
