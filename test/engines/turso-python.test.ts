import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../src/engines/engine.ts';
import { clearUp } from '../../src/engines/process/process-home.ts';
import { program } from '../../src/engines/program/program.ts';
import { probe } from '../../src/ledger/probe.ts';
import { planOfScript } from '../../src/plan/script.ts';
import { unrehearsed } from '../../src/plan/test-step.ts';
import { execute, outcomesOf } from '../../src/run/execute.ts';
import { lacks } from '../lacks.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SHIM = fileURLToPath(new URL('../../examples/engine-turso-python/dirt_turso.py', import.meta.url));
const folder = temporaryFolder();

afterAll(clearUp);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A virtual environment with this wheel. */
function pythonWith(wheel: string): string {
  const home = join(folder, wheel);
  const python = join(home, 'bin', 'python');
  execFileSync('python3', ['-m', 'venv', home]);
  execFileSync(python, ['-m', 'pip', 'install', '-q', wheel]);
  return python;
}

describe.skipIf(lacks('wheels', 'builds of Turso for Python')).each([
  ['pylimbo==0.0.12', { isOld: true }],
  ['pyturso==0.8.3', { isOld: false }],
])('%s', (wheel, { isOld }) => {
  let engine: Engine;

  beforeAll(() => {
    engine = program({ command: [pythonWith(wheel), SHIM] });
  });

  test('runs over the program protocol, with exact values', async () => {
    expect(`${engine.name}==${engine.version}`).toBe(wheel);
    const script = `CREATE TABLE t0(a, b);
      INSERT INTO t0 VALUES (9223372036854775807, x'00ff');
      INSERT INTO t0 VALUES (-0.5, NULL);
      SELECT a, b FROM t0;
      UPDATE t0 SET a = 1;`;
    const outcomes = outcomesOf(await execute(unrehearsed(planOfScript(script, 1_000_000)), engine));
    const [, , , , selected, updated] = outcomes.map(({ outcome }) => outcome);
    expect(selected).toMatchObject({
      kind: 'rows',
      rows: [
        [9223372036854775807n, new Uint8Array([0, 255])],
        [-0.5, null],
      ],
    });
    if (isOld) expect(updated).toMatchObject({ kind: 'refused', class: 'unsupported' });
    else expect(updated).toMatchObject({ kind: 'rows', changes: 2 });
  });

  test('says what it lacks by dying, and that is no bug', async () => {
    const { features } = await probe(engine, {
      ids: ['operator.||', 'function.concat_ws', 'function.instr'],
    });
    if (isOld)
      expect(features['operator.||']).toMatchObject({
        status: 'unsupported',
        reason: /panic.*not yet implemented/,
      });
    expect(features['function.concat_ws']?.status).toBe('broken');
  });
});
