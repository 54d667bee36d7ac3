// The process that runs the native engine: it opens one database after the other, each in its working folder, and does what its
// parent asks. When the engine aborts, this process dies, and that is all the parent needs to know.

import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { NOTHING, type SqlValue } from '../../sql/index.ts';
import type { OpenRequest, Reply, Request } from '../process/requests.ts';
import type { Binding, BoundStatement } from '../turso/binding.ts';
import { BoundConnection, EndlessRows, isRefusal } from '../turso/bound-connection.ts';
import { classify } from '../turso/classify.ts';
import { quirksOf } from '../turso/quirks.ts';

const [, , addon, version] = process.argv;
const home = process.cwd();
const quirks = quirksOf(version);
const binding = withQuirks(createRequire(import.meta.url)(addon) as NativeBinding);
const connections = new Map<number, BoundConnection>();
let opened: OpenRequest;

process.on('disconnect', () => {
  // The parent is gone, which would have removed the folder.
  rmSync(home, { recursive: true, force: true });
  process.exit();
});
let answered: Promise<unknown> = Promise.resolve();
process.on('message', (requests: readonly Request[]) => {
  for (const request of requests) answered = answered.then(() => said(answer(request)));
});

/** An answer is on its way before the next request is looked at, so that the first that is missing tells which one was fatal. */
function said(reply: Reply): Promise<unknown> {
  return new Promise((resolve) => process.send!(reply, resolve));
}

function answer(request: Request): Reply {
  try {
    return perform(request);
  } catch (error) {
    // The parent takes silence for a hang.
    if (error instanceof EndlessRows) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    if (isRefusal(error)) return classify(error.message);
    throw error;
  }
}

function perform(request: Request): Reply {
  switch (request.do) {
    case 'open':
      opened = request;
      process.chdir(dirname(request.database));
      return NOTHING;
    case 'connect': {
      const { database, isNew, pageSize } = opened;
      const isFirst = isNew && request.connection === 0;
      connections.set(request.connection, new BoundConnection(binding, database, isFirst ? pageSize : null));
      return NOTHING;
    }
    case 'run': {
      const result = connections.get(request.connection)!.run(request.sql, quirks);
      return { ...result, rows: result.rows.map((row) => row.map(plainValue)) };
    }
    case 'disconnect':
      disconnect(request.connection);
      return NOTHING;
    case 'close':
      for (const connection of connections.keys()) disconnect(connection);
      // A folder in which somebody works cannot be removed everywhere.
      process.chdir(home);
      return NOTHING;
  }
}

function disconnect(connection: number): void {
  const bound = connections.get(connection)!;
  connections.delete(connection);
  bound.close(quirks);
}

// ── Differences between the builds ──────────────────────────────────────────────────────────────────────────

type NativeStatement = BoundStatement & { step?(): number };
interface NativeBinding extends Binding {
  readonly Statement: { readonly prototype: NativeStatement };
}

/** In 0.1.4 `stepSync` is called `step`. */
function withQuirks(native: NativeBinding): Binding {
  const { prototype } = native.Statement;
  prototype.stepSync ??= prototype.step!;
  return native;
}

/** Blobs are Buffers, in 0.1.4 arrays of numbers. */
function plainValue(value: SqlValue | readonly number[]): SqlValue {
  return value instanceof Uint8Array || Array.isArray(value) ? Uint8Array.from(value) : (value as SqlValue);
}
