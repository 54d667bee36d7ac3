// Looks for a node anywhere in a piece of syntax, subqueries included.

export function someNode(node: unknown, test: (node: { readonly kind: string }) => boolean): boolean {
  if (node === null || typeof node !== 'object' || node instanceof Uint8Array) return false;
  if (Array.isArray(node)) return node.some((item) => someNode(item, test));
  if ('kind' in node && test(node as { kind: string })) return true;
  return Object.values(node).some((value) => someNode(value, test));
}
