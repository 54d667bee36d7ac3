// The tables and views that a piece of syntax mentions.

import type { Statement } from '../../../sql/ast.ts';
import { type Tree, visit, visitNames } from '../../../sql/index.ts';

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

/** All names of tables, views, indexes and triggers that a statement says; aliases and common tables are among them. */
export function objectsIn(statement: Statement): Set<string> {
  const names = new Set<string>();
  visitNames('statement', statement, (name, of) => {
    if (of === 'table' || of === 'index' || of === 'trigger' || of === 'object') names.add(name);
  });
  return names;
}
