// Bugs and reports that cannot be written: nothing that was found is lost, and the exit code says that something is missing.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BugBase } from '../../src/find/bug-base.ts';
import { SOON } from '../engines/homes.ts';
import { lacks } from '../lacks.ts';
import { sized } from '../size.ts';
import { dirt, startDirt } from './dirt.ts';
import { fragileProject } from './fragile.ts';

const RUN = [
  'run',
  '--engine',
  'fragile',
  '--no-shrink',
  '--workers',
  '1',
  '--reference',
  'none',
  '--bisect-budget',
  '0',
];

const idsIn = (events: string) =>
  [...events.matchAll(/"event":"bug","bug":\{"id":"([^"]+)/g)].map(([, id]) => id);

/** A file system of so many bytes at this place. */
function mountSmall(place: string, bytes: number): void {
  mkdirSync(place, { recursive: true });
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', place]).status).toBe(0);
}

describe('a bug base that cannot be written', () => {
  it('does not end a campaign: what is found is reported in full, and the exit code is 2 with the reason', () => {
    const cwd = fragileProject();
    writeFileSync(join(cwd, 'file'), '');
    const { status, out, error } = dirt([...RUN, '--plans', '4', '--seed', '1', '--bugs', 'file/bugs'], {
      cwd,
    });
    expect(status).toBe(2);
    expect(out).toMatch(
      /CREATE TABLE[\s\S]*not stored yet: cannot write the bug base file\/bugs \(ENOTDIR\)/,
    );
    expect(error).toMatch(/bugs? (?:is|are) not stored: cannot write.*\[DIRT_BUGS_WRITE\]\n/);
  });

  it('that can be written again gets what was kept, and all is well', async () => {
    const cwd = fragileProject();
    const file = join(cwd, 'file');
    writeFileSync(file, '');
    const options = ['--budget', '100s', '--seed', '1', '--bugs', 'file/bugs', '--json'];
    const { child, ended, said } = startDirt([...RUN, ...options], { cwd });
    await said('"unstored"');
    rmSync(file);
    const base = new BugBase(join(file, 'bugs'));
    await expect.poll(() => base.ids(), SOON).not.toEqual([]);
    child.kill('SIGINT');
    const { status, out } = await ended;
    expect(status).toBe(1);
    const { bugs } = base.load();
    expect(bugs.map(({ bug }) => bug.id)).toEqual([...new Set(idsIn(out))].sort());
  });
});

it('a bug base that campaigns write at once has all that they found, and counts what each of them saw', async () => {
  const cwd = fragileProject();
  const plans = ['--plans', sized('8', '40'), '--seed', '1', '--json'];
  const campaigns = Array.from({ length: sized(2, 6) }, () => startDirt([...RUN, ...plans], { cwd }).ended);
  const ended = await Promise.all(campaigns);
  expect(ended.map(({ status }) => status)).toEqual(ended.map(() => 1));
  expect(ended.map(({ out }) => JSON.parse(out.trimEnd().split('\n').at(-1)!).unstored)).toEqual(
    ended.map(() => null),
  );
  const { bugs, damaged } = new BugBase(join(cwd, '.dirt/bugs')).load();
  expect(damaged).toEqual([]);
  const printed = ended.flatMap(({ out }) => idsIn(out));
  expect(bugs.map(({ bug }) => bug.id)).toEqual([...new Set(printed)].sort());
  expect(bugs.length).toBeGreaterThan(1);
  for (const { bug } of bugs) expect(bug.timesSeen, bug.id).toBeGreaterThanOrEqual(ended.length);
});

describe('a disk that fills up', () => {
  it.skipIf(lacks('mounting', 'a disk that fills up'))(
    'loses nothing that was reported, and nothing half-written stays',
    () => {
      const cwd = fragileProject();
      for (let n = 1; n <= sized(1, 20); n++) {
        const place = join(cwd, `small-${n}`);
        mountSmall(place, 100_000 + 40_000 * n);
        try {
          const reports = ['--reporter', 'json=events.json', '--reporter', `junit=small-${n}/junit.xml`];
          const options = ['--plans', '12', '--seed', String(n), '--bugs', `small-${n}/bugs`];
          const { status, error } = dirt([...RUN, ...options, ...reports], { cwd });
          expect(status).toBe(2);
          expect(error).toMatch(/\(ENOSPC\)/);
          const events = spawnSync('cat', [join(cwd, 'events.json')], { encoding: 'utf8' }).stdout;
          const base = new BugBase(join(place, 'bugs'));
          const stored = base.load();
          expect(stored.damaged).toEqual([]);
          const summary = JSON.parse(events.trimEnd().split('\n').at(-1)!);
          const known = [...stored.bugs.map(({ bug }) => bug.id), ...summary.unstored.bugs];
          expect(new Set(known)).toEqual(new Set(idsIn(events)));
          const left = readdirSync(place, { recursive: true }).map(String);
          expect(left.filter((name) => /\.tmp|\.lock|\.old/.test(name))).toEqual([]);
        } finally {
          spawnSync('umount', [place]);
        }
      }
    },
  );
});
