// Tools that draw: `db`, `pick`, `gen` and `assume`.

import { dialect, type TableView } from '../dialect/index.ts';
import { DirtError } from '../errors.ts';
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
import type { BodyReference, DrawReference, Expression, SelectBody } from '../sql/ast.ts';
import { literal } from '../sql/build.ts';
import { countConditions, REWRITINGS } from '../sql/index.ts';
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
      equivalent: (of) => rewritten(attempt, of),
      shared: (given) =>
        (given.kind === 'query'
          ? drawnBody(attempt, singleBody((given as Query).node))
          : drawn(given as Expression)) as typeof given,
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

const MOST_REWRITINGS = 3;

/** Which conditions are rewritten, and how, stands in the reference: the draw is shared with what it is compared to. */
function rewritten<T extends Expression | Query>(attempt: Attempt, drawn: T): T {
  const reference = drawn.kind === 'query' ? (drawn as Query).node.body : drawn;
  const draw = reference.kind === 'draw' ? attempt.draws[reference.draw] : undefined;
  if (draw === undefined || draw.kind === 'rowDraw') {
    throw new DirtError(
      'DIRT_PROPERTY_WRONG',
      `the property ${attempt.property} rewrites what was not drawn`,
      'give gen.equivalent what gen.predicate or gen.select gave',
    );
  }
  const conditions =
    draw.kind === 'queryDraw' ? countConditions(draw.body, false) : countConditions(draw.expression, true);
  if (conditions === 0) return discard('there is no condition to rewrite');
  const { random } = attempt.planning;
  const rewritings = Array.from({ length: random.between(1, MOST_REWRITINGS) }, () => ({
    at: random.below(conditions),
    as: random.pick(REWRITINGS),
  }));
  const other = { ...(reference as DrawReference), rewritten: rewritings };
  return (
    drawn.kind === 'query' ? query({ ...(drawn as Query).node, body: other as BodyReference }) : other
  ) as T;
}

function drawnQuery(attempt: Attempt, shape: { readonly columns?: number }): Query {
  const { random, rehearsal, setting } = attempt.planning;
  return drawnBody(attempt, singleBody(dialect.generate.query(random, rehearsal.view(0), setting, shape)));
}

function drawnBody(attempt: Attempt, body: SelectBody): Query {
  return query({ kind: 'select', body: { kind: 'draw', draw: attempt.draw({ kind: 'queryDraw', body }) } });
}
