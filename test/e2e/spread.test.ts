// A campaign on several machines without a server: shards, what they find put together, and a baseline.

import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BugBase } from '../../src/find/bug-base.ts';
import { readHistory } from '../../src/history/history.ts';
import { dirt } from './dirt.ts';
import { BROKEN, forgetfulProject } from './forgetful.ts';

const cwd = forgetfulProject();
const inProject = (...args: string[]) => dirt(args, { cwd, env: BROKEN });
const run = (...args: string[]) =>
  inProject('run', '--seed', '2', '--plans', '6', '--steps', '60', '--bisect-budget', '0', ...args);
const causesIn = (folder: string) => new BugBase(join(cwd, folder)).ids();

it('shards that are merged find the causes of the campaign alone, and count its plans once', () => {
  const alone = run('--shard', '0/1', '--bugs', 'alone/bugs', '--json');
  const summary = JSON.parse(alone.out.trim().split('\n').at(-1)!);
  for (const shard of ['1/2', '2/2']) run('--shard', shard, '--bugs', `part-${shard[0]}/bugs`);
  const merged = inProject('bugs', '--bugs', 'merged/bugs', 'merge', 'part-1', 'part-2');
  expect(merged.status).toBe(0);
  expect(merged.out).toContain(`2 of 2 shards, 6 plans, ${summary.statements} statements`);
  expect(causesIn('merged/bugs')).toEqual(causesIn('alone/bugs'));
  expect(causesIn('merged/bugs').length).toBeGreaterThan(0);
  const again = inProject('bugs', '--bugs', 'merged/bugs', 'merge', 'part-1');
  expect(again.error).toContain('all runs of part-1/bugs are in merged/bugs already');
  expect(readHistory(join(cwd, 'merged/bugs'))).toHaveLength(2);
});

it('what a shard filed as a bug of its own is joined with the bug of another shard that explains it', () => {
  const turso = ['--engine', 'turso', '--seed', 'g23', '--plans', '5', '--bisect-budget', '0'];
  for (const nth of [0, 1]) inProject('run', ...turso, '--shard', `${nth}/2`, '--bugs', `turso-${nth}/bugs`);
  const own = new BugBase(join(cwd, 'turso-0/bugs')).load().bugs;
  const [{ bug, folder }] = own.filter(({ bug: { cause } }) => cause.witnessOf === undefined);
  cpSync(join(cwd, 'turso-1'), join(cwd, 'turso-2'), { recursive: true });
  rmSync(join(cwd, 'turso-2/bugs'), { recursive: true, force: true });
  const other = { ...bug, id: 'wrong-other', index: bug.index + 1, skeleton: 'other' };
  const about = { ...other, cause: { heart: ['nothing that anything else needs'] } };
  cpSync(folder, join(cwd, 'turso-2/bugs', other.id), { recursive: true });
  writeFileSync(join(cwd, 'turso-2/bugs', other.id, 'bug.json'), JSON.stringify(about));
  const merged = inProject('bugs', '--bugs', 'explained/bugs', 'merge', 'turso-0', 'turso-2');
  expect(merged.error).toBe('');
  expect(causesIn('explained/bugs')).toEqual(causesIn('turso-0/bugs'));
  const seen = new BugBase(join(cwd, 'explained/bugs')).find(bug.id)?.bug.timesSeen;
  expect(seen).toBe(2 * bug.timesSeen);
});

it('a baseline is tried first and not written to; only what it does not have is new', () => {
  const before = new BugBase(join(cwd, 'alone/bugs')).load().bugs;
  const known = run('--shard', '0/1', '--baseline', 'alone', '--bugs', 'next/bugs');
  expect(known.out).toContain('0 new bugs');
  expect(known.status).toBe(0);
  expect(new BugBase(join(cwd, 'alone/bugs')).load().bugs).toEqual(before);
  expect(run('--baseline', 'nowhere').error).toContain('there is no baseline in nowhere');
});

it('a merge is not green if an entry is damaged, or, beside a baseline, a shard is missing', () => {
  const merge = (into: string, ...what: string[]) =>
    inProject('bugs', '--bugs', `${into}/bugs`, 'merge', ...what);
  const missing = merge('some', 'part-1', '--baseline', 'alone');
  expect(missing.out).toContain('  missing: 0/2');
  expect(missing.out).toContain('New: none');
  expect(missing.status).toBe(2);
  cpSync(join(cwd, 'part-1'), join(cwd, 'damaged'), { recursive: true });
  writeFileSync(join(cwd, 'damaged/bugs', causesIn('damaged/bugs')[0], 'bug.json'), '{');
  const damaged = merge('rest', 'damaged');
  expect(damaged.out).toContain('Left out, because it is damaged: damaged/bugs/');
  expect(damaged.error).toMatch(/^dirt: 1 entry was left out: .* \[DIRT_BUGS_DAMAGED\]\n$/);
  expect(damaged.status).toBe(2);
});

it('merging folders, entries, or one of each: what is meant is clear or asked for', () => {
  const merge = (...what: string[]) => inProject('bugs', '--bugs', 'merged/bugs', 'merge', ...what);
  expect(merge('part-1', 'wrong-1').error).toContain('part-1 is a folder and wrong-1 is none');
  expect(merge('./nowhere').error).toContain('there is no folder ./nowhere');
  expect(merge('wrong-1').error).toContain('takes two bugs, not 1');
  expect(merge('./merged').error).toContain('is the bug base that others are merged into');
  expect(inProject('run', '--shard', '1/2').error).toContain('--shard needs --seed');
  expect(inProject('run', '--shard', '3/2').error).toContain('Write a shard such as 0/8');
});
