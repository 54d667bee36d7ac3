// Why a process died, from its stderr: a panic of Rust with its place, or the line that most likely names the error.

import type { Panic } from '../../sql/index.ts';
import { readPanic } from '../turso/panic.ts';

/** `end` is how it ended: a signal or an exit code. */
export function lastWords(stderr: string, end: string): Panic {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  // A line that names an error is followed by a stack trace in some languages and preceded by it in others.
  const telling = lines.findLast((line) => TELLING.test(line)) ?? lines.at(-1);
  return readPanic(`${stderr}\n`, telling === undefined ? `the process died: ${end}` : `${telling} (${end})`);
}

const TELLING = /^\S*(?:panic|fatal|error|exception|assert|abort|overflow)\S*:|\bassertion\b.*\bfailed\b/i;
