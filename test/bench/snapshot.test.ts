import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitOf, copyCommit, copyWorkingTree, nameOfWorkingTree } from '../../bench/snapshot.ts';
import { inWorkplace, type Workplace } from '../../bench/workplace.ts';

function git(repository: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  return execFileSync('git', ['-C', repository, ...identity, ...args], { encoding: 'utf8' }).trim();
}

/** A repository with one commit: a file in the root, one in a folder, and a rule that ignores `dist`. */
function repositoryIn({ folder }: Workplace): string {
  const repository = join(folder, 'repository');
  mkdirSync(join(repository, 'src'), { recursive: true });
  writeFileSync(join(repository, 'README.md'), 'first');
  writeFileSync(join(repository, 'src/main.ts'), 'first');
  writeFileSync(join(repository, '.gitignore'), 'dist\n');
  git(repository, 'init', '--quiet');
  git(repository, 'add', '.');
  git(repository, 'commit', '--quiet', '--message', 'first');
  return repository;
}

test('a copy of a commit is what was committed, and the repository does not notice', async () => {
  await inWorkplace(async (workplace) => {
    const repository = repositoryIn(workplace);
    const commit = await commitOf('HEAD', repository, workplace);
    writeFileSync(join(repository, 'src/main.ts'), 'second');
    git(repository, 'add', '.');
    const status = git(repository, 'status', '--porcelain');
    const copy = join(workplace.folder, 'copy');
    await copyCommit(commit, repository, copy, workplace);
    expect(readFileSync(join(copy, 'src/main.ts'), 'utf8')).toBe('first');
    expect(git(repository, 'status', '--porcelain')).toBe(status);
  });
});

test('a copy of the working tree has what is changed, new or deleted, and nothing that is ignored', async () => {
  await inWorkplace(async (workplace) => {
    const repository = repositoryIn(workplace);
    writeFileSync(join(repository, 'src/main.ts'), 'second');
    writeFileSync(join(repository, 'src/new.ts'), 'new');
    writeFileSync(join(repository, 'dist'), 'built');
    rmSync(join(repository, 'README.md'));
    const copy = join(workplace.folder, 'copy');
    await copyWorkingTree(repository, copy, workplace);
    expect(readFileSync(join(copy, 'src/main.ts'), 'utf8')).toBe('second');
    expect(readFileSync(join(copy, 'src/new.ts'), 'utf8')).toBe('new');
    expect(existsSync(join(copy, 'README.md'))).toBe(false);
    expect(existsSync(join(copy, 'dist'))).toBe(false);
    expect(await nameOfWorkingTree(repository, workplace)).toMatch(
      /^working tree \([0-9a-f]+ with changes\)$/,
    );
  });
});

test('a revision that does not exist is a mistake of the user, with what to do', async () => {
  await inWorkplace(async (workplace) => {
    const repository = repositoryIn(workplace);
    await expect(commitOf('nosuch', repository, workplace)).rejects.toMatchObject({
      code: 'DIRT_BENCH_REVISION',
      message: expect.stringContaining('no revision "nosuch"'),
    });
    await expect(commitOf('--all', repository, workplace)).rejects.toMatchObject({
      code: 'DIRT_BENCH_REVISION',
    });
  });
});
