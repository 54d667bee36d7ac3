// Which commit of a repository brought a bug: each is built in a copy of it, and the bug is tried on what was built.

import { rmSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { type Engine, parseSpec, printSpec, resolveEngine } from '../engines/index.ts';
import { DirtError } from '../errors.ts';
import { type Bug, type Commit, noteText, type Quality, searchHistory, tryOn } from '../find/index.ts';
import type { Plan } from '../plan/index.ts';
import type { Project } from '../project/index.ts';
import type { Referee } from '../run/index.ts';
import { print } from './console.ts';
import { GitCopy } from './git-copy.ts';

interface History {
  readonly project: Project;
  /** The engine; a path of a local build starts at the copy, and so do the commands of programs. */
  readonly spec: string;
  readonly repository: string;
  readonly good: string;
  readonly bad: string;
  /** Null if nothing needs to be built. */
  readonly build: string | null;
  readonly referee: Referee;
}

/** The commits among which the first bad one is. */
export async function bisectHistory(bug: Bug, plan: Plan, history: History): Promise<readonly Commit[]> {
  const { repository, good, bad } = history;
  const commits = GitCopy.between(repository, good, bad);
  if (commits.length === 0) throw wrongRange(history, `there is no commit in ${good}..${bad}`);
  const copy = new GitCopy(repository);
  const back = process.cwd();
  try {
    process.chdir(copy.folder);
    const look = async (commit: Commit): Promise<Quality> => {
      const { quality, text } = await lookAt(bug, plan, commit, copy, history);
      print(`${commit.commit.slice(0, 10)} ${text.padEnd(8)} ${commit.subject}`);
      return quality;
    };
    const before = GitCopy.commitOf(resolve(back, repository), good);
    if ((await look(before)) !== 'good') throw wrongRange(history, `${good} is not good`);
    if ((await look(commits[commits.length - 1])) !== 'bad') throw wrongRange(history, `${bad} is not bad`);
    return await searchHistory(commits, look);
  } finally {
    process.chdir(back);
    copy.remove();
  }
}

async function lookAt(
  bug: Bug,
  plan: Plan,
  commit: Commit,
  copy: GitCopy,
  history: History,
): Promise<{ quality: Quality; text: string }> {
  copy.checkOut(commit);
  const artefact = artefactOf(history);
  // What an earlier commit left must not be taken for this one's.
  if (history.build !== null && artefact !== null)
    rmSync(join(copy.folder, artefact), { recursive: true, force: true });
  const trouble = history.build === null ? null : copy.build(history.build);
  if (trouble !== null) return { quality: 'unclear', text: `does not build (${trouble})` };
  let engine: Engine;
  try {
    engine = await engineIn(history, copy);
  } catch (error) {
    if (!(error instanceof DirtError)) throw error;
    return { quality: 'unclear', text: `cannot be loaded (${error.problem})` };
  }
  const { came, ...how } = await tryOn(bug, plan, engine, history.referee);
  const text = noteText({ version: '', came: came ?? 'cannot run it', ...how }).trim();
  return { quality: came === 'fails' ? 'bad' : came === 'passes' ? 'good' : 'unclear', text };
}

/** The path of the local build inside of the repository; null if it is none. */
function artefactOf({ project, spec }: History): string | null {
  const parsed = parseSpec(project.specOf(spec));
  if (parsed?.kind !== 'file') return null;
  if (!isAbsolute(parsed.path)) return parsed.path;
  throw new DirtError(
    'DIRT_USAGE',
    `${spec} is not inside of the repository`,
    'write a path that starts at its top',
  );
}

/** Engines of the configuration are programs that start in the working folder, which is the copy. */
async function engineIn(history: History, copy: GitCopy): Promise<Engine> {
  const artefact = artefactOf(history);
  if (artefact !== null) return resolveEngine(printSpec({ kind: 'file', path: join(copy.folder, artefact) }));
  const engine = await history.project.engineNamed(history.spec);
  if (engine.build === 'program') {
    await engine.renew?.();
    return engine;
  }
  throw new DirtError(
    'DIRT_USAGE',
    `${history.spec} is not built from a repository`,
    'name what the build makes, as in --engine file:dist/turso.wasm, or an engine of the configuration that is a program',
  );
}

function wrongRange({ good, bad }: History, problem: string): DirtError {
  return new DirtError(
    'DIRT_USAGE',
    problem,
    `write --git good..bad: the bug must pass in ${good} and fail in ${bad}`,
  );
}
