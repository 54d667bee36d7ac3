// An engine booted in a world with one connection, for tests that expect this to work.

import type { Connection, Engine, Instance } from '../../src/engines/engine.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import type { Outcome } from '../../src/sql/outcome.ts';
import type { Row } from '../../src/sql/value.ts';
import type { World } from '../../src/world/world.ts';

export interface Session {
  readonly instance: Instance;
  readonly connection: Connection;
}

export async function openSession(engine: Engine, world: World): Promise<Session> {
  const instance = await engine.boot(world);
  if (instance.kind !== 'instance') throw new Error(show(instance));
  const connection = await connect(instance).catch(async (error) => {
    await instance.drop();
    throw error;
  });
  return { instance, connection };
}

export async function connect(instance: Instance): Promise<Connection> {
  const connection = await instance.connect();
  if (connection.kind !== 'connection') throw new Error(show(connection));
  return connection;
}

/** Runs a statement that must not be refused. */
export async function rowsOf(connection: Connection, sql: string): Promise<readonly Row[]> {
  const outcome = await connection.run(sql, DEFAULT_FUEL);
  if (outcome.kind !== 'rows') throw new Error(`${sql}: ${show(outcome)}`);
  return outcome.rows;
}

export function show(outcome: Outcome): string {
  return 'message' in outcome ? `${outcome.kind}: ${outcome.message}` : outcome.kind;
}
