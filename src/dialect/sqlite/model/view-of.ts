// The read-only picture of the model that generators and properties look at. Nothing is copied: views of tables
// are made once per version of a table, and read the persistent map when asked.

import type { Row } from '../../../sql/index.ts';
import type { DatabaseView, TableView, ViewView } from '../../view.ts';
import { Refusal, Unknown } from '../evaluate/stop.ts';
import { connectionOf, type Database, type Snapshot, snapshotOf } from './database.ts';
import { namesIn } from './names-in.ts';
import { at, sizeOf, valuesOf } from './persistent-map.ts';
import { renamed } from './query/from.ts';
import { affinityInFrom, collationOf } from './query/query-column.ts';
import { compileSelect } from './query/select.ts';
import { createContext, Undetermined } from './query/statement-context.ts';
import { type Table, type View, valuesOfRow } from './table.ts';

const TABLE_VIEWS = new WeakMap<Table, TableView>();
const SCHEMAS = new WeakMap<Snapshot, Pick<DatabaseView, 'tables' | 'views' | 'triggers'>>();

export function viewOf(database: Database, connection: number): DatabaseView {
  const { transaction, open = [] } = connectionOf(database, connection);
  const snapshot = snapshotOf(database, connection);
  let schema = SCHEMAS.get(snapshot);
  if (schema === undefined) {
    schema = {
      tables: valuesOf(snapshot.tables).map(tableView),
      views: viewsIn(snapshot),
      triggers: valuesOf(snapshot.triggers).map(({ definition, writes, mentions }) => ({
        ...definition,
        writes,
        mentions: [...mentions],
      })),
    };
    SCHEMAS.set(snapshot, schema);
  }
  return {
    tables: schema.tables,
    views: schema.views,
    triggers: schema.triggers,
    mvcc: snapshot.mvcc === true,
    open: open.map(({ id }) => id),
    inTransaction: transaction !== undefined,
    savepoints: transaction?.savepoints.map(({ name }) => name) ?? [],
  };
}

function tableView(table: Table): TableView {
  let view = TABLE_VIEWS.get(table);
  if (view === undefined) {
    view = makeTableView(table);
    TABLE_VIEWS.set(table, view);
  }
  return view;
}

function makeTableView(table: Table): TableView {
  const { schema, knowledge, rows } = table;
  const { name, columns, strict, withoutRowid, indexes } = schema;
  const uniqueKeys: string[][] = [];
  if (schema.rowidAlias >= 0) uniqueKeys.push([columns[schema.rowidAlias].name]);
  for (const key of schema.keys) {
    if (key.positions !== undefined && key.where === undefined) {
      uniqueKeys.push(key.positions.map((position) => columns[position].name));
    }
  }
  const known = knowledge === 'exact';
  return {
    name,
    knowledge,
    columns: knowledge === 'unknown' ? [] : columns,
    ...(schema.attached === undefined ? {} : { attached: true }),
    strict,
    withoutRowid,
    indexes,
    uniqueKeys,
    foreignKeys: schema.foreignKeys,
    checks: schema.checks.map(({ expression }) => expression),
    rowCount: known ? sizeOf(rows) : 0,
    rowAt(position) {
      const entry = known ? at(rows, position) : undefined;
      if (entry === undefined) throw new RangeError(`${name} has no row at ${position}`);
      return valuesOfRow(schema, entry.value);
    },
    rows(): Iterable<Row> {
      return known ? valuesOf(rows).map((row) => valuesOfRow(schema, row)) : [];
    },
  };
}

/** What the views look like depends on schemas only, and those change rarely: the last answer mostly still holds. */
let last: { readonly schemas: readonly object[]; readonly views: readonly ViewView[] } = {
  schemas: [],
  views: [],
};

function viewsIn(snapshot: Snapshot): readonly ViewView[] {
  const views = valuesOf(snapshot.views);
  if (views.length === 0) return [];
  const schemas = [...valuesOf(snapshot.tables).map(({ schema }) => schema), ...views];
  if (schemas.length !== last.schemas.length || schemas.some((schema, i) => schema !== last.schemas[i])) {
    last = { schemas, views: views.flatMap((view) => viewView(view, snapshot)) };
  }
  return last.views;
}

/** Views that no longer compile, or of which the model does not know all columns, are not shown. */
function viewView(view: View, snapshot: Snapshot): ViewView[] {
  try {
    const query = compileSelect(view.select, undefined, undefined, createContext(snapshot));
    const { columns } = renamed(query, view.columns, view.name);
    if (columns.some((column) => column.naming !== 'known')) return [];
    return [
      {
        name: view.name,
        reads: [...namesIn(view.select)],
        columns: columns.map((column) => ({
          name: column.name,
          affinity: affinityInFrom(column),
          collation: collationOf(column) ?? 'BINARY',
        })),
      },
    ];
  } catch (error) {
    if (error instanceof Refusal || error instanceof Unknown || error instanceof Undetermined) return [];
    throw error;
  }
}
