// The fingerprint of the determinism workload, taken in a new process.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { WorldSpec } from '../../src/world/world-spec.ts';
import type { Fingerprint } from './determinism-workload.ts';

const PROCESS = fileURLToPath(new URL('./determinism-process.ts', import.meta.url));

/** The engine is named with its version: `turso@0.5.3`. */
export async function fingerprintInAnotherProcess(
  engine: string,
  spec: Partial<WorldSpec>,
): Promise<Fingerprint> {
  const arguments_ = ['--import', 'jiti/register', PROCESS, engine, JSON.stringify(spec)];
  const { stdout } = await promisify(execFile)(process.execPath, arguments_, { maxBuffer: 1 << 26 });
  return JSON.parse(stdout);
}
