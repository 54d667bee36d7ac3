// Runs the built command line as a user does, in a folder of its own.

import { type ChildProcess, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { sized } from '../size.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export const MAIN = new URL('../../dist/cli/main.js', import.meta.url).pathname;

if (!existsSync(MAIN))
  throw new Error('dist/ is missing: `npm run build` makes it, and `npm test` runs that first');

export interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly error: string;
}

export function dirt(
  args: readonly string[],
  {
    input,
    cwd = temporaryFolder(),
    env = {},
  }: { input?: string; cwd?: string; env?: Record<string, string> } = {},
): Ran {
  const ran: SpawnSyncReturns<string> = spawnSync(process.execPath, [MAIN, ...args], {
    input: input ?? '',
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', ...env },
    timeout: sized(110_000, 1_100_000),
  });
  return { status: ran.status, out: ran.stdout, error: ran.stderr };
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
  /** Waits until it has printed this; fails if it ends without. */
  said(text: string): Promise<void>;
}

/** The same while the test goes on: for servers in the test's process, and for ending it half way. */
export function startDirt(
  args: readonly string[],
  { cwd = temporaryFolder(), env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Started {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let error = '';
  child.stdout.on('data', (data) => {
    out += data;
  });
  child.stderr.on('data', (data) => {
    error += data;
  });
  const ended = new Promise<Ran>((resolve) => {
    child.on('close', (status) => resolve({ status, out, error }));
  });
  const said = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => out.includes(text) && resolve();
      look();
      child.stdout.on('data', look);
      child.on('close', () => reject(new Error(`it ended without "${text}":\n${out}${error}`)));
    });
  return { child, ended, said };
}
