// What the end of connections does to the shadow database: open transactions are gone, the rest stays.

import { connectionOf, type Database, withConnection } from './database.ts';

/** One connection is closed; its open transaction is rolled back. */
export function afterDisconnect(database: Database, connection: number): Database {
  const state = connectionOf(database, connection);
  const closed = withConnection(database, connection, { foreignKeys: false, seen: [database.committed] });
  return state.transaction?.writing && closed.writer === connection ? { ...closed, writer: -1 } : closed;
}

/** All connections are gone at once, in good order or not: what is committed is what is left. */
export function afterRestart(database: Database): Database {
  return { ...database, connections: undefined, writer: -1 };
}
