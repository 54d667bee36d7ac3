// `dirt bisect`: which published versions show a bug, or which commit brought it.

import type { Command } from 'commander';
import { type EngineSpec, parseSpec, printSpec, versionsOf } from '../../engines/index.ts';
import { DirtError } from '../../errors.ts';
import { type Bug, BugBase, bisect, describeVersions, noteText, type Tried } from '../../find/index.ts';
import type { Project } from '../../project/index.ts';
import { bisectHistory } from '../bisect-history.ts';
import { print, printProgress } from '../console.ts';
import { EXIT } from '../exit-code.ts';
import { engineInstead, setting } from '../options/settings.ts';
import { bugNamed } from '../options/target.ts';
import { withProject } from '../options/with-project.ts';

interface Options {
  readonly versions?: string;
  readonly git?: string;
  readonly build?: string;
  readonly repo: string;
  readonly engine?: string;
  readonly bugs: string;
  readonly reference: string;
}

export function bisectCommand(program: Command): void {
  program
    .command('bisect')
    .description(
      'replay a bug on published versions, or on the commits of a repository: the first that has it',
    )
    .argument('<bug>', 'a bug of the bug base')
    .option(
      '--versions <list>',
      'these versions, separated by commas, oldest first (default: all published ones)',
    )
    .option('--git <good..bad>', 'the commits between two revisions, by halving, each built with --build')
    .option('--build <command>', 'with --git: builds the engine, in a copy of the repository')
    .option('--repo <folder>', 'with --git: the repository; it is only read', '.')
    .addOption(
      engineInstead('with --git: the engine, as in file:dist/turso.wasm, a path inside of the repository'),
    )
    .addOption(setting('reference'))
    .addOption(setting('bugs'))
    .action(
      withProject(async (project, id: string, options: Options) => {
        const found =
          options.git === undefined
            ? await byVersions(project, id, options)
            : await byCommits(project, id, options);
        process.exitCode = found ? EXIT.bugsFound : EXIT.nothingFound;
      }),
    );
}

/** Whether any version has it. */
async function byVersions(project: Project, id: string, options: Options): Promise<boolean> {
  const { plan, bug } = bugNamed(id, options.bugs);
  const spec = specWithVersions(bug.engine);
  const names = options.versions?.split(',') ?? (await allVersionsOf(spec.name));
  let isSeen = false;
  const known = await bisect(
    bug,
    plan,
    names.map((version) => ({
      version,
      load: () => project.engineNamed(printSpec({ ...spec, version }), printProgress),
    })),
    {
      referee: await project.refereeNamed(options.reference),
      onTried: (tried) => {
        isSeen ||= tried.came === 'fails';
        print(lineOf(tried));
      },
    },
  );
  if (known !== bug) new BugBase(options.bugs).update(known);
  print(isSeen ? summaryOf(known) : 'No version shows it.');
  return isSeen;
}

function lineOf({ came, ...tried }: Tried): string {
  return noteText({ ...tried, version: tried.version.padEnd(16), came: came ?? 'cannot run it' });
}

function summaryOf(bug: Bug): string {
  const text = describeVersions(bug) ?? `in ${bug.version}`;
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

/** Whether a first bad commit was found. */
async function byCommits(project: Project, id: string, options: Options): Promise<boolean> {
  const [good, bad, ...rest] = options.git?.split('..') ?? [];
  if (!good || !bad || rest.length > 0 || options.versions !== undefined)
    throw new DirtError(
      'DIRT_USAGE',
      options.versions === undefined
        ? `--git ${options.git} names no two revisions`
        : 'both --git and --versions were given',
      'write --git good..bad, as in --git v0.4.4..main',
    );
  const { plan, bug } = bugNamed(id, options.bugs);
  const candidates = await bisectHistory(bug, plan, {
    project,
    spec: options.engine ?? project.specOfBug(bug),
    repository: options.repo,
    good,
    bad,
    build: options.build ?? null,
    referee: await project.refereeNamed(options.reference),
  });
  const named = candidates.map(({ commit, subject }) => `${commit.slice(0, 10)} ${subject}`);
  if (named.length !== 1) {
    print(named.length === 0 ? 'No commit brought it.' : 'The first bad commit is one of:');
    for (const each of named) print(`  ${each}`);
    return named.length > 0;
  }
  print(`First bad: ${named[0]}`);
  new BugBase(options.bugs).update({ ...bug, firstBad: candidates[0] });
  return true;
}

function specWithVersions(engine: string): EngineSpec & { kind: 'named' } {
  const spec = parseSpec(engine);
  if (spec?.kind === 'named') return spec;
  throw new DirtError(
    'DIRT_USAGE',
    `${engine} is a local build, which has no other versions`,
    "search its history with --git good..bad --build '…', or replay the bug on another engine with `dirt replay --engine`",
  );
}

async function allVersionsOf(engine: string): Promise<readonly string[]> {
  const versions = await versionsOf(engine);
  if (versions !== null) return versions;
  throw new DirtError(
    'DIRT_USAGE',
    `${engine} has no published versions to go through`,
    "give them with --versions, or search its history with --git good..bad --build '…'",
  );
}
