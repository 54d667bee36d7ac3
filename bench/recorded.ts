// An engine that records how it was used, so that the same can be done without the engine's adapter.

import type { Connection, Engine, Instance } from '../src/engines/engine.ts';
import type { WorldSpec } from '../src/world/world-spec.ts';

export type Call =
  | { readonly call: 'boot'; readonly spec: WorldSpec; readonly files: ReadonlyMap<string, Uint8Array> }
  | { readonly call: 'connect'; readonly on: number }
  | { readonly call: 'close' }
  | { readonly call: 'run'; readonly on: number; readonly sql: string };

export function recorded(engine: Engine, calls: Call[]): Engine {
  return {
    ...engine,
    boot: async (world) => {
      const files = world.disk.files();
      const instance = await engine.boot(world);
      if (instance.kind !== 'instance') return instance;
      calls.push({ call: 'boot', spec: world.spec, files });
      return recordedInstance(instance, calls);
    },
  };
}

function recordedInstance(instance: Instance, calls: Call[]): Instance {
  let connections = 0;
  return {
    kind: 'instance',
    connect: async () => {
      const on = connections++;
      const connection = await instance.connect();
      if (connection.kind !== 'connection') return connection;
      calls.push({ call: 'connect', on });
      return recordedConnection(connection, on, calls);
    },
    close: () => {
      calls.push({ call: 'close' });
      return instance.close();
    },
    drop: () => instance.drop(),
  };
}

function recordedConnection(connection: Connection, on: number, calls: Call[]): Connection {
  return {
    kind: 'connection',
    run: (sql, fuel, statement) => {
      calls.push({ call: 'run', on, sql });
      return connection.run(sql, fuel, statement);
    },
    close: () => connection.close(),
  };
}
