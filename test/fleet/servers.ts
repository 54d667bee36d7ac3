// Redis and PostgreSQL of a test's own: on free ports of loopback, in temporary folders, stopped by id.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary-folder.ts';

export interface Server {
  readonly url: string;
  /** Stops it and starts it again with what it has kept. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The folder of PostgreSQL's programs, which are on nobody's path. */
function postgresPrograms(): string {
  const all = '/usr/lib/postgresql';
  const folders = readdirSync(all).map((version) => join(all, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb')))!;
}

export const PASSWORD = 'a-secret';

export async function startRedis(): Promise<Server> {
  const folder = temporaryFolder();
  const port = await freePort();
  const start = () =>
    started(
      'redis-server',
      [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--dir',
        folder,
        '--appendonly',
        'yes',
        '--requirepass',
        PASSWORD,
      ],
      port,
    );
  let server = await start();
  return {
    url: `redis://:${PASSWORD}@127.0.0.1:${port}`,
    restart: async () => {
      await ended(server);
      server = await start();
    },
    stop: () => ended(server),
  };
}

/** A cluster of its own; PostgreSQL does not run as root. */
export async function startPostgres(): Promise<Server> {
  // Other temporary folders are for nobody but their owner.
  const folder = mkdtempSync(join(tmpdir(), `dirt-tests-${process.pid}-`));
  const port = await freePort();
  const asRoot = process.getuid?.() === 0;
  const user = asRoot ? idsOf('postgres') : null;
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const programs = postgresPrograms();
  const program = (name: string) => join(programs, name);
  const options = { ...user, cwd: folder, stdio: 'ignore' as const };
  execFileSync(
    program('initdb'),
    ['-D', join(folder, 'data'), '-A', 'trust', '-U', 'dirt', '--no-sync'],
    options,
  );
  const start = () =>
    started(
      program('postgres'),
      ['-D', join(folder, 'data'), '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', folder],
      port,
      options,
    );
  let server = await start();
  await untilItAnswers(
    () =>
      spawnSync(program('createdb'), ['-h', '127.0.0.1', '-p', String(port), '-U', 'dirt', 'dirt'], options)
        .status === 0,
  );
  return {
    url: `postgres://dirt@127.0.0.1:${port}/dirt`,
    restart: async () => {
      await ended(server);
      server = await start();
    },
    stop: async () => {
      await ended(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function idsOf(user: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function started(
  program: string,
  args: string[],
  port: number,
  options: object = {},
): Promise<ChildProcess> {
  const child = spawn(program, args, { stdio: 'ignore', ...options });
  process.once('exit', () => child.kill());
  await untilItAnswers(() => connects(port));
  return child;
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function untilItAnswers(asks: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await asks()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('a server did not start within a minute');
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    child.once('exit', () => resolve());
    child.kill('SIGINT');
  });
}
