// Engines that do what no engine should: a campaign comes to its end and says what it found, and nothing of them is left.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { homesFolders } from '../../src/engines/process/homes-folder.ts';
import { isFullSize } from '../size.ts';
import { dirt, type Ran, temporaryFolder } from './dirt.ts';

const HOSTILE = fileURLToPath(new URL('../engines/program/hostile.mjs', import.meta.url));
const KINDS = spawnSync(process.execPath, [HOSTILE, 'kinds'], { encoding: 'utf8' }).stdout.trim().split('\n');

/** One of each sort where there is no time for all. */
const SAMPLE = ['deep', 'daemonHoldsPipes', 'removesHome'];

/** In the environment of a campaign, and so of all that comes of it. */
const MARK = 'DIRT_TEST_OF';

function runWith(kind: string, cwd: string): Ran & { readonly mark: string; readonly seconds: number } {
  const mark = `${process.pid}-${kind}`;
  const command = JSON.stringify([process.execPath, HOSTILE, kind]);
  const engine = `program({ command: ${command}, timeoutMs: 300, memoryMb: 700 })`;
  writeFileSync(
    join(cwd, 'dirt.config.mjs'),
    `import { program } from 'dirt';\nexport default { engines: { hostile: ${engine} }, engine: 'hostile' };`,
  );
  const began = performance.now();
  const options = ['--plans', '4', '--steps', '40', '--workers', '1', '--seed', '5', '--no-shrink'];
  const ran = dirt(['run', ...options, '--profile', 'general', '--reporter', 'json=events.json'], {
    cwd,
    env: { [MARK]: mark, TMPDIR: cwd, GITHUB_ACTIONS: 'true' },
  });
  return { ...ran, mark, seconds: (performance.now() - began) / 1000 };
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
  it.each(isFullSize ? KINDS : SAMPLE)('%s', (kind) => {
    const cwd = temporaryFolder();
    const { status, out, error, mark } = runWith(kind, cwd);
    const said = `${out}${error}`;
    expect(said).not.toMatch(/^ {4}at |bug of DIRT/m);
    expect(said).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]|##\[|^\s*::error::/m);
    expect([0, 1, 2]).toContain(status);
    expect(left(mark)).toEqual([]);
    expect(readdirSync(cwd).filter((name) => /^dirt-engine|\.tmp$/.test(name))).toEqual([]);
    const homes = homesFolders().flatMap((folder) => readdirSync(folder));
    expect(homes.filter((name) => name.startsWith(`dirt-engine-${mark.split('-')[0]}-`))).toEqual([]);
    const events = readFileSync(join(cwd, 'events.json'), 'utf8').trimEnd().split('\n');
    expect(JSON.parse(events.at(-1)!)).toMatchObject({ event: 'summary' });
  });
});

it('there are at least 40 kinds of hostile engines', () => {
  expect(KINDS.length).toBeGreaterThanOrEqual(40);
});
