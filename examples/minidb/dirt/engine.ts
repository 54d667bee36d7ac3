// minidb as DIRT sees it: it boots on a simulated disk, and nothing that it does throws.

import { type Connection, DATABASE_FILE, type Engine, NOTHING, type Outcome, type World } from 'dirt';
import { Database } from '../src/database.ts';
import type { LogFile } from '../src/log.ts';
import { SqlError } from '../src/sql-error.ts';

export const engine: Engine = {
  name: 'minidb',
  version: '0.1.0',
  abilities: {
    faults: ['powerCut', 'kill', 'reopen', 'disconnect', 'clockJump'],
    journalModes: ['wal'],
    pageSizes: [4096],
    connections: 1,
    deterministic: true,
  },
  boot: (world) => ({
    kind: 'instance',
    connect: () => connect(world),
    close: () => NOTHING,
    drop: () => {},
  }),
};

type Failure = Exclude<Outcome, { kind: 'rows' }>;

function connect(world: World): Connection | Failure {
  const attempt = <T>(work: () => T): T | Failure => {
    try {
      return work();
    } catch (error) {
      return failure(error, world);
    }
  };
  return attempt(() => {
    const database = new Database(logFile(world));
    const run = (sql: string) => attempt((): Outcome => ({ kind: 'rows', ...database.run(sql) }));
    return { kind: 'connection', run, close: () => NOTHING };
  });
}

function failure(error: unknown, world: World): Failure {
  if (world.disk.isOff) return { kind: 'cut' };
  if (error instanceof SqlError) return { kind: 'refused', class: error.reason, message: error.message };
  const { message, stack = '' } = error as Error;
  return { kind: 'panic', message, location: /src\/[\w-]+\.ts:\d+/.exec(stack)?.[0] ?? '' };
}

function logFile({ disk }: World): LogFile {
  const file = disk.open(DATABASE_FILE);
  const read = () => {
    const bytes = new Uint8Array(disk.size(file));
    return bytes.subarray(0, disk.read(file, bytes, 0));
  };
  return { read, write: (bytes, at) => disk.write(file, bytes, at), sync: () => disk.sync(file) };
}
