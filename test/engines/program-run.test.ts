import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { clearUp } from '../../src/engines/process/process-home.ts';
import { program } from '../../src/engines/program/program.ts';
import { testOf } from '../../src/plan/rehearse.ts';
import { planOfScript } from '../../src/plan/script.ts';
import { judgeFully } from '../../src/run/judge-fully.ts';
import { refereeWith } from '../../src/run/referee.ts';
import { dirt, type Ran } from '../e2e/dirt.ts';
import { lacks } from '../lacks.ts';
import { sized } from '../size.ts';
import { temporaryFolder } from '../temporary-folder.ts';

afterAll(clearUp);

const MISBEHAVING = fileURLToPath(new URL('./program/misbehaving.mjs', import.meta.url));
const EXAMPLE = fileURLToPath(new URL('../../examples/engine-python', import.meta.url));

/** Runs `dirt` in a folder whose configuration has a program that does one thing wrong. */
function dirtWith(fault: string, ...args: string[]): Ran {
  const cwd = temporaryFolder();
  const command = JSON.stringify([process.execPath, MISBEHAVING, fault]);
  const config = `import { defineConfig, program } from 'dirt';
export default defineConfig({ engines: { mine: program({ command: ${command} }) }, engine: 'mine' });`;
  writeFileSync(join(cwd, 'dirt.config.ts'), config);
  return dirt(args, { cwd });
}

describe('a program that is wrong is told so in one line, with exit code 2', () => {
  test.each([
    ['dead', 'DIRT_PROGRAM_START'],
    ['malformed', 'DIRT_PROGRAM_PROTOCOL'],
    ['wrongType', 'DIRT_PROGRAM_PROTOCOL'],
  ])('%s', (fault, code) => {
    for (const args of [
      ['sql', '-e', 'SELECT 1'],
      ['run', '--plans', '1'],
    ]) {
      const { status, error } = dirtWith(fault, ...args);
      expect(error).toMatch(new RegExp(`^dirt: .*\\[${code}\\]$`, 'm'));
      expect(error).not.toContain('    at ');
      expect(status).toBe(2);
    }
  });
});

test.each([
  ['aborts', 'panic'],
  ['hangs', 'hang'],
])('a program that %s in a statement is a finding, and SQLite is asked about it', async (fault, kind) => {
  const engine = program({ command: [process.execPath, MISBEHAVING, fault], timeoutMs: 600 });
  const plan = planOfScript('CREATE TABLE t(a);\nDELETE FROM t;', 10);
  const options = { referee: refereeWith(), doublecheck: false };
  const { finding, modelIsWrong } = await judgeFully(testOf(plan), engine, options);
  expect(finding).toMatchObject({ kind, at: 1 });
  expect(modelIsWrong).toBeNull();
});

test.skipIf(lacks('python', 'the Python example'))(
  'the Python example runs, finds nothing, and counts what it cannot carry',
  () => {
    const bugs = join(temporaryFolder(), 'bugs');
    const plans = sized(2, 6);
    const args = ['run', '--plans', String(plans), '--seed', '5', '--steps', '40', '--json', '--bugs', bugs];
    const { status, out, error } = dirt(args, { cwd: EXAMPLE });
    const summary = JSON.parse(out.trim().split('\n').at(-1) ?? error);
    expect(summary).toMatchObject({ event: 'summary', engine: 'python', plans, newBugs: 0, dirtIsWrong: 0 });
    expect(summary.properties['faulty-read-does-no-harm'].skipped).toBe(plans);
    expect(status).toBe(0);
  },
);

test('the example for another language stays short', () => {
  for (const file of readdirSync(EXAMPLE)) {
    expect(readFileSync(join(EXAMPLE, file), 'utf8').trimEnd().split('\n').length, file).toBeLessThan(60);
  }
});
