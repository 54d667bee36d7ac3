// `SELECT * FROM table`: how DIRT looks at the contents of a table.

import type { Select } from './ast.ts';

export function selectAll(table: string): Select {
  return {
    kind: 'select',
    body: { kind: 'core', columns: [{ kind: 'all' }], from: { kind: 'table', name: table } },
  };
}
