// A reference that is wrong is said to be wrong, and neither DIRT nor the engine is.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dirt } from '../e2e/dirt.ts';
import { BROKEN, forgetfulProject } from '../e2e/forgetful.ts';

const args = [
  'run',
  '--engine',
  'sqlite',
  '--reference',
  'forgetful',
  '--seed',
  '3',
  '--plans',
  '6',
  '--workers',
  '1',
];

describe('a wrong reference', () => {
  const cwd = forgetfulProject();
  const { out, status } = dirt([...args, '--reporter', 'terminal', '--reporter', 'json=events.json'], {
    cwd,
    env: BROKEN,
  });

  it('is named with its version, told once for each way, and is not a bug of DIRT', () => {
    const events = readFileSync(join(cwd, 'events.json'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const wrong = events.filter(({ event }) => event === 'referenceIsWrong');
    expect(wrong.length).toBeGreaterThan(0);
    expect(new Set(wrong.map(({ signature }) => signature)).size).toBe(wrong.length);
    expect(wrong[0]).toMatchObject({
      reference: 'forgetful@1.0',
      opener: expect.stringMatching(/^sqlite@3/),
    });
    const { referenceIsWrong, dirtIsWrong, newBugs } = events.at(-1);
    expect({ dirtIsWrong, newBugs }).toEqual({ dirtIsWrong: 0, newBugs: 0 });
    expect(referenceIsWrong).toBeGreaterThanOrEqual(wrong.length);
    expect(status).toBe(0);
  });

  it('is told in the terminal: who is wrong, and who says so', () => {
    expect(out).toMatch(/against forgetful@1\.0 and, where that is wrong, sqlite@3\S+, seed 3/);
    expect(out).toMatch(/forgetful@1\.0, the reference, is wrong; sqlite@3\S+ and the model agree/);
    expect(out).toMatch(/In \d+ plans the reference itself is wrong/);
  });
});

it('without a reference nobody is asked, and a bug is unconfirmed', () => {
  const cwd = forgetfulProject();
  const { out, status } = dirt(
    ['run', '--reference', 'none', '--seed', '3', '--plans', '2', '--workers', '1'],
    { cwd, env: BROKEN },
  );
  expect(status).toBe(1);
  expect(out).toMatch(/against the model alone \(sqlite@3\S+ opens its files\)/);
  expect(out).toContain('unconfirmed: no other engine was asked');
  expect(out).not.toContain('outvoted');
});
