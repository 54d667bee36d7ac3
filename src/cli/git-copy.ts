// A copy of a git repository in a temporary folder, in which revisions are checked out and built: the user's own is only read.

import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { DirtError } from '../errors.ts';
import { removeScratchFolder, scratchFolder } from '../files/index.ts';
import type { Commit } from '../find/index.ts';

const MOST_OUTPUT = 64 * 2 ** 20;

export class GitCopy {
  readonly folder: string;
  readonly #temporary = scratchFolder();

  /** `repository` may be a folder inside of one. */
  constructor(repository: string) {
    this.folder = join(this.#temporary, 'copy');
    try {
      const top = git(repository, 'rev-parse', '--show-toplevel');
      // Objects are shared, so that the copy costs nothing; nothing is written into the original.
      git(top, 'clone', '--quiet', '--shared', '--no-checkout', resolve(top), this.folder);
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  /** The commit that a name of the original stands for. */
  static commitOf(repository: string, name: string): Commit {
    const [commit, subject = ''] = git(repository, 'log', '-1', '--format=%H%n%s', name, '--').split('\n');
    return { commit, subject };
  }

  /** From the one after `good` to `bad`, oldest first; of merged branches the merge alone. */
  static between(repository: string, good: string, bad: string): Commit[] {
    const lines = git(
      repository,
      'log',
      '--first-parent',
      '--reverse',
      '--format=%H %s',
      `${good}..${bad}`,
      '--',
    );
    return lines.split('\n').flatMap((line) => {
      const at = line.indexOf(' ');
      return at < 0 ? [] : [{ commit: line.slice(0, at), subject: line.slice(at + 1) }];
    });
  }

  /** What git ignores stays, so that a build need not start from nothing. */
  checkOut({ commit }: Commit): void {
    git(this.folder, 'checkout', '--quiet', '--force', '--detach', commit);
    git(this.folder, 'clean', '-ffdq');
  }

  /** Null if it succeeds, else what its last line says. */
  build(command: string): string | null {
    const { status, signal, stdout, stderr } = spawnSync(command, {
      cwd: this.folder,
      shell: true,
      encoding: 'utf8',
      maxBuffer: MOST_OUTPUT,
    });
    if (status === 0) return null;
    const said = `${stdout ?? ''}\n${stderr ?? ''}`.trim().split('\n').at(-1) ?? '';
    return said || `it ended with ${status ?? signal}`;
  }

  remove(): void {
    removeScratchFolder(this.#temporary);
  }
}

function git(folder: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT,
  });
  if (status === 0) return stdout.trim();
  const reason = error?.message ?? stderr.trim().split('\n').at(-1);
  throw new DirtError(
    'DIRT_GIT',
    `git ${args[0]} fails (${reason})`,
    'check --repo, and that both revisions of --git are in it',
  );
}
