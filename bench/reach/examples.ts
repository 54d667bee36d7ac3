// One plain example of each kind that can stand in a slot: where plans never have the kind, SQLite is asked whether it takes the example.

import type { Expression, FromItem, Select, SelectBody } from '../../src/sql/ast.ts';
import { and, binary, call, integer, text } from '../../src/sql/build.ts';

const ONE: SelectBody = { kind: 'core', columns: [{ kind: 'expression', expression: integer(1) }] };
const one: Select = { kind: 'select', body: ONE };
const VALUES: SelectBody = { kind: 'values', rows: [[integer(1)]] };

export const EXPRESSIONS: Readonly<Record<string, Expression>> = {
  literal: integer(1),
  hex: { kind: 'hex', digits: '10' },
  boolean: { kind: 'boolean', value: true },
  current: { kind: 'current', what: 'DATE' },
  unary: { kind: 'unary', operator: '-', operand: integer(1) },
  arithmetic: binary(integer(1), '+', integer(1)),
  comparison: binary(integer(1), '<', integer(2)),
  logic: and(integer(1), integer(1)),
  nullTest: { kind: 'nullTest', form: 'NOTNULL', operand: integer(1) },
  between: { kind: 'between', operand: integer(1), low: integer(0), high: integer(2), negated: false },
  inList: { kind: 'inList', operand: integer(1), list: [integer(1)], negated: false },
  inSelect: { kind: 'inSelect', operand: integer(1), select: one, negated: false },
  exists: { kind: 'exists', select: one, negated: false },
  scalar: { kind: 'scalar', select: one },
  case: {
    kind: 'case',
    // biome-ignore lint/suspicious/noThenProperty: a branch of CASE has one.
    branches: [{ when: integer(1), then: integer(1) }],
  },
  cast: { kind: 'cast', operand: integer(1), type: 'INTEGER' },
  collate: { kind: 'collate', operand: text('a'), collation: 'NOCASE' },
  like: { kind: 'like', operator: 'LIKE', operand: text('a'), pattern: text('a'), negated: false },
  row: { kind: 'row', items: [integer(1), integer(2)] },
  function: call('abs', integer(1)),
  aggregate: call('count', integer(1)),
  window: { ...call('count', integer(1)), over: { partitionBy: [], orderBy: [] } },
};

/** Where a slot has a table, another one can be put in its place that is made of it. */
export const SOURCES: Readonly<Record<string, (table: FromItem) => FromItem>> = {
  table: (table) => table,
  subquery: () => ({ kind: 'subquery', select: one, alias: 'reach' }),
  join: (table) => ({
    kind: 'join',
    operator: 'JOIN',
    left: table,
    right: { kind: 'subquery', select: one, alias: 'reach' },
  }),
};

export const BODIES: Readonly<Record<string, SelectBody>> = {
  core: ONE,
  values: VALUES,
  compound: { kind: 'compound', operator: 'UNION ALL', left: ONE, right: ONE },
};
