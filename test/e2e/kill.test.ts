import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BugBase } from '../../src/find/bug-base.ts';
import { sized } from '../size.ts';
import { dirt, startDirt } from './dirt.ts';
import { fragileProject } from './fragile.ts';

/** Kills a campaign when it has printed this many bugs, and returns those. */
async function killedAfter(engine: string, cwd: string, bugs: number, seed: number): Promise<string[]> {
  const options = ['--engine', engine, '--no-shrink', '--budget', '100s', '--workers', '1', '--json'];
  const { child, ended } = startDirt(['run', ...options, '--seed', String(seed)], { cwd });
  const printed = (text: string) => text.match(/"event":"bug","bug":\{"id":"[^"]+/g) ?? [];
  let seen = '';
  child.stdout?.on('data', (data) => {
    seen += data;
    if (printed(seen).length >= bugs) child.kill('SIGKILL');
  });
  const { out } = await ended;
  return printed(out).map((text) => text.slice(text.lastIndexOf('"') + 1));
}

describe.each(sized(['fragile'], ['fragile', 'turso@0.2.2']))('kill -9 of a campaign on %s', (engine) => {
  it('loses no finding that was printed, and leaves no broken entry', async () => {
    const cwd = fragileProject();
    const ids = new Set<string>();
    for (const [seed, bugs] of [1, 2, 4].entries()) {
      const printed = await killedAfter(engine, cwd, bugs, seed);
      expect(printed.length).toBeGreaterThanOrEqual(bugs);
      for (const id of printed) ids.add(id);
      const { bugs: stored, damaged } = new BugBase(join(cwd, '.dirt/bugs')).load();
      expect(damaged).toEqual([]);
      expect(stored.map(({ bug }) => bug.id)).toEqual(expect.arrayContaining([...ids]));
    }
    const { status, error } = dirt(['bugs'], { cwd });
    expect([status, error]).toEqual([0, '']);
  });
});
