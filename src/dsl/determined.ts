// Whether the result of a statement that the model cannot follow is determined nevertheless, as far as its text tells: no part
// of it may depend on the order of a scan, on time or on chance. In doubt it is not.

import type { DatabaseView } from '../model/view.ts';
import type { Statement } from '../sql/ast.ts';

/** Parts whose value can depend on which row comes first, on the clock, or on what the model does not see. */
const DOUBTFUL_KINDS: ReadonlySet<unknown> = new Set([
  'scalar',
  'exists',
  'inSelect',
  'subquery',
  'current',
  'raw',
  'rawExpression',
]);

const DOUBTFUL_FUNCTIONS: ReadonlySet<unknown> = new Set([
  ...['random', 'randomblob', 'changes', 'total_changes', 'last_insert_rowid'],
  ...['date', 'time', 'datetime', 'julianday', 'unixepoch', 'strftime', 'timediff'],
  ...[
    'sum',
    'total',
    'avg',
    'group_concat',
    'string_agg',
    'min',
    'max',
    'json_group_array',
    'json_group_object',
  ],
]);

const DOUBTFUL_KEYS: ReadonlySet<string> = new Set(['limit', 'over', 'distinct', 'groupBy', 'with']);

export function isDetermined(statement: Statement, view: DatabaseView): boolean {
  const tables = new Set(view.tables.map(({ name }) => name.toLowerCase()));
  const isFine = (node: unknown): boolean => {
    if (node === null || typeof node !== 'object' || node instanceof Uint8Array) return true;
    if (Array.isArray(node)) return node.every(isFine);
    const { kind, name, operator } = node as { kind?: unknown; name?: unknown; operator?: unknown };
    if (DOUBTFUL_KINDS.has(kind)) return false;
    if (kind === 'call' && DOUBTFUL_FUNCTIONS.has(name)) return false;
    if (kind === 'compound' && operator !== 'UNION ALL') return false;
    if (kind === 'table' && !tables.has(String(name).toLowerCase())) return false;
    return Object.entries(node).every(([key, child]) => !(DOUBTFUL_KEYS.has(key) && child) && isFine(child));
  };
  return statement.kind === 'select' && isFine(statement);
}
