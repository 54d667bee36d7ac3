// The grammar of queries: SELECT, its bodies, result columns and FROM.

import type { FromItem, ResultColumn, Select, SelectBody } from '../ast.ts';
import { collation } from './expressions.ts';
import {
  drawOf,
  type Fields,
  flag,
  keyword,
  kindsOf,
  listOf,
  name,
  node,
  optional,
  type Sorts,
  type Variants,
} from './field.ts';

export const select = {
  body: node('body'),
  with: optional(listOf(node('commonTable'), 1)),
  recursive: optional(flag),
  orderBy: optional(listOf(node('orderTerm'), 1)),
  limit: optional(node('expression')),
  offset: optional(node('expression')),
} satisfies Fields<Select>;

export const commonTable = {
  name: name('table'),
  columns: optional(listOf(name('column'), 1)),
  materialized: optional(keyword('MATERIALIZED', 'NOT MATERIALIZED')),
  select: node('select'),
} satisfies Fields<Sorts['commonTable']>;

export const bodies = {
  core: {
    columns: listOf(node('resultColumn'), 1),
    distinct: optional(flag),
    from: optional(node('from')),
    where: optional(node('expression')),
    groupBy: optional(listOf(node('expression'))),
    having: optional(node('expression')),
  },
  values: { rows: listOf(listOf(node('expression'), 1), 1) },
  compound: {
    operator: keyword('UNION', 'UNION ALL', 'INTERSECT', 'EXCEPT'),
    left: node('body'),
    right: kindsOf('body', 'core', 'values', 'draw'),
  },
  draw: { draw: drawOf('body'), rewritten: optional(listOf(node('rewriting'))) },
} satisfies Variants<SelectBody>;

export const resultColumns = {
  all: {},
  allOf: { table: name('table') },
  expression: { expression: node('expression'), alias: optional(name('column')) },
} satisfies Variants<ResultColumn>;

export const fromItems = {
  table: {
    name: name('table'),
    alias: optional(name('table')),
    notIndexed: optional(flag),
    indexedBy: optional(name('index')),
  },
  subquery: { select: node('select'), alias: optional(name('table')) },
  join: {
    operator: keyword(',', 'JOIN', 'CROSS JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN'),
    left: node('from'),
    right: node('from'),
    natural: optional(flag),
    on: optional(node('expression')),
    using: optional(listOf(name('column'), 1)),
  },
} satisfies Variants<FromItem>;

export const orderTerm = {
  expression: node('expression'),
  collation: optional(collation),
  descending: optional(flag),
  nulls: optional(keyword('FIRST', 'LAST')),
} satisfies Fields<Sorts['orderTerm']>;
