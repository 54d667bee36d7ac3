// Whether a query that the model cannot follow may meet SQLite's bug equal-but-not-constant, as far as its text tells: a window or
// a DISTINCT aggregate sorts by a column of a name that a condition equates with something.

import type { Expression, SelectCore } from '../../../sql/ast.ts';
import { some, type Tree, visit } from '../../../sql/index.ts';

export function sortsEquated(core: SelectCore): boolean {
  const sorted = new Set<string>();
  const add = (tree: Tree): void => {
    visit(tree, (node) => {
      if (node.kind === 'column') sorted.add(node.name.toLowerCase());
      return true;
    });
  };
  visit(core.columns, (node) => {
    if (node.kind === 'call' && node.over !== undefined) {
      add(node.over.partitionBy);
      add(node.over.orderBy.map(({ expression }) => expression));
    } else if (node.kind === 'call' && node.distinct && node.arguments !== '*') add(node.arguments);
    return true;
  });
  if (sorted.size === 0) return false;
  return some(core, (node) => {
    if (node.kind === 'join') return node.natural === true || node.using?.some(isIn(sorted)) === true;
    if (node.kind !== 'binary' || !EQUALITIES.has(node.operator)) return false;
    return isEquated(node.left, node.right, sorted) || isEquated(node.right, node.left, sorted);
  });
}

const isIn = (names: ReadonlySet<string>) => (name: string) => names.has(name.toLowerCase());

const EQUALITIES: ReadonlySet<string> = new Set(['=', '==', 'IS', 'IS NOT DISTINCT FROM']);

/** Is it one of these columns, and the other something with an affinity that may convert it? */
function isEquated(operand: Expression, other: Expression, names: ReadonlySet<string>): boolean {
  if (operand.kind === 'collate') return isEquated(operand.operand, other, names);
  if (other.kind === 'collate') return isEquated(operand, other.operand, names);
  if (operand.kind === 'row') {
    return operand.items.some((item, i) =>
      isEquated(item, other.kind === 'row' ? (other.items[i] ?? other) : other, names),
    );
  }
  return (
    operand.kind === 'column' &&
    isIn(names)(operand.name) &&
    (other.kind === 'column' || other.kind === 'cast' || other.kind === 'scalar')
  );
}
