// The tables and views that a piece of syntax mentions.

import { type Tree, visit } from '../../../sql/index.ts';

/** At any depth, in the order in which they are first said. */
export function namesIn(tree: Tree): Set<string> {
  const names = new Set<string>();
  visit(tree, (node) => {
    switch (node.kind) {
      case 'table':
        names.add(node.name);
        break;
      case 'insert':
      case 'update':
      case 'delete':
      case 'createTrigger':
        names.add(node.table);
    }
    return true;
  });
  return names;
}
