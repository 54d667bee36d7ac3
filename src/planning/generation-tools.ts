// Tools that draw: `db`, `pick`, `gen` and `assume`.

import { dialect, type TableView } from '../dialect/index.ts';
import {
  type DatabaseHandle,
  type DrawnRow,
  drawArbitrary,
  type GenerationTools,
  type Query,
  query,
  type RowHandle,
  singleBody,
  type TableHandle,
  tableHandle,
} from '../property/index.ts';
import type { DrawReference, Expression } from '../sql/ast.ts';
import { literal } from '../sql/build.ts';
import type { Attempt } from './attempt.ts';
import { discard } from './discard.ts';
import { mustBeCondition } from './given.ts';
import { predicateFor } from './predicate.ts';

export function generationTools(attempt: Attempt): GenerationTools {
  const { random, rehearsal, setting } = attempt.planning;
  const view = () => rehearsal.view(0);
  const drawn = (expression: Expression): DrawReference => ({
    kind: 'draw',
    draw: attempt.draw({ kind: 'expressionDraw', expression }),
  });
  return {
    db: databaseHandle(attempt),
    pick: (items) => pick(attempt, items),
    assume: (condition, reason = 'an assumption does not hold') => {
      mustBeCondition(condition, attempt.property);
      if (typeof condition === 'boolean' ? !condition : !attempt.holds(condition)) discard(reason);
    },
    gen: {
      integer: (low, high) => random.between(low, high),
      // Seeds of fast-check are 32-bit integers.
      from: (arbitrary) => drawArbitrary(arbitrary, random.word() | 0),
      value: (table, column) => {
        const value = dialect.generate.value(random, table.view, column, setting);
        return literal(value === undefined ? discard('no such column') : value);
      },
      row: (table) => drawnRow(attempt, table),
      storedRow: (table) => storedRow(attempt, table),
      expression: (...tables) => drawn(dialect.generate.expression(random, view(), setting, tables)),
      predicate: (table, options = {}) => drawn(predicateFor(attempt, table, options)),
      select: (shape = {}) => drawnQuery(attempt, shape),
      table: () => dialect.generate.createTable(random, view(), setting),
      tableName: () => setting.names.table(),
      index: (table) =>
        dialect.generate.createIndex(random, view(), setting, table.view) ?? discard('no index fits'),
      statement: () => dialect.generate.statement(random, view(), setting),
    },
  };
}

function databaseHandle({ planning: { rehearsal } }: Attempt): DatabaseHandle {
  const view = () => rehearsal.view(0);
  const tables = (isWanted: (table: TableView) => boolean) =>
    view()
      .tables.filter(isWanted)
      .map((table) => tableHandle(table));
  return {
    get view() {
      return view();
    },
    get tables() {
      return tables(({ knowledge }) => knowledge === 'exact');
    },
    get readable() {
      return tables(({ knowledge }) => knowledge !== 'unknown');
    },
    table: (name) => {
      const table = view().tables.find(
        (candidate) => candidate.name === name && candidate.knowledge === 'exact',
      );
      return table === undefined ? discard('the model does not know the table') : tableHandle(table);
    },
  };
}

/** Rows are what properties are about: of tables, one with two rows or more is picked as long as there is one. */
function pick<T>({ planning: { random } }: Attempt, items: readonly T[]): T {
  if (items.length === 0) return discard('there is nothing to pick from');
  const filled = items.filter((item) => !isTableHandle(item) || item.view.rowCount > 1);
  return random.pick(filled.length > 0 && !random.oneIn(EMPTY_ONE_IN) ? filled : items);
}

const EMPTY_ONE_IN = 12;

function isTableHandle(item: unknown): item is TableHandle {
  return typeof item === 'object' && item !== null && 'view' in item && 'hiding' in item;
}

function drawnRow(attempt: Attempt, table: TableHandle): DrawnRow {
  const { random, setting } = attempt.planning;
  const values = dialect.generate.row(random, table.view, setting);
  const draw = attempt.draw({ kind: 'rowDraw', values });
  return { kind: 'rowHandle', row: { row: 'drawn', draw }, table, draw, columns: Object.keys(values) };
}

function storedRow(attempt: Attempt, table: TableHandle): RowHandle {
  const { view } = table;
  if (view.rowCount === 0) return discard('the table is empty');
  const row = view.rowAt(attempt.planning.random.below(view.rowCount));
  const values = Object.fromEntries(view.columns.map(({ name }, i) => [name, row[i]]));
  return { kind: 'rowHandle', row: { row: 'drawn', draw: attempt.draw({ kind: 'rowDraw', values }) }, table };
}

function drawnQuery(attempt: Attempt, shape: { readonly columns?: number }): Query {
  const { random, rehearsal, setting } = attempt.planning;
  const body = singleBody(dialect.generate.query(random, rehearsal.view(0), setting, shape));
  return query({ kind: 'select', body: { kind: 'draw', draw: attempt.draw({ kind: 'queryDraw', body }) } });
}
