// What the end of connections does to the shadow database: open transactions are gone, the rest stays.

import { connectionOf, type Database, withConnection } from './database.ts';
import { entriesOf } from './persistent-map.ts';
import { withoutAttached } from './schema/attach.ts';

/** It is opened with the database, and may read the schema then; the others are opened when they are used. */
const FIRST = 0;

/** One connection is closed; its open transaction is rolled back. */
export function afterDisconnect(database: Database, connection: number): Database {
  const state = connectionOf(database, connection);
  const { committed } = withoutAttached(database, connection);
  const closed = withConnection({ ...database, committed }, connection, {
    foreignKeys: false,
    attached: [],
    seen: [committed],
  });
  return state.transaction?.writing && closed.writer === connection ? { ...closed, writer: -1 } : closed;
}

/** All connections are gone at once, in good order or not: what is committed is what is left. */
export function afterRestart(database: Database): Database {
  let { committed } = database;
  for (const [connection] of entriesOf(database.connections)) {
    committed = withoutAttached({ ...database, committed }, connection).committed;
  }
  // Other files than the main one are not promised to be durable in every mode: nothing is said of them.
  const restarted = { ...database, committed, connections: undefined, writer: -1, files: undefined };
  const idle = connectionOf(restarted, FIRST);
  return withConnection(restarted, FIRST, { ...idle, seen: [...idle.seen, committed] });
}
