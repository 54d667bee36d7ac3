// The grammar of expressions: every kind with its fields.

import type { Expression } from '../ast.ts';
import type { SqlValue } from '../value.ts';
import {
  dependent,
  drawOf,
  type Fields,
  flag,
  keyword,
  listOf,
  listOr,
  name,
  node,
  number,
  type Of,
  operand,
  optional,
  type Sorts,
  text,
  type Variants,
} from './field.ts';

export const sqlValue: Of<SqlValue> = { holds: 'value' };

export const collation = keyword('BINARY', 'NOCASE', 'RTRIM');

export const expressions = {
  literal: { value: sqlValue },
  hex: { digits: text },
  boolean: { value: flag },
  current: { what: keyword('DATE', 'TIME', 'TIMESTAMP') },
  column: { name: name('column'), table: dependent(name('table')) },
  unary: { operator: keyword('-', '+', '~', 'NOT'), operand },
  binary: {
    operator: keyword(
      ...(['+', '-', '*', '/', '%', '&', '|', '<<', '>>', '||', 'AND', 'OR'] as const),
      ...(['=', '==', '<>', '!=', '<', '<=', '>', '>='] as const),
      ...(['IS', 'IS NOT', 'IS DISTINCT FROM', 'IS NOT DISTINCT FROM'] as const),
    ),
    left: operand,
    right: operand,
  },
  nullTest: { form: keyword('ISNULL', 'NOTNULL', 'NOT NULL'), operand },
  between: { operand, low: operand, high: operand, negated: flag },
  inList: { operand, list: listOf(operand), negated: flag },
  inSelect: { operand, select: node('select'), negated: flag },
  exists: { select: node('select'), negated: flag },
  scalar: { select: node('select') },
  case: {
    operand: optional(operand),
    branches: listOf(node('branch'), 1),
    otherwise: optional(operand),
  },
  cast: { operand, type: text },
  collate: { operand, collation },
  like: {
    operator: keyword('LIKE', 'GLOB'),
    operand,
    pattern: operand,
    escape: optional(node('expression')),
    negated: flag,
  },
  row: { items: listOf(operand, 2) },
  call: {
    name: name('function'),
    arguments: listOr(operand, 0, keyword('*')),
    distinct: optional(flag),
    filter: optional(node('expression')),
    over: optional(node('window')),
  },
  raise: {
    action: keyword('IGNORE', 'ABORT', 'FAIL', 'ROLLBACK'),
    message: dependent(text),
  },
  draw: {
    draw: drawOf('expression'),
    column: dependent(name('column')),
    rewritten: optional(listOf(node('rewriting'))),
  },
  rawExpression: { sql: text },
} satisfies Variants<Expression>;

export const rewriting = {
  at: number,
  as: keyword(
    'AND TRUE',
    'OR FALSE',
    'WHEN TRUE',
    'WHEN FALSE',
    'WHEN ITSELF',
    'NOT NOT',
    'AND ITSELF',
    'OR ITSELF',
    'NEGATED',
  ),
} satisfies Fields<Sorts['rewriting']>;

// biome-ignore lint/suspicious/noThenProperty: the syntax tree calls it so
export const branch = { when: operand, then: operand } satisfies Fields<Sorts['branch']>;

export const window = {
  partitionBy: listOf(node('expression')),
  orderBy: listOf(node('orderTerm')),
  frame: optional(text),
} satisfies Fields<Sorts['window']>;
