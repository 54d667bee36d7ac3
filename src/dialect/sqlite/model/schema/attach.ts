// ATTACH and DETACH. The tables of an attached database lie beside those of the main one: no name is used twice, so that
// they are found by their names alone.

import type { Attach, CreateTable, Detach } from '../../../../sql/ast.ts';
import { Refusal, Unknown } from '../../evaluate/stop.ts';
import {
  compareNames,
  connectionOf,
  type Database,
  type Snapshot,
  withConnection,
  withTable,
} from '../database.ts';
import { find, put, remove, valuesOf } from '../persistent-map.ts';
import type { Table } from '../table.ts';

const MEMORY = ':memory:';
/** SQLite's limit. */
const MOST_ATTACHED = 10;

export function attach(database: Database, connection: number, { file, name }: Attach): Database {
  const state = checkIdle(database, connection);
  const lower = name.toLowerCase();
  if (state.attached.length >= MOST_ATTACHED)
    throw new Refusal('other', `too many attached databases - max ${MOST_ATTACHED}`);
  if (lower === 'main' || lower === 'temp' || state.attached.some((other) => other.name === lower))
    throw new Refusal('other', `database ${name} is already in use`);
  if (state.attached.some((other) => other.file === file && file !== MEMORY))
    throw new Unknown('a file attached twice');
  const isNamed = find(database.named, file, compareNames) !== undefined;
  if (isNamed && find(database.files, file, compareNames) === undefined)
    throw new Unknown('a file that may hold something');
  let { committed } = database;
  for (const table of find(database.files, file, compareNames) ?? []) {
    committed = withTable(committed, { ...table, schema: { ...table.schema, attached: lower } });
  }
  if (committed !== database.committed) committed = { ...committed, schema: {} };
  const attached = [...state.attached, { name: lower, file }];
  return withConnection({ ...withNamed(database, file), committed }, connection, { ...state, attached });
}

function withNamed(database: Database, file: string): Database {
  return file === MEMORY ? database : { ...database, named: put(database.named, file, true, compareNames) };
}

/** One in the folder of the database; test.db is the database itself. */
const OTHER_FILE = /^(?!test\.)\w+\.db$/;

/** VACUUM INTO: it is refused if the file is there and not empty. */
export function copyTo(database: Database, file: string): Database {
  if (!OTHER_FILE.test(file) || find(database.named, file, compareNames) !== undefined)
    throw new Unknown('VACUUM INTO a file that may be there');
  return withNamed(database, file);
}

export function detach(database: Database, connection: number, { name }: Detach): Database {
  const state = checkIdle(database, connection);
  const lower = name.toLowerCase();
  const found = state.attached.find((other) => other.name === lower);
  if (found === undefined) throw new Refusal('other', `no such database: ${name}`);
  const tables = tablesOf(database.committed, lower);
  const files =
    found.file === MEMORY ? database.files : put(database.files, found.file, tables, compareNames);
  const committed = without(database.committed, tables);
  const attached = state.attached.filter((other) => other !== found);
  return withConnection({ ...database, committed, files }, connection, { ...state, attached });
}

/** What is committed, without what only this connection had attached. */
export function withoutAttached(database: Database, connection: number): Database {
  let { committed } = database;
  for (const { name } of connectionOf(database, connection).attached) {
    committed = without(committed, tablesOf(committed, name));
  }
  return { ...database, committed };
}

/** Refuses a table in a database that is not attached. */
export function checkSchema(database: Database, connection: number, { schema }: CreateTable): void {
  if (schema === undefined || schema.toLowerCase() === 'main') return;
  const { attached } = connectionOf(database, connection);
  if (!attached.some(({ name }) => name === schema.toLowerCase()))
    throw new Refusal('other', `unknown database ${schema}`);
}

function checkIdle(database: Database, connection: number): ReturnType<typeof connectionOf> {
  const state = connectionOf(database, connection);
  // Whether it is refused there depends on what the transaction has used.
  if (state.transaction !== undefined) throw new Unknown('ATTACH or DETACH in a transaction');
  return state;
}

function tablesOf(snapshot: Snapshot, name: string): Table[] {
  return valuesOf(snapshot.tables).filter(({ schema }) => schema.attached === name);
}

function without(snapshot: Snapshot, gone: readonly Table[]): Snapshot {
  if (gone.length === 0) return snapshot;
  let { tables } = snapshot;
  for (const { schema } of gone) tables = remove(tables, schema.name.toLowerCase(), compareNames);
  return { ...snapshot, tables, schema: {} };
}
