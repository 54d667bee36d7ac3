import { expect, it } from 'vitest';
import { dirt } from './dirt.ts';
import { BROKEN, forgetfulProject } from './forgetful.ts';

it('a hundred findings of one planted bug are at most two bugs of the bug base', () => {
  const cwd = forgetfulProject();
  const args = ['run', '--plans', '130', '--steps', '60', '--seed', '3', '--workers', '1', '--json'];
  const { out } = dirt(args, { cwd, env: BROKEN });
  const summary = JSON.parse(out.trim().split('\n').at(-1)!);
  const findings = Object.values(summary.findings as Record<string, number>).reduce((a, b) => a + b, 0);
  expect(findings).toBeGreaterThanOrEqual(100);
  const bugs = dirt(['bugs', '--json'], { cwd }).out.trim().split('\n');
  expect(bugs[0]).toContain('"id"');
  expect(bugs.length).toBeLessThanOrEqual(2);
});
