// A campaign that tested nothing says so and is not green.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { whyUntested } from '../../src/campaign/untested.ts';
import { dirt } from '../e2e/dirt.ts';
import { temporaryFolder } from '../temporary-folder.ts';

describe('a campaign', () => {
  it('has tested something as soon as one plan got anywhere', () => {
    expect(whyUntested({ plans: 10, diedAtOnce: 9, lost: 5 })).toBeNull();
  });

  it('has tested nothing without a plan, or if all died at once', () => {
    expect(whyUntested({ plans: 0, diedAtOnce: 0, lost: 0 })).toBe('no plan was run');
    expect(whyUntested({ plans: 2, diedAtOnce: 2, lost: 1 })).toBe(
      'no plan got any further: 2 plans ended at the first statements, and 1 plan ended the worker',
    );
  });
});

/** SQLite, which dies at the first table of every plan; tables of witnesses are called otherwise. */
function stillbornProject(): string {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'dirt.config.mjs'),
    `import { sqlite, wrapEngine } from 'dirt';

const stillborn = wrapEngine(sqlite, () => ({
  run: ({ text, go }) =>
    /^CREATE TABLE t\\d+ /.test(text) ? { kind: 'panic', message: 'dead', location: 'core.c:1' } : go(),
}));

export default { engine: 'stillborn', engines: { stillborn } };
`,
  );
  return folder;
}

describe('an engine that dies at its first table', () => {
  const args = ['run', '--seed', '1', '--plans', '2', '--workers', '1', '--no-shrink'];

  it('is reported, and once its bug is known or muted the campaign is still not green', () => {
    const cwd = stillbornProject();
    const first = dirt(args, { cwd });
    expect(first.out).toMatch(/Nothing was tested: no plan got any further: 2 plans ended/);
    expect(first.status).toBe(1);
    const known = dirt([...args, '--ci'], { cwd, env: { GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '' } });
    expect(known.out).toContain('Nothing was tested');
    expect(known.status).toBe(2);
    const [{ id }] = dirt(['bugs', '--json'], { cwd })
      .out.trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    dirt(['bugs', 'mute', id, '--reason', 'x'], { cwd });
    const muted = dirt(args, { cwd });
    expect(muted.out).toContain('Nothing was tested');
    expect(muted.status).toBe(2);
  });
});

it('a budget that is over before the first plan is not a success', () => {
  const { out, status } = dirt(['run', '--engine', 'sqlite', '--budget', '1ms', '--workers', '1']);
  expect(out).toContain('Nothing was tested: no plan was run.');
  expect(status).toBe(2);
});
