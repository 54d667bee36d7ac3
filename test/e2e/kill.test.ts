import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BugBase } from '../../src/find/bug-base.ts';
import { sized } from '../size.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { dirt, startDirt } from './dirt.ts';
import { fragileProject } from './fragile.ts';

const KILLED_AT = new URL('./killed-at.mjs', import.meta.url).href;

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

describe('kill -9 of a campaign while it writes', () => {
  // Every file of a bug's folder is written, then the folder gets its name: a few numbers meet each of these moments.
  const moments = sized(
    [2, 7, 9],
    Array.from({ length: 50 }, (_, i) => i + 1),
  );

  it('leaves no broken entry and nothing half-written, and loses nothing that was printed', async () => {
    const cwd = fragileProject();
    const ids = new Set<string>();
    for (const moment of moments) {
      const options = ['--engine', 'fragile', '--no-shrink', '--plans', '20', '--workers', '1', '--json'];
      const { child, ended } = startDirt(['run', ...options, '--seed', String(moment)], {
        cwd,
        env: { NODE_OPTIONS: `--import=${KILLED_AT}`, KILLED_AT: String(moment) },
      });
      const { out } = await ended;
      // Without that many writes there is nothing to be killed at.
      if (moment <= 9) expect(child.signalCode).toBe('SIGKILL');
      for (const [, id] of out.matchAll(/"event":"bug","bug":\{"id":"([^"]+)/g)) ids.add(id);
      const { bugs, damaged } = new BugBase(join(cwd, '.dirt/bugs')).load();
      expect(damaged).toEqual([]);
      expect(bugs.map(({ bug }) => bug.id)).toEqual(expect.arrayContaining([...ids]));
    }
    // A lock of a process that is gone is taken away by the next that writes.
    const next = ['--engine', 'fragile', '--no-shrink', '--plans', '4', '--workers', '1', '--seed', '1'];
    expect(dirt(['run', ...next], { cwd }).status).toBe(1);
    const left = readdirSync(join(cwd, '.dirt'), { recursive: true }).map(String);
    expect(left.filter((name) => /\.tmp|\.lock$|\.old/.test(name))).toEqual([]);
  });
});

it('workers that are ended in the middle of a statement, again and again, cost their plan and nothing else', () => {
  const cwd = temporaryFolder();
  writeFileSync(
    join(cwd, 'dirt.config.mjs'),
    `import { isMainThread } from 'node:worker_threads';
import { sqlite, wrapEngine } from 'dirt';
const fatal = wrapEngine(sqlite, () => ({
  run: ({ text, go }) => {
    if (!isMainThread && /^(?:DELETE|UPDATE).*\\bc\\d/s.test(text)) process.exit(1);
    return go();
  },
}));
export default { engine: 'fatal', engines: { fatal } };`,
  );
  const plans = sized(4, 80);
  const options = [
    '--plans',
    String(plans),
    '--steps',
    '30',
    '--profile',
    'general',
    '--no-shrink',
    '--json',
  ];
  const { status, out } = dirt(['run', ...options, '--seed', '2', '--workers', '2'], { cwd });
  const events = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const lost = events.filter(({ event }) => event === 'workerLost');
  expect(lost.length).toBeGreaterThanOrEqual(sized(2, 50));
  expect(events.at(-1)).toMatchObject({ event: 'summary', ended: 'done', plans: plans - lost.length });
  const printed = new Set(events.filter(({ event }) => event === 'bug').map(({ bug }) => bug.id));
  const { bugs, damaged } = new BugBase(join(cwd, '.dirt/bugs')).load();
  expect(damaged).toEqual([]);
  expect(new Set(bugs.map(({ bug }) => bug.id))).toEqual(printed);
  expect(status).toBe(1);
});
