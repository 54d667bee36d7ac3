import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CommandFailed, Interrupted, inWorkplace } from '../../bench/workplace.ts';

/** A process that starts another, writes the other's id into a file, and waits without end. */
const PARENT = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  require('node:fs').writeFileSync('child', String(child.pid));
  setInterval(() => {}, 1000);
`;

async function until(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 1000 && !isSo(); i++) await setTimeout(20);
  expect(isSo()).toBe(true);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // On Linux, a process that has ended can be asked until somebody takes note of its end.
  const status = `/proc/${pid}/status`;
  return !(existsSync(status) && /^State:\s*Z/m.test(readFileSync(status, 'utf8')));
}

test('an interrupt ends the command with what it started, and the folder is gone', async () => {
  let folder = '';
  let child = 0;
  const interrupted = inWorkplace(async (workplace) => {
    folder = workplace.folder;
    const running = workplace.run(process.execPath, ['-e', PARENT], { cwd: folder });
    await until(
      () => existsSync(join(folder, 'child')) && readFileSync(join(folder, 'child'), 'utf8') !== '',
    );
    child = Number(readFileSync(join(folder, 'child'), 'utf8'));
    expect(isAlive(child)).toBe(true);
    workplace.interrupt('SIGINT');
    await running;
  });
  await expect(interrupted).rejects.toMatchObject({ exitCode: 130 });
  await until(() => !isAlive(child));
  expect(existsSync(folder)).toBe(false);
});

test('after an interrupt no other command is started', async () => {
  await inWorkplace(async (workplace) => {
    workplace.interrupt('SIGTERM');
    await expect(workplace.run('git', ['--version'], { cwd: workplace.folder })).rejects.toThrow(Interrupted);
  });
});

test('a command that fails tells what it said last, and the folder is gone', async () => {
  let folder = '';
  const failed = inWorkplace(async (workplace) => {
    folder = workplace.folder;
    writeFileSync(join(folder, 'left'), '');
    await workplace.output(process.execPath, ['-e', 'console.error("no luck"); process.exit(7)'], {
      cwd: folder,
    });
  });
  await expect(failed).rejects.toThrow(CommandFailed);
  await expect(failed).rejects.toThrow(/exit code 7.*no luck/s);
  expect(existsSync(folder)).toBe(false);
});

test('a command that does not exist is told, and the folder is gone', async () => {
  let folder = '';
  const failed = inWorkplace(async (workplace) => {
    folder = workplace.folder;
    await workplace.output('no-such-command', [], { cwd: folder });
  });
  await expect(failed).rejects.toThrow(/no-such-command/);
  expect(existsSync(folder)).toBe(false);
});
