// Gives tables, columns, indexes, views and savepoints the names t0, c0, i0, … in the order in which the plan first says them.

import type { Pass } from './pass.ts';

const GENERATED_NAME = /^[a-z]\d+$/;

export const rename: Pass = {
  name: 'rename',
  *propose(plan) {
    const names = new Map<string, string>();
    const counts = new Map<string, number>();
    visitStrings(plan.groups, (text) => {
      if (!GENERATED_NAME.test(text) || text.startsWith('d') || names.has(text)) return;
      const letter = text[0];
      const number = counts.get(letter) ?? 0;
      counts.set(letter, number + 1);
      names.set(text, `${letter}${number}`);
    });
    if ([...names].some(([old, young]) => old !== young)) {
      yield { ...plan, groups: renamed(plan.groups, names) };
    }
  },
};

/** Names stand as strings in the tree and as keys of drawn rows; values of the database are left alone. */
function visitStrings(value: unknown, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value);
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return;
  if ((value as { kind?: unknown }).kind === 'literal') return;
  if ((value as { kind?: unknown }).kind === 'rowDraw') {
    for (const key of Object.keys((value as { values: object }).values)) visit(key);
    return;
  }
  for (const child of Object.values(value)) visitStrings(child, visit);
}

function renamed<T>(value: T, names: ReadonlyMap<string, string>): T {
  if (typeof value === 'string') return (names.get(value) ?? value) as T;
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, names)) as T;
  const { kind } = value as { kind?: unknown };
  if (kind === 'literal') return value;
  if (kind === 'rowDraw') {
    const { values } = value as unknown as { values: Record<string, unknown> };
    const entries = Object.entries(values).map(([key, item]) => [names.get(key) ?? key, item]);
    return { ...value, values: Object.fromEntries(entries) };
  }
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, renamed(child, names)])) as T;
}
