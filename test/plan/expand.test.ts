import { expect, it } from 'vitest';
import { expand } from '../../src/plan/expand.ts';
import type { Insert } from '../../src/sql/ast.ts';

it('a column that a drawn row does not have is NULL, also if it is called like what every object has', () => {
  const columns = ['a', 'toString', '__proto__', 'constructor', 'missing'];
  const insert: Insert = {
    kind: 'insert',
    table: 't',
    columns,
    source: { kind: 'values', rows: [{ draw: 'row' }] },
  };
  const { source } = expand(insert, { row: { kind: 'rowDraw', values: { a: 7n } } }) as Insert;
  expect(source).toEqual({
    kind: 'values',
    rows: [[7n, null, null, null, null].map((value) => ({ kind: 'literal', value }))],
  });
});
