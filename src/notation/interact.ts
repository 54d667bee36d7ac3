// Interactions as steps of a plan: what `!` does.

import { invariant } from '../errors.ts';
import { type InteractionTools, type RowsHandle, tableHandle } from '../property/index.ts';
import type { Statement } from '../sql/ast.ts';
import { checkOf } from './conditions.ts';
import { prepare } from './draw.ts';
import type { Instance } from './instance.ts';
import { partsOf } from './parts.ts';
import type { Action, Run } from './syntax.ts';
import type { Value } from './values.ts';

export function act(action: Action, instance: Instance): void {
  switch (action.do) {
    case 'draw':
    case 'let':
    case 'assume':
      prepare(action, instance);
      return;
    case 'run':
      run(action, instance);
      return;
  }
  const tools = toolsFor(action, instance);
  switch (action.do) {
    case 'assert':
      tools.assert(checkOf(action.condition, instance, tools));
      return;
    case 'fault':
      tools.fault[action.fault]();
      return;
    case 'inspect':
      tools.inspect(action.what);
      return;
    case 'meanwhile':
      tools.meanwhile({ keep: action.keep.map((condition) => checkOf(condition, instance, tools)) });
      return;
  }
}

/** On the connection of the line, with the line as their source. */
function toolsFor(
  { at, on }: { readonly at: number; readonly on: number },
  { tools, place }: Instance,
): InteractionTools {
  return tools.on(on).at(place(at));
}

function run(action: Run, instance: Instance): void {
  const { name, sql } = action;
  const piece = instance.checked.pieces.get(sql);
  if (piece === undefined) {
    // The line is the name of a statement that was drawn or written before.
    const value = instance.value(partsOf(sql.text)[0].text);
    invariant(value.is === 'statement', 'the checker has seen a statement');
    const rows = runIn(action, value.statement, instance);
    if (name !== undefined) instance.set(name.text, resultOf(value.statement, rows, instance));
    return;
  }
  const { creates, inserts } = piece;
  if (creates !== undefined) instance.set(creates, { is: 'name', name: instance.tools.gen.tableName() });
  const statement = instance.statement(sql);
  const rows = runIn(action, statement, instance);
  const result = resultOf(statement, rows, instance);
  if (creates !== undefined && result.is === 'table') instance.set(creates, result);
  if (inserts !== undefined && action.how.is === 'plain') store(inserts, rows, action, instance);
  if (name !== undefined) instance.set(name.text, result);
}

function runIn(action: Run, statement: Statement, instance: Instance): RowsHandle {
  const tools = toolsFor(action, instance);
  const { how } = action;
  switch (how.is) {
    case 'plain':
      return tools.run(statement);
    case 'undetermined':
      return tools.run(statement, { undetermined: true });
    case 'refused':
      tools.expectRefusal(how.refusal, statement);
      return NOTHING;
    case 'during':
      if (how.fault === 'ioError') return tools.fault.ioErrorDuring(statement);
      tools.fault.powerCutDuring(statement);
      return NOTHING;
  }
}

/** Of what has no result, which the checker lets nobody ask for. */
const NOTHING = undefined as never;

/** A table, of a statement that creates one. */
function resultOf(statement: Statement, rows: RowsHandle, { tools }: Instance): Value {
  if (statement.kind !== 'createTable' && statement.kind !== 'createTableAs') return { is: 'result', rows };
  const view = tools.db.view.tables.find(({ name }) => name === statement.name);
  return view === undefined ? { is: 'result', rows } : { is: 'table', handle: tableHandle(view) };
}

/** From now on the row is what its INSERT stored. */
function store(name: string, inserted: RowsHandle, action: Run, instance: Instance): void {
  const row = instance.row(name);
  row.handle = toolsFor(action, instance).stored(inserted, row.table.handle);
  row.columns = row.table.handle.view.columns.map((column) => column.name);
}
