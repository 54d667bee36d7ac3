import { expect, it } from 'vitest';
import { sized } from '../size.ts';
import { dirt } from './dirt.ts';
import { BROKEN, forgetfulProject } from './forgetful.ts';

const FINDINGS = sized(20, 100);

it(`${FINDINGS} findings of one planted bug are at most two bugs of the bug base`, () => {
  const cwd = forgetfulProject();
  const plans = String(1.5 * FINDINGS);
  const options = ['--profile', 'general', '--steps', '60', '--seed', '3', '--workers', '1'];
  const args = ['run', '--plans', plans, ...options, '--json'];
  const { out } = dirt(args, { cwd, env: BROKEN });
  const summary = JSON.parse(out.trim().split('\n').at(-1)!);
  const findings = Object.values(summary.findings as Record<string, number>).reduce((a, b) => a + b, 0);
  expect(findings).toBeGreaterThanOrEqual(FINDINGS);
  const bugs = dirt(['bugs', '--json'], { cwd }).out.trim().split('\n');
  expect(bugs[0]).toContain('"id"');
  expect(bugs.length).toBeLessThanOrEqual(2);
});
