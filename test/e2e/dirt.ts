// Runs the built command line as a user does, in a folder of its own.

import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const MAIN = new URL('../../dist/cli/main.js', import.meta.url).pathname;

if (!existsSync(MAIN))
  throw new Error('dist/ is missing: `npm run build` makes it, and `npm test` runs that first');

export interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly error: string;
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'dirt-e2e-'));
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
    timeout: 110_000,
  });
  return { status: ran.status, out: ran.stdout, error: ran.stderr };
}
