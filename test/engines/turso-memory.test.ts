import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sized } from '../size.ts';

const PROCESS = fileURLToPath(new URL('./turso-memory-process.ts', import.meta.url));
const BOOTS = sized(100, 1000);
const LIMIT_BYTES = 300e6;

test('instances give their memory back, however they end', async () => {
  const parameters = ['--import', 'jiti/register', PROCESS, String(BOOTS)];
  const { stdout } = await promisify(execFile)(process.execPath, parameters);
  expect(Number(stdout)).toBeGreaterThan(10e6);
  expect(Number(stdout)).toBeLessThan(LIMIT_BYTES);
}, 300_000);
