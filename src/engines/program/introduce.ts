// Asks a program for its name, version and abilities, synchronously: an engine has them before anything runs.

import { spawnSync } from 'node:child_process';
import { summaryOf } from '../process/tail.ts';
import { HELLO_REQUEST, type Hello, helloShape } from './hello.ts';
import { readLine } from './line-channel.ts';
import { excerpt, protocolError, startError } from './program-error.ts';

export function introduce(command: readonly string[], timeLimitMs: number): Hello {
  const ran = spawnSync(command[0], command.slice(1), {
    input: `${JSON.stringify(HELLO_REQUEST)}\n`,
    encoding: 'utf8',
    timeout: timeLimitMs,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  const stderr = summaryOf(ran.stderr ?? '');
  const [line, ...more] = (ran.stdout ?? '').split('\n');
  const code = (ran.error as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'ETIMEDOUT') {
    const problem = line === '' ? 'it does not answer hello' : 'it does not end when its input ends';
    throw startError(command, `${problem} within ${timeLimitMs / 1000} s`, stderr);
  }
  if (code !== undefined) throw cannotStart(command, code);
  if (line === '') {
    throw startError(
      command,
      `it ended (${ran.signal ?? `exit code ${ran.status}`}) without answering hello`,
      stderr,
    );
  }
  const place = `line 1 of its output, ${excerpt(line)} (asked: hello)`;
  const wrong = (problem: string, remedy: string) =>
    protocolError(command, { place: `${place}: `, problem }, stderr, remedy);
  if (more.length === 0) throw wrong('the line does not end', 'end it, and write it out at once');
  return readLine(line, helloShape, wrong);
}

function cannotStart(command: readonly string[], code: string): Error {
  return startError(
    command,
    `it cannot be started (${code})`,
    '',
    'check that it is installed and executable',
  );
}
