// Homes are found by their names, in folders where everybody may make one: what is written in them ends nobody but engines of this DIRT.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lacks } from '../lacks.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const HOME = new URL('../../dist/engines/process/process-home.js', import.meta.url).href;

/**
 * What a process says that makes a home of its own and clears up. Signals are told and sent to none but its own children: a mistake in what
 * is tested here could end every process of the machine.
 */
function cleared(script: string): { readonly out: string; readonly left: string[] } {
  const folder = temporaryFolder();
  const { stdout } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { clearUp } from ${JSON.stringify(HOME)};
const children = [];
const started = () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true });
  child.on('exit', (_, signal) => console.log(signal));
  children.push(child.pid);
  return child;
};
const { kill } = process;
process.kill = (target, signal) => {
  if (children.includes(Math.abs(target))) return kill.call(process, target, signal);
  console.log('kill ' + target);
  return true;
};
const home = process.env.TMPDIR + '/dirt-engine-' + process.pid + '-0-x';
mkdirSync(home);
${script}`,
    ],
    { env: { ...process.env, TMPDIR: folder }, encoding: 'utf8' },
  );
  return { out: stdout, left: readdirSync(folder) };
}

describe('clearing up', () => {
  it.each(['', '0', '-1', '1', 'x', '1e1'])('ends nobody where the number of a process is "%s"', (pid) => {
    const { out, left } = cleared(`writeFileSync(home + '/pid', ${JSON.stringify(pid)}); clearUp();`);
    expect([out, left]).toEqual(['', []]);
  });

  it('ends the process whose home it is', () => {
    const { out, left } = cleared(`
writeFileSync(home + '/pid', String(started().pid));
clearUp();`);
    expect([out, left]).toEqual(['SIGKILL\n', []]);
  });

  it.skipIf(lacks('otherUsers', 'homes of other users'))(
    'leaves alone what another user has put there',
    () => {
      const { out, left } = cleared(`
const victim = started();
writeFileSync(home + '/pid', String(victim.pid));
chownSync(home, 65534, 65534);
clearUp();
setTimeout(() => victim.kill('SIGTERM'), 500);`);
      expect(out).toBe('SIGTERM\n');
      expect(left).toHaveLength(1);
    },
  );
});
