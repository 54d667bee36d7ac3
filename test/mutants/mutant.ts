// Engines with one planted bug: a real engine, and a lie about what a statement is or what came of it.

import type { Connection, Engine, Instance } from '../../src/engines/engine.ts';
import type { Outcome } from '../../src/sql/outcome.ts';

export interface PlantedBug {
  readonly name: string;
  /** What the engine runs instead. */
  readonly rewrite?: (sql: string) => string;
  /** What the engine says instead. */
  readonly lie?: (outcome: Outcome, sql: string) => Outcome;
}

export function mutantOf(
  engine: Engine,
  { name, rewrite = (sql) => sql, lie = (outcome) => outcome }: PlantedBug,
): Engine {
  const connectionOf = (connection: Connection): Connection => ({
    ...connection,
    kind: 'connection',
    run: async (sql, fuel) => lie(await connection.run(rewrite(sql), fuel), sql),
    close: () => connection.close(),
  });
  const instanceOf = (instance: Instance): Instance => ({
    kind: 'instance',
    connect: async () => {
      const connected = await instance.connect();
      return connected.kind === 'connection' ? connectionOf(connected) : connected;
    },
    close: () => instance.close(),
    drop: () => instance.drop(),
  });
  return {
    ...engine,
    name: `${engine.name} with ${name}`,
    boot: async (world) => {
      const booted = await engine.boot(world);
      return booted.kind === 'instance' ? instanceOf(booted) : booted;
    },
  };
}
