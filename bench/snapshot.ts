// A copy of this repository, built in a folder of its own: of a revision, or of the working tree as it is now, so that it may be
// edited while it is measured. Nothing in the repository changes.

import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DirtError } from '../src/errors.ts';
import { CommandFailed, type Workplace } from './workplace.ts';

const LOCK = 'package-lock.json';
const MODULES = 'node_modules';

/** A built copy of the repository. */
export interface Snapshot {
  readonly name: string;
  readonly folder: string;
}

/** The commit that a revision names, in full. */
export async function commitOf(revision: string, repository: string, workplace: Workplace): Promise<string> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const finished = await workplace.run('git', args, { cwd: repository });
  if (finished.exitCode === 0) return finished.output.trim();
  // Of a name that it does not know git says nothing; of anything else it does.
  if (finished.lastWords !== '') throw new CommandFailed(`git ${args.join(' ')}`, finished, repository);
  throw new DirtError(
    'DIRT_BENCH_REVISION',
    `this repository has no revision "${revision}"`,
    'name a commit, branch or tag that `git log --all --oneline` lists; a shallow clone needs `git fetch --unshallow` first',
  );
}

/** What git says of the working tree: its commit, and whether something has changed since. */
export async function nameOfWorkingTree(repository: string, workplace: Workplace): Promise<string> {
  const args = ['describe', '--always', '--dirty= with changes', '--exclude=*'];
  const described = await workplace.output('git', args, { cwd: repository });
  return `working tree (${described.trim()})`;
}

/** Copies the files of a commit. */
export async function copyCommit(
  commit: string,
  repository: string,
  folder: string,
  workplace: Workplace,
): Promise<void> {
  // An index of its own, since that of the repository belongs to its user.
  const env = { ...process.env, GIT_INDEX_FILE: `${folder}.index` };
  await workplace.output('git', ['read-tree', commit], { cwd: repository, env });
  await workplace.output('git', ['checkout-index', '--all', `--prefix=${folder}/`], { cwd: repository, env });
}

/** Copies the files of the working tree that git tracks or does not ignore. */
export async function copyWorkingTree(
  repository: string,
  folder: string,
  workplace: Workplace,
): Promise<void> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = await workplace.output('git', args, { cwd: repository });
  for (const file of listed.split('\0')) {
    const source = join(repository, file);
    // A file that was deleted is still listed until that is committed.
    if (file === '' || !existsSync(source)) continue;
    const copy = join(folder, file);
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(source, copy, { recursive: true });
  }
}

/** Gives the copy its dependencies, those of the repository if they are the same, and builds it. */
export async function build(snapshot: Snapshot, repository: string, workplace: Workplace): Promise<void> {
  const { folder } = snapshot;
  const modules = join(repository, MODULES);
  const lockOf = (root: string) => readFileSync(join(root, LOCK), 'utf8');
  if (existsSync(modules) && lockOf(folder) === lockOf(repository))
    symlinkSync(modules, join(folder, MODULES));
  else await workplace.output('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  await workplace.output('npm', ['run', 'build'], { cwd: folder });
}
