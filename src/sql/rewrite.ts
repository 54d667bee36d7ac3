// Statements with some of their nodes exchanged, wherever they stand.

import type { Expression, FromItem, Select, SelectBody, SelectCore, Statement } from './ast.ts';

export type Node = Expression | FromItem | Select | SelectBody | Statement;

/** Every node goes through `change`, inner ones first; the very same statement when nothing changes. */
export function rewrite(statement: Statement, change: (node: Node) => Node): Statement {
  return below(statement, change) as Statement;
}

function below(value: unknown, change: (node: Node) => Node): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => below(item, change));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  const record = value as Record<string, unknown>;
  let copy: Record<string, unknown> | null = null;
  for (const key in record) {
    const changed = below(record[key], change);
    if (changed === record[key]) continue;
    copy ??= { ...record };
    copy[key] = changed;
  }
  const node = copy ?? record;
  return typeof node.kind === 'string' ? change(node as unknown as Node) : node;
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
