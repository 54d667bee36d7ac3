import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sized } from '../size.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { dirt } from './dirt.ts';

const MOST_LINES = 60;
const PLANS = sized(1, 4);
const VALUES = "SELECT 9007199254740993, 1.0, 'a'||char(0)||'b', x'', NULL";

/** The last event of a run that is not shrunk. */
function summaryOf(cwd: string, plans: number): { plans: number; dirtIsWrong: number; newBugs: number } {
  const limits = ['--plans', String(plans), '--steps', '50', '--seed', '5', '--no-shrink'];
  const { out, error } = dirt(['run', ...limits, '--bugs', join(temporaryFolder(), 'bugs'), '--json'], {
    cwd,
  });
  const last = out.trim().split('\n').at(-1) ?? '';
  expect(last, error).toContain('"event":"summary"');
  return JSON.parse(last);
}

describe.each(['engine-typescript', 'engine-wasm'])('examples/%s', (name) => {
  const cwd = fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));

  it('is an adapter of fewer than 60 lines', () => {
    for (const file of readdirSync(cwd).filter((each) => each.endsWith('.ts')))
      expect(readFileSync(join(cwd, file), 'utf8').trimEnd().split('\n').length, file).toBeLessThan(
        MOST_LINES,
      );
  });

  it('returns exact values, and keeps what was committed when it is opened again', () => {
    const sql = `${VALUES};\nCREATE TABLE t(a);\nINSERT INTO t VALUES (7);\n-- dirt: reopen\nSELECT a FROM t;\nSELECT nothing`;
    const { out, status } = dirt(['sql', '--json', '-e', sql], { cwd });
    const outcomes = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(outcomes[0].rows).toEqual([
      [['i', '9007199254740993'], ['r', '1.0'], ['t', 'a\0b'], ['b', ''], null],
    ]);
    expect(outcomes.at(-2).rows).toEqual([[['i', '7']]]);
    expect(outcomes.at(-1).outcome).toBe('refused');
    expect(status).toBe(0);
  });

  it('is tested by `dirt run` in its folder', () => {
    const { plans, dirtIsWrong, newBugs } = summaryOf(cwd, PLANS);
    expect({ plans, dirtIsWrong }).toEqual({ plans: PLANS, dirtIsWrong: 0 });
    // It is SQLite, behind another interface.
    if (name === 'engine-typescript') expect(newBugs).toBe(0);
  });
});
