// The tools that a property is handed, on top of one attempt.

import { createIndex } from '../generate/create-index.ts';
import { select as randomSelect } from '../generate/create-query.ts';
import { createTable } from '../generate/create-table.ts';
import { contextFor } from '../generate/grow.ts';
import { row as randomRow } from '../generate/rows.ts';
import { tableSource } from '../generate/source.ts';
import { statement as randomStatement } from '../generate/statements.ts';
import { valueFor } from '../generate/values.ts';
import { UNSYNCED } from '../plan/fault.ts';
import type { DrawReference, Expression, Select, Statement } from '../sql/ast.ts';
import { literal } from '../sql/build.ts';
import type { Attempt } from './attempt.ts';
import { type RowHandle, rowsHandle } from './check.ts';
import { Discard, discard } from './discard.ts';
import { predicateFor } from './predicate.ts';
import type { DrawnRow, GenerationTools, InteractionTools, Tools } from './property.ts';
import { type Query, query } from './query.ts';
import { type TableHandle, tableHandle } from './table-handle.ts';

export function toolsFor(attempt: Attempt): Tools {
  return { ...generationTools(attempt), ...interactionTools(attempt) };
}

function generationTools(attempt: Attempt): GenerationTools {
  const { random, rehearsal, setting } = attempt.planning;
  const view = () => rehearsal.view(attempt.connection);
  const drawn = (expression: Expression): DrawReference => ({
    kind: 'draw',
    draw: attempt.draw({ kind: 'expressionDraw', expression }),
  });
  return {
    db: {
      get view() {
        return view();
      },
      get tables() {
        const exact = view().tables.filter((table) => table.knowledge === 'exact');
        return exact.map((table) => tableHandle(table));
      },
    },
    pick: (items) => (items.length === 0 ? discard('there is nothing to pick from') : random.pick(items)),
    assume: (condition, reason = 'an assumption does not hold') => {
      if (!condition) discard(reason);
    },
    gen: {
      integer: (low, high) => random.between(low, high),
      value: (table, column) => {
        const source = tableSource(table.view, table.alias).columns.find(({ name }) => name === column);
        return literal(source === undefined ? discard('no such column') : valueFor(random, source, setting));
      },
      row: (table) => drawnRow(attempt, table),
      storedRow: (table) => storedRow(attempt, table),
      expression: (...tables) => {
        const sources = tables.map((table) => tableSource(table.view, table.alias));
        const context = contextFor(random, view(), setting, sources);
        return drawn(context.grow.value(context, 'any', setting.weights.limit.expressionDepth));
      },
      predicate: (table, options = {}) => drawn(predicateFor(attempt, table, options)),
      select: () => drawnQuery(attempt, randomSelect(random, view(), setting)),
      table: () => createTable(random, view(), setting),
      index: (table) => createIndex(random, view(), setting, { table: table.view }) ?? discard('no index fits'),
      statement: () => randomStatement(random, view(), setting) ?? discard('no statement fits'),
    },
  };
}

function drawnRow(attempt: Attempt, table: TableHandle): DrawnRow {
  const { random, setting } = attempt.planning;
  const values = randomRow(random, table.view, setting);
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

/** A drawn query is one draw, unless what it has around its body keeps it from standing inside another query. */
function drawnQuery(attempt: Attempt, select: Select): Query {
  if (select.orderBy || select.limit || select.with) return query(select);
  return query({ kind: 'select', body: { kind: 'draw', draw: attempt.draw({ kind: 'queryDraw', body: select.body }) } });
}

function interactionTools(attempt: Attempt): InteractionTools {
  const { random } = attempt.planning;
  return {
    run: (statement) => rowsHandle(attempt.run(statementOf(statement))),
    assert: (check) => attempt.assert(check),
    expectRefusal: (refusal, statement) => {
      attempt.runRefused(statementOf(statement), refusal);
    },
    stored: (inserted, table) => {
      if (inserted.rows.term !== 'rows') return discard('stored rows come from an INSERT');
      return { kind: 'rowHandle', row: { row: 'stored', step: inserted.rows.step, nth: 0 }, table };
    },
    meanwhile: ({ keep = [] } = {}) => {
      for (let left = random.below(MOST_MEANWHILE + 1); left > 0; left--) interact(attempt, (undo) => {
        if (!keep.every((check) => attempt.holds(check))) undo();
      });
    },
    transaction: (end, body) => {
      attempt.run({ kind: 'begin' });
      body();
      attempt.run({ kind: end });
    },
    inspect: (what) => attempt.inspect(what),
    fault: {
      reopen: () => attempt.fault({ do: 'reopen' }),
      disconnect: () => attempt.fault({ do: 'disconnect', on: attempt.connection }),
      powerCut: (survival = {}) => {
        const choice = String(random.below(1_000_000));
        attempt.fault({ do: 'powerCut', survival: { unsynced: random.pick(UNSYNCED), choice, ...survival } });
      },
    },
  };
}

const MOST_MEANWHILE = 3;

/** One random statement outside of transaction control; `after` may take it back. */
function interact(attempt: Attempt, after: (undo: () => void) => void): void {
  const { random, rehearsal, setting } = attempt.planning;
  const undo = attempt.mark();
  try {
    const statement = randomStatement(random, rehearsal.view(attempt.connection), setting);
    if (statement === undefined || TRANSACTION_CONTROL.has(statement.kind)) return;
    attempt.run(statement);
    after(undo);
  } catch (error) {
    if (!(error instanceof Discard)) throw error;
    undo();
  }
}

const TRANSACTION_CONTROL = new Set(['begin', 'commit', 'rollback', 'savepoint', 'release', 'rollbackTo']);

function statementOf(statement: Statement | Query): Statement {
  return statement.kind === 'query' ? statement.node : statement;
}
