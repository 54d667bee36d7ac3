import { expect, test } from 'vitest';
import { afterRestart } from '../../../../src/dialect/sqlite/model/connection-end.ts';
import {
  type Database,
  emptyDatabase,
  type Prediction,
  predict,
  tableRows,
  viewOf,
} from '../../../../src/dialect/sqlite/model/predict.ts';
import type { Expression, Insert, Select, Statement } from '../../../../src/sql/ast.ts';
import { binary, call, column, countAll, equal, integer, literal, text } from '../../../../src/sql/build.ts';

/** Runs statements of one connection; the last prediction and the state after it. */
function run(database: Database, connection: number, ...statements: readonly Statement[]) {
  let state = database;
  let prediction: Prediction | undefined;
  for (const statement of statements)
    ({ database: state, prediction } = predict(state, connection, statement));
  return { database: state, prediction: prediction! };
}

const insert = (table: string, ...rows: readonly (readonly Expression[])[]): Insert => ({
  kind: 'insert',
  table,
  source: { kind: 'values', rows },
});

const selectAll = (table: string, rest: Partial<Select> = {}): Select => ({
  kind: 'select',
  body: { kind: 'core', columns: [{ kind: 'all' }], from: { kind: 'table', name: table } },
  ...rest,
});

const TABLE: Statement = {
  kind: 'createTable',
  name: 't',
  columns: [
    { name: 'id', type: 'INTEGER', primaryKey: {} },
    { name: 'u', type: 'INTEGER', unique: {} },
    { name: 'b', type: 'TEXT' },
  ],
};
const NULL = literal(null);
const THREE = insert(
  't',
  [NULL, integer(10), text('x')],
  [NULL, integer(11), text('y')],
  [NULL, integer(12), text('x')],
);

const filled = run(emptyDatabase(), 0, TABLE, THREE).database;

test('a write whose success depends on the scan order is undetermined, and its table no longer exact', () => {
  const shift: Statement = {
    kind: 'update',
    table: 't',
    set: [{ columns: ['u'], value: binary(column('u'), '-', integer(1)) }],
  };
  const { database, prediction } = run(filled, 0, shift);
  expect(prediction).toMatchObject({ kind: 'undetermined', reason: 'update order' });
  expect(viewOf(database, 0).tables[0].knowledge).toBe('schemaOnly');
});

test('an update that cannot meet any other row is exact', () => {
  const far: Statement = {
    kind: 'update',
    table: 't',
    set: [{ columns: ['u'], value: binary(column('u'), '+', integer(100)) }],
  };
  expect(run(filled, 0, far).prediction).toMatchObject({ kind: 'rows', changes: 3 });
});

test('rows that ORDER BY does not tell apart are a group without order', () => {
  const { prediction } = run(filled, 0, selectAll('t', { orderBy: [{ expression: column('b') }] }));
  expect(prediction).toMatchObject({ kind: 'rows', order: [2, 1] });
});

test('LIMIT among rows that tie is undetermined, but for the number of rows', () => {
  const { prediction } = run(filled, 0, selectAll('t', { limit: integer(2) }));
  expect(prediction).toEqual({ kind: 'undetermined', reason: 'LIMIT among ties', rowCount: 2 });
});

test('group_concat over different values is undetermined, count is not', () => {
  const aggregate = (expression: Expression): Select => ({
    kind: 'select',
    body: { kind: 'core', columns: [{ kind: 'expression', expression }], from: { kind: 'table', name: 't' } },
  });
  expect(run(filled, 0, aggregate(call('group_concat', column('b')))).prediction.kind).toBe('undetermined');
  expect(run(filled, 0, aggregate(countAll)).prediction).toMatchObject({ rows: [[3n]] });
});

test('an expression that raises on a row that the filter hides is undetermined; one that raises on no row is exact', () => {
  const least = literal(-(2n ** 63n));
  const where = (value: Expression): Select => ({
    kind: 'select',
    body: {
      kind: 'core',
      columns: [{ kind: 'all' }],
      from: { kind: 'table', name: 't' },
      where: binary(equal(column('id'), integer(99)), 'AND', call('abs', value)),
    },
  });
  const withLeast = run(filled, 0, insert('t', [NULL, least, NULL])).database;
  expect(run(withLeast, 0, where(column('u'))).prediction.kind).not.toBe('rows');
  expect(run(filled, 0, where(column('u'))).prediction.kind).toBe('rows');
});

test('ROLLBACK TO undoes what came after the savepoint and keeps the transaction open', () => {
  const more = insert('t', [NULL, integer(13), NULL]);
  const { database } = run(filled, 0, { kind: 'savepoint', name: 's' }, more, {
    kind: 'rollbackTo',
    name: 's',
  });
  expect(viewOf(database, 0)).toMatchObject({ inTransaction: true, savepoints: ['s'] });
  expect(viewOf(database, 0).tables[0].rowCount).toBe(3);
  const released = run(database, 0, more, { kind: 'release', name: 's' }).database;
  expect(tableRows(released, 't')).toHaveLength(4);
  expect(viewOf(released, 0).inTransaction).toBe(false);
});

test('a reader keeps its snapshot, and is refused as busy when it writes on a stale one', () => {
  const reading = run(filled, 1, { kind: 'begin' }, selectAll('t')).database;
  const changed = run(reading, 0, insert('t', [NULL, integer(13), NULL])).database;
  expect(run(changed, 1, selectAll('t')).prediction).toMatchObject({ rows: { length: 3 } });
  expect(run(changed, 1, insert('t', [NULL, integer(14), NULL])).prediction).toMatchObject({ class: 'busy' });
  const fresh = run(changed, 1, { kind: 'rollback' }, selectAll('t'));
  expect(fresh.prediction).toMatchObject({ rows: { length: 4 } });
});

test('a query that the model does not follow takes a snapshot only if it reads a table', () => {
  const recursive = (from?: string): Statement => ({
    kind: 'select',
    recursive: true,
    with: [{ name: 'q', select: selectAll('q') }],
    body: {
      kind: 'core',
      columns: [{ kind: 'expression', expression: NULL }],
      ...(from && { from: { kind: 'table', name: from } }),
    },
  });
  const written = (query: Statement) => {
    const { database } = run(filled, 1, { kind: 'begin' }, query);
    const changed = run(database, 0, insert('t', [NULL, integer(13), NULL])).database;
    return run(changed, 1, insert('t', [NULL, integer(14), NULL])).prediction;
  };
  expect(written(recursive())).toMatchObject({ kind: 'rows' });
  expect(written(recursive('t'))).toMatchObject({ class: 'busy' });
});

test('it is undetermined what IF NOT EXISTS locks where another connection has just made the table', () => {
  const made: Statement = { kind: 'createTable', name: 'o', columns: [{ name: 'a' }] };
  const { database } = run(filled, 1, selectAll('t'), { kind: 'begin' });
  const changed = run(database, 0, made).database;
  const { prediction } = run(changed, 1, { ...made, ifNotExists: true });
  expect(prediction).toMatchObject({ kind: 'undetermined', reason: 'stale schema' });
});

test('a connection that was opened before another changed the schema is not held to the new one', () => {
  const added: Statement = {
    kind: 'alterTable',
    table: 't',
    action: { kind: 'addColumn', column: { name: 'more' } },
  };
  const reopened = run(afterRestart(filled), 1, added).database;
  const row = insert('t', [NULL, integer(13), NULL, NULL]);
  expect(run(reopened, 0, row).prediction).toMatchObject({ kind: 'undetermined', reason: 'stale schema' });
  expect(run(reopened, 0, selectAll('t'), row).prediction.kind).toBe('rows');
  const begun = run(filled, 1, { kind: 'begin' }).database;
  const behind = run(begun, 0, added).database;
  expect(run(behind, 1, row).prediction).toMatchObject({ kind: 'undetermined', reason: 'stale schema' });
});

test('a second writer is refused as busy until the first one commits', () => {
  const writing = run(filled, 0, { kind: 'begin', mode: 'IMMEDIATE' }).database;
  const attempt = insert('t', [NULL, integer(13), NULL]);
  expect(run(writing, 1, attempt).prediction).toMatchObject({ kind: 'refused', class: 'busy' });
  expect(run(writing, 0, { kind: 'commit' }).database.writer).toBe(-1);
});

test('a violation is refused with its kind, and leaves the table as it was', () => {
  const { database, prediction } = run(
    filled,
    0,
    insert('t', [NULL, integer(20), NULL], [NULL, integer(10), NULL]),
  );
  expect(prediction).toMatchObject({ kind: 'refused', class: 'constraint', constraint: 'unique' });
  expect(tableRows(database, 't')).toEqual(tableRows(filled, 't'));
});

test('a raw statement makes the tables that it names schemaOnly and no others', () => {
  const other: Statement = { kind: 'createTable', name: 'o', columns: [{ name: 'a' }] };
  const { database } = run(filled, 0, other, { kind: 'raw', sql: 'UPDATE t SET b = 1', changes: ['t'] });
  expect(viewOf(database, 0).tables.map(({ name, knowledge }) => [name, knowledge])).toEqual([
    ['o', 'exact'],
    ['t', 'schemaOnly'],
  ]);
  expect(run(database, 0, selectAll('t')).prediction.kind).toBe('unknown');
});

test('looking at the same state twice makes no new views of its tables', () => {
  const { database } = run(filled, 0, { kind: 'begin' });
  expect(viewOf(database, 0).tables[0]).toBe(viewOf(filled, 0).tables[0]);
});
