// The shape of statements, node by node as in sql/ast.ts: what a plan from a file must look like before anybody prints it.

import { either, flag, kinds, lazy, listOf, object, oneOf, type Shape, text } from '../json/shape.ts';
import type { Expression, SelectBody, Statement } from '../sql/ast.ts';
import { encodedValue } from '../sql/codec.ts';

type Variants<K extends string> = Readonly<Record<K, Parameters<typeof kinds>[1][string]>>;

const expression: Shape = lazy(() => expressionShape);
const select: Shape = lazy(() => selectShape);
const expressions = listOf(expression);
const names = listOf(text, 1);

const collation = oneOf('BINARY', 'NOCASE', 'RTRIM');
const resolution = oneOf('ABORT', 'FAIL', 'IGNORE', 'REPLACE', 'ROLLBACK');
const orderTerm = object({ expression }, { collation, descending: flag, nulls: oneOf('FIRST', 'LAST') });
const indexedColumns = listOf(object({ expression }, { collation, descending: flag }), 1);

const EXPRESSIONS: Variants<Expression['kind']> = {
  literal: [{ value: encodedValue }],
  hex: [{ digits: text }],
  boolean: [{ value: flag }],
  current: [{ what: oneOf('DATE', 'TIME', 'TIMESTAMP') }],
  column: [{ name: text }, { table: text }],
  unary: [{ operator: oneOf('-', '+', '~', 'NOT'), operand: expression }],
  binary: [{ operator: text, left: expression, right: expression }],
  nullTest: [{ form: oneOf('ISNULL', 'NOTNULL', 'NOT NULL'), operand: expression }],
  between: [{ operand: expression, low: expression, high: expression, negated: flag }],
  inList: [{ operand: expression, list: expressions, negated: flag }],
  inSelect: [{ operand: expression, select, negated: flag }],
  exists: [{ select, negated: flag }],
  scalar: [{ select }],
  case: [
    // biome-ignore lint/suspicious/noThenProperty: the syntax tree calls it so
    { branches: listOf(object({ when: expression, then: expression }), 1) },
    { operand: expression, otherwise: expression },
  ],
  cast: [{ operand: expression, type: text }],
  collate: [{ operand: expression, collation }],
  like: [
    { operator: oneOf('LIKE', 'GLOB'), operand: expression, pattern: expression, negated: flag },
    { escape: expression },
  ],
  row: [{ items: listOf(expression, 2) }],
  call: [
    { name: text, arguments: either((value) => value === '*', text, expressions) },
    {
      distinct: flag,
      filter: expression,
      over: object({ partitionBy: expressions, orderBy: listOf(orderTerm) }, { frame: text }),
    },
  ],
  raise: [{ action: oneOf('IGNORE', 'ABORT', 'FAIL', 'ROLLBACK') }, { message: text }],
  draw: [{ draw: text }, { column: text }],
  rawExpression: [{ sql: text }],
};

const expressionShape = kinds('kind', EXPRESSIONS);

const resultColumns = listOf(
  kinds('kind', { all: [{}], allOf: [{ table: text }], expression: [{ expression }, { alias: text }] }),
  1,
);

const from: Shape = lazy(() => fromShape);
const fromShape = kinds('kind', {
  table: [{ name: text }, { alias: text, notIndexed: flag, indexedBy: text }],
  subquery: [{ select }, { alias: text }],
  join: [
    {
      operator: oneOf(',', 'JOIN', 'CROSS JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN'),
      left: from,
      right: from,
    },
    { natural: flag, on: expression, using: names },
  ],
});

const body: Shape = lazy(() => bodyShape);
const BODIES: Variants<SelectBody['kind']> = {
  core: [
    { columns: resultColumns },
    { distinct: flag, from, where: expression, groupBy: expressions, having: expression },
  ],
  values: [{ rows: listOf(listOf(expression, 1), 1) }],
  compound: [{ operator: oneOf('UNION', 'UNION ALL', 'INTERSECT', 'EXCEPT'), left: body, right: body }],
  draw: [{ draw: text }],
};
const bodyShape = kinds('kind', BODIES);

const selectFields = [
  { body },
  {
    with: listOf(object({ name: text, select }, { columns: names }), 1),
    recursive: flag,
    orderBy: listOf(orderTerm, 1),
    limit: expression,
    offset: expression,
  },
] as const;
const selectShape = kinds('kind', { select: selectFields });

const onConflict = object({}, { conflict: resolution });
const columnDefinition = object(
  { name: text },
  {
    type: text,
    primaryKey: object({}, { descending: flag, autoincrement: flag, conflict: resolution }),
    notNull: onConflict,
    unique: onConflict,
    default: expression,
    check: expression,
    collate: collation,
    generated: object({ expression, stored: flag }),
  },
);

const key = [{ columns: indexedColumns }, { conflict: resolution }] as const;
const action = oneOf('NO ACTION', 'RESTRICT', 'SET NULL', 'SET DEFAULT', 'CASCADE');
const tableConstraint = kinds('kind', {
  primaryKey: key,
  unique: key,
  check: [{ expression }],
  foreignKey: [
    { columns: names, table: text, references: names },
    { onDelete: action, onUpdate: action },
  ],
});

const assignments = listOf(object({ columns: names, value: expression }), 1);
const upsert = object(
  {},
  { target: object({ columns: indexedColumns }, { where: expression }), set: assignments, where: expression },
);
const drawnRow = object({ draw: text });
const insertSource = kinds('kind', {
  values: [{ rows: listOf(either(Array.isArray, listOf(expression, 1), drawnRow), 1) }],
  select: [{ select }],
  defaultValues: [{}],
});

const STATEMENTS: Variants<Statement['kind']> = {
  select: selectFields,
  createTable: [
    { name: text, columns: listOf(columnDefinition, 1) },
    {
      schema: text,
      ifNotExists: flag,
      constraints: listOf(tableConstraint),
      strict: flag,
      withoutRowid: flag,
    },
  ],
  createTableAs: [{ name: text, select }, { ifNotExists: flag }],
  createIndex: [
    { name: text, table: text, columns: indexedColumns },
    { unique: flag, where: expression, ifNotExists: flag },
  ],
  createView: [
    { name: text, select },
    { columns: names, ifNotExists: flag },
  ],
  createTrigger: [
    {
      name: text,
      timing: oneOf('BEFORE', 'AFTER', 'INSTEAD OF'),
      event: oneOf('INSERT', 'UPDATE', 'DELETE'),
      table: text,
      body: listOf(
        lazy(() => triggerStatement),
        1,
      ),
    },
    { ifNotExists: flag, of: names, when: expression },
  ],
  drop: [{ what: oneOf('TABLE', 'INDEX', 'VIEW', 'TRIGGER'), name: text }, { ifExists: flag }],
  alterTable: [
    {
      table: text,
      action: kinds('kind', {
        renameTable: [{ to: text }],
        renameColumn: [{ column: text, to: text }],
        addColumn: [{ column: columnDefinition }],
        dropColumn: [{ column: text }],
      }),
    },
  ],
  insert: [
    { table: text, source: insertSource },
    { columns: names, conflict: resolution, upsert: listOf(upsert), returning: resultColumns },
  ],
  update: [
    { table: text, set: assignments },
    { alias: text, conflict: resolution, from, where: expression, returning: resultColumns },
  ],
  delete: [{ table: text }, { alias: text, where: expression, returning: resultColumns }],
  begin: [{}, { mode: oneOf('DEFERRED', 'IMMEDIATE', 'EXCLUSIVE', 'CONCURRENT') }],
  commit: [{}],
  rollback: [{}],
  savepoint: [{ name: text }],
  release: [{ name: text }],
  rollbackTo: [{ name: text }],
  pragma: [{ name: text }, { value: text, form: oneOf('=', '(') }],
  analyze: [{}, { target: text }],
  reindex: [{}, { target: text }],
  vacuum: [{}, { into: text }],
  attach: [{ file: text, name: text }],
  detach: [{ name: text }],
  raw: [{ sql: text, changes: listOf(text) }],
};

const triggerStatement = kinds('kind', {
  insert: STATEMENTS.insert,
  update: STATEMENTS.update,
  delete: STATEMENTS.delete,
  select: STATEMENTS.select,
});

export const statementShape = kinds('kind', STATEMENTS);
export { bodyShape, expressionShape };
