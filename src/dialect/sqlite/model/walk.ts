// Looks for a node anywhere in a piece of syntax, subqueries included.

export function someNode(node: unknown, test: (node: { readonly kind: string }) => boolean): boolean {
  if (node === null || typeof node !== 'object' || node instanceof Uint8Array) return false;
  if (Array.isArray(node)) return node.some((item) => someNode(item, test));
  if ('kind' in node && test(node as { kind: string })) return true;
  return Object.values(node).some((value) => someNode(value, test));
}

/** The names of all tables and views that a piece of syntax mentions, at any depth. */
export function namesIn(node: unknown, names = new Set<string>()): Set<string> {
  if (node === null || typeof node !== 'object' || node instanceof Uint8Array) return names;
  const { kind, name, table } = node as { kind?: unknown; name?: unknown; table?: unknown };
  if (kind === 'table' && typeof name === 'string') names.add(name);
  if (WRITING.has(kind) && typeof table === 'string') names.add(table);
  for (const child of Object.values(node)) namesIn(child, names);
  return names;
}

const WRITING: ReadonlySet<unknown> = new Set(['insert', 'update', 'delete', 'createTrigger']);
