// What tests need of the machine that npm does not bring. A test that has to be skipped says what is missing and how to get it.

import { spawnSync } from 'node:child_process';

/** The browser that the page is tested in. */
export const CHROMIUM = process.env.CHROMIUM || 'chromium';

interface Need {
  readonly command: string;
  /** What shows that it is there: the command ends with 0. */
  readonly args: readonly string[];
  readonly missing: string;
}

const NEEDS = {
  python: {
    command: 'python3',
    args: ['-c', 'import sqlite3, sys; sys.exit(sys.version_info < (3, 10))'],
    missing:
      'there is no python3 of version 3.10 or later with its module sqlite3; install it from python.org or the system',
  },
  wheels: {
    command: 'python3',
    args: [
      '-c',
      `import ensurepip, subprocess, sys, tempfile, venv
with tempfile.TemporaryDirectory() as folder:
    pip = [sys.executable, '-m', 'pip', 'download', '-q', '--no-deps', '-d', folder]
    sys.exit(subprocess.call(pip + ['pylimbo==0.0.12', 'pyturso==0.8.3']))`,
    ],
    missing:
      'python3 with venv and pip cannot download pylimbo 0.0.12 and pyturso 0.8.3: they need PyPI and Python 3.11',
  },
  terminal: {
    command: 'script',
    args: ['--version'],
    missing: 'there is no command `script` to make a terminal with; install the package util-linux',
  },
  fullDevice: {
    command: 'test',
    args: ['-c', '/dev/full'],
    missing: 'there is no /dev/full, which Linux has',
  },
  mounting: {
    command: 'sh',
    args: ['-c', 'd=$(mktemp -d) && mount -t tmpfs -o size=64k tmpfs "$d" && umount "$d" && rmdir "$d"'],
    missing: 'no small file system can be mounted: that needs Linux and its root',
  },
  otherUsers: {
    command: 'sh',
    args: ['-c', 'f=$(mktemp) && chown 65534 "$f" && rm "$f"'],
    missing: 'a file cannot be given to another user: that needs root',
  },
  bash: { command: 'bash', args: ['--version'], missing: 'there is no bash; install the package bash' },
  zsh: { command: 'zsh', args: ['--version'], missing: 'there is no zsh; install the package zsh' },
  fish: { command: 'fish', args: ['--version'], missing: 'there is no fish; install the package fish' },
  chromium: {
    command: CHROMIUM,
    args: ['--version'],
    missing: 'there is no chromium; install the package chromium, or name one with the variable CHROMIUM',
  },
  redis: {
    command: 'redis-server',
    args: ['--version'],
    missing: 'there is no redis-server; install the package redis-server',
  },
  tclSqlite: {
    command: 'sh',
    args: ['-c', 'test -z "$(echo "package require sqlite3; exit" | tclsh 2>&1)"'],
    missing: 'there is no tclsh with its package sqlite3; install the package libsqlite3-tcl',
  },
  postgres: {
    command: 'sh',
    args: ['-c', 'ls /usr/lib/postgresql/*/bin/initdb'],
    missing: 'there is no PostgreSQL in /usr/lib/postgresql; install the package postgresql',
  },
} as const satisfies Record<string, Need>;

/** For `skipIf`: whether this is missing, which is printed. `what` are the tests that are skipped. */
export function lacks(need: keyof typeof NEEDS, what: string): boolean {
  const { command, args, missing } = NEEDS[need];
  if (spawnSync(command, args).status === 0) return false;
  console.warn(`SKIPPED: ${what}: ${missing}`);
  return true;
}
