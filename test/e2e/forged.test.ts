// What a bug folder says is data, whoever sent it: it runs nothing that is not part of DIRT or of the user's own configuration.

import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { dirt } from './dirt.ts';
import { FORGED_ID, forgeBug } from './forged-bugs.ts';

/** A module that leaves a trace when it is loaded. */
function trap(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, name),
    `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'ran'))}, '');`,
  );
  return join(folder, name);
}

const OTHER_COMMANDS = [
  ['shrink', FORGED_ID],
  ['bugs', 'verify'],
  ['bisect', FORGED_ID, '--versions', '0.7.2/../x'],
];

describe('a bug that names an engine', () => {
  it.each<[string, (trapped: string) => object]>([
    ['a native build', (trapped) => ({ engine: `file:${trapped}`, version: `file:${trapped}` })],
    ['a native build as a version', (trapped) => ({ engine: 'turso-native', version: `file:${trapped}` })],
    ['a version that leaves the cache', () => ({ engine: 'turso', version: '0.7.2/../../../evil' })],
    ['an address', () => ({ engine: 'turso', version: 'http://127.0.0.1:9/evil.tgz' })],
    ['another package', () => ({ engine: 'turso-native', version: 'npm:left-pad@1.0.0' })],
    ['a repository', () => ({ engine: 'sqlite', version: 'git+http://127.0.0.1:9/x' })],
  ])('as %s runs nothing', (kind, changes) => {
    const cwd = temporaryFolder();
    const folder = join(cwd, 'evil');
    forgeBug(cwd, changes(trap(folder, 'x.node')));
    for (const command of [['replay', FORGED_ID], ...(kind === 'a native build' ? OTHER_COMMANDS : [])]) {
      const { status, error } = dirt(command, { cwd });
      expect([command, status]).toEqual([command, 2]);
      expect(error).toMatch(/\[DIRT_\w+\]\n$/);
      expect(error.trimEnd().split('\n').length).toBe(1);
    }
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  it('as a local build is replayed on the engine that the user names', () => {
    const cwd = temporaryFolder();
    forgeBug(cwd, { engine: 'file:x.node', version: 'file:x.node' });
    const { status, out } = dirt(['replay', FORGED_ID, '--engine', 'sqlite'], { cwd });
    expect([status, out]).toEqual([0, 'sqlite@3.50.4: passes\n']);
  });
});

it('a configuration of another project says that it is code before it runs', () => {
  const cwd = temporaryFolder();
  const other = temporaryFolder();
  writeFileSync(join(other, 'dirt.config.mjs'), "console.error('running'); export default {};");
  const { error } = dirt(['config', '--config', join(other, 'dirt.config.mjs')], { cwd });
  expect(error).toMatch(/belongs to another project; its code runs with your rights\nrunning\n$/);
  // A folder that was sent may hold one beside its plan.
  const folder = forgeBug(cwd, {});
  cpSync(join(other, 'dirt.config.mjs'), join(folder, 'dirt.config.mjs'));
  expect(dirt(['config'], { cwd: folder }).error).toMatch(
    /^dirt: dirt.config.mjs belongs to another project/,
  );
  expect(dirt(['config'], { cwd: other }).error).toBe('running\n');
});

describe('a plan file', () => {
  it('is replayed and shrunk wherever it lies', () => {
    const cwd = temporaryFolder();
    const folder = forgeBug(cwd, {});
    const elsewhere = join(temporaryFolder(), 'plan.json');
    cpSync(join(folder, 'plan.json'), elsewhere);
    for (const name of [elsewhere, 'plan.json']) {
      const options = { cwd: join(elsewhere, '..') };
      const replay = dirt(['replay', name, '--engine', 'sqlite'], options);
      expect([replay.status, replay.out, replay.error]).toEqual([0, 'sqlite@3.50.4: passes\n', '']);
      const shrink = dirt(['shrink', name, '--engine', 'sqlite'], options);
      expect(shrink.out).toBe('sqlite@3.50.4: the plan passes, there is nothing to shrink\n');
    }
  });

  it('beside a damaged bug.json is taken by itself', () => {
    const folder = forgeBug(temporaryFolder(), { kind: 'nonsense' });
    const { status, error } = dirt(['replay', join(folder, 'plan.json'), '--engine', 'sqlite']);
    expect(status).toBe(0);
    expect(error).toContain('the plan is taken by itself, because bug.json is broken: kind is not one of');
  });
});
