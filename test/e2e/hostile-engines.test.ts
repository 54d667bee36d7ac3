// Engines that do what no engine should: a campaign comes to its end and says what it found, and nothing of them is left.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homesFolders } from '../../src/engines/process/homes-folder.ts';
import { SOON } from '../engines/homes.ts';
import { isFullSize, sized } from '../size.ts';
import { dirt, type Ran } from './dirt.ts';
import { HOSTILE, programProject } from './program-project.ts';

const KINDS = spawnSync(process.execPath, [HOSTILE, 'kinds'], { encoding: 'utf8' }).stdout.trim().split('\n');

/** One of each sort where there is no time for all. */
const SAMPLE = ['deep', 'daemonHoldsPipes', 'removesHome'];

/** In the environment of a campaign, and so of all that comes of it. */
const MARK = 'DIRT_TEST_OF';

function runWith(
  kind: string,
  plans = sized('1', '4'),
): Ran & { readonly mark: string; readonly cwd: string } {
  // It may take ten times as long to start, and this machine may have other work.
  const cwd = programProject(kind, 'timeoutMs: 2000, memoryMb: 700');
  const mark = `${process.pid}-${kind}`;
  const options = ['--plans', plans, '--steps', '40', '--workers', '1', '--seed', '2', '--no-shrink'];
  const ran = dirt(['run', ...options, '--profile', 'general', '--reporter', 'json=events.json'], {
    cwd,
    env: { [MARK]: mark, TMPDIR: cwd, GITHUB_ACTIONS: 'true' },
  });
  return { ...ran, mark, cwd };
}

/** Processes that are there because of a campaign. */
function left(mark: string): string[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${MARK}=${mark}\0`)
      );
    } catch {
      return false;
    }
  });
}

describe('a campaign on an engine that', () => {
  it.each(isFullSize ? KINDS : SAMPLE)('%s', async (kind) => {
    const { status, out, error, mark, cwd } = runWith(kind);
    const said = `${out}${error}`;
    expect(said).not.toMatch(/^ {4}at |bug of DIRT/m);
    expect(said).not.toMatch(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]|##\[|^\s*::error::|^FORGED LINE/m,
    );
    expect([0, 1, 2]).toContain(status);
    // One that was killed may take a moment to die.
    await expect.poll(() => left(mark), SOON).toEqual([]);
    expect(readdirSync(cwd).filter((name) => /^dirt-engine|\.tmp$/.test(name))).toEqual([]);
    const homes = homesFolders().flatMap((folder) => readdirSync(folder));
    expect(homes.filter((name) => name.startsWith(`dirt-engine-${mark.split('-')[0]}-`))).toEqual([]);
    const events = readFileSync(join(cwd, 'events.json'), 'utf8').trimEnd().split('\n');
    const summary = JSON.parse(events.at(-1)!);
    expect(summary).toMatchObject({ event: 'summary' });
    // What each of the sample does is seen.
    if (!isFullSize) expect(summary.findings).toEqual({ panic: 1 });
  });
});

it('what an engine says at length is bounded in the log, and whole in bug.json', () => {
  const { out, error, cwd } = runWith('longMessage', '4');
  expect(out.length + error.length).toBeLessThan(40_000);
  expect(out).toMatch(/\d{7}\s+more\s+characters/);
  const [bug] = readdirSync(join(cwd, '.dirt/bugs')).filter((name) => !name.startsWith('.'));
  expect(readFileSync(join(cwd, '.dirt/bugs', bug, 'bug.json'), 'utf8').length).toBeGreaterThan(2 ** 20);
  for (const args of [['bugs'], ['bugs', 'show', bug], ['replay', bug], ['check', bug], ['why', bug]]) {
    const ran = dirt(args, { cwd });
    expect([args[0], ran.status === 2, ran.out.length + ran.error.length < 40_000]).toEqual([
      args[0],
      false,
      true,
    ]);
  }
});

it('there are at least 40 kinds of hostile engines', () => {
  expect(KINDS.length).toBeGreaterThanOrEqual(40);
});
