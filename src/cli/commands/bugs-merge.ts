// `dirt bugs merge` and `dirt bugs split`: what somebody says of causes is remembered; and the bug bases of several runs become one.

import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { DEFAULT_REFERENCE, type Engine } from '../../engines/index.ts';
import { DirtError } from '../../errors.ts';
import {
  BugBase,
  bugTitle,
  type Explainer,
  joinExplained,
  type MergedBases,
  mergeBases,
  merged,
  split,
} from '../../find/index.ts';
import { mergeHistories, readHistory, type ShardedCampaign, shardedCampaigns } from '../../history/index.ts';
import type { Project } from '../../project/index.ts';
import { counted } from '../../words.ts';
import { print, printError, printFailure } from '../console.ts';
import { EXIT } from '../exit-code.ts';
import { baselineIn, bugsFolderIn } from '../options/spread.ts';
import { bugNamed } from '../options/target.ts';
import { withProject } from '../options/with-project.ts';

interface MergeOptions {
  readonly baseline?: string;
}

export function mergeCommands(bugs: Command, folder: () => string): void {
  bugs
    .command('merge')
    .description(
      'put the bug bases and histories of several runs into this one; or say that a bug is another entry of the same cause as a second one',
    )
    .argument(
      '<what...>',
      'folders (a path, or a folder that is there); or the ids of a bug and of the one that it belongs to',
    )
    .option(
      '--baseline <folder>',
      'of folders: exits with 1 if the result has causes that this bug base does not have, and with 2 if shards are missing',
    )
    .action(
      withProject(async (project, what: string[], options: MergeOptions) => {
        if (areFolders(what, folder()))
          process.exitCode = await mergeFolders(project, folder(), what, options);
        else mergeEntries(folder(), what);
      }),
    );

  bugs
    .command('split')
    .description(
      'say that a bug is a cause of its own; one that was not merged holds several from now on, one per skeleton',
    )
    .argument('<id>')
    .action(
      withProject((_project, id: string) => {
        const base = new BugBase(folder());
        const { bug } = bugNamed(id, base.folder);
        base.update(split(bug));
        print(
          bug.mergedInto === undefined
            ? `${bug.id}: what fails alike with another minimal script is a bug of its own from now on`
            : `${bug.id} no longer belongs to ${bug.mergedInto}`,
        );
      }),
    );
}

/** Ids are no paths: what has a separator in it or is a folder here is one, unless the bug base has a bug of this name. */
function areFolders(what: readonly string[], bugs: string): boolean {
  const base = new BugBase(bugs);
  const isFolder = (each: string) =>
    /[\\/]/.test(each) || (existsSync(each) && statSync(each).isDirectory() && !base.has(each));
  const folders = what.filter(isFolder);
  if (folders.length === 0) return false;
  const [other] = what.filter((each) => !isFolder(each));
  if (other === undefined) return true;
  throw new DirtError(
    'DIRT_USAGE',
    `${folders[0]} is a folder and ${other} is none`,
    `name folders or two bugs; a folder that looks like a bug is written as ./${other}`,
  );
}

function mergeEntries(folder: string, what: readonly string[]): void {
  const [id, into, more] = what;
  if (into === undefined || more !== undefined)
    throw new DirtError(
      'DIRT_USAGE',
      `to merge entries takes two bugs, not ${what.length}`,
      'name a bug and the one that it belongs to; folders are merged by their paths, such as ./shard-1',
    );
  const base = new BugBase(folder);
  const { bug } = bugNamed(id, base.folder);
  const { bug: other } = bugNamed(into, base.folder);
  if (bug.id === other.id)
    throw new DirtError('DIRT_USAGE', `${bug.id} is one bug already`, 'name the one that it belongs to');
  const all = base.load().bugs.map((stored) => stored.bug);
  const changed = merged(bug, other, all);
  if (changed === null)
    throw new DirtError(
      'DIRT_USAGE',
      `${other.id} belongs to ${bug.id} already`,
      'merge the other way round',
    );
  for (const each of changed) base.update(each);
  print(`${bug.id} belongs to ${changed[0].mergedInto}`);
}

/** Findings in which DIRT itself is wrong lie beside the bugs. */
const OWN_FAULTS = 'dirt-is-wrong';

async function mergeFolders(
  project: Project,
  folder: string,
  what: readonly string[],
  { baseline }: MergeOptions,
): Promise<number> {
  const known = new Set(baselineIn(baseline)?.ids() ?? []);
  const sources = what.map((each) => sourceIn(each, folder)).filter((each) => isNews(each, folder));
  const base = new BugBase(folder);
  const bases = sources.map((each) => new BugBase(each));
  const result = mergeBases(base, bases);
  const faults = mergeBases(
    new BugBase(join(dirname(folder), OWN_FAULTS)),
    sources.map((each) => new BugBase(join(dirname(each), OWN_FAULTS))),
  );
  const parts = bases.map((each, at) => ({ base: each, names: result.names[at] }));
  const areShards = shardedCampaigns(sources.flatMap(readHistory)).some(({ of }) => of > 1);
  const joined = areShards ? await joinExplained(base, parts, await explainerOf(project)) : new Map();
  const names = result.names.map(
    (each) => new Map([...each].map(([old, id]): [string, string] => [old, joined.get(id) ?? id])),
  );
  const histories = sources.map((each, at) => renamed(readHistory(each), names[at]));
  mergeHistories(folder, histories);
  const added = result.added.filter((id) => !joined.has(id));
  for (const line of linesOf({ ...result, added }, folder, sources.length)) print(line);
  if (faults.added.length > 0) print(`DIRT itself is wrong: ${faults.added.join(', ')}.`);
  const campaigns = shardedCampaigns(histories.flat());
  for (const campaign of campaigns) for (const line of shardLines(campaign)) print(line);
  const damaged = result.damaged.length + faults.damaged.length;
  if (damaged > 0)
    printFailure(
      `${counted(damaged, 'entry was', 'entries were')} left out: mend with \`dirt bugs doctor\` there, and merge again`,
      'DIRT_BUGS_DAMAGED',
    );
  const whole = damaged > 0 ? EXIT.incomplete : EXIT.nothingFound;
  if (baseline === undefined) return whole;
  const fresh = base
    .ids()
    .filter((id) => !known.has(id) && base.find(id)?.bug.kind !== 'unsupportedCombination');
  const gone = new Set(histories.flat().flatMap((entry) => entry.gone));
  const again = histories.flat().flatMap((entry) => entry.known);
  const seen = [...new Set(again)].filter((id) => known.has(id) && !gone.has(id));
  for (const line of newsLines(base, { New: fresh, Known: seen, Gone: [...gone] })) print(line);
  if (faults.added.length > 0) return EXIT.dirtIsWrong;
  if (whole !== EXIT.nothingFound) return whole;
  if (fresh.length > 0) return EXIT.bugsFound;
  // Nobody knows what they would have found.
  return campaigns.some(({ missing }) => missing.length > 0) ? EXIT.incomplete : EXIT.nothingFound;
}

/** Engines are those that are here; where one is missing, its bugs stay as they are. */
async function explainerOf(project: Project): Promise<Explainer> {
  const engines = new Map<string, Promise<Engine | null>>();
  return {
    referee: await project.refereeNamed(DEFAULT_REFERENCE),
    engineOf: async (bug) => {
      const loaded = async () => {
        try {
          const engine = await project.engineNamed(project.specOfBug(bug));
          return engine.version === bug.version ? engine : null;
        } catch {
          printError(
            `dirt: ${bug.engine}@${bug.version} is not here, so its failures are not explained again`,
          );
          return null;
        }
      };
      const key = `${bug.engine}@${bug.version}`;
      const engine = engines.get(key) ?? loaded();
      engines.set(key, engine);
      return engine;
    },
  };
}

/** A list under each heading, also for the summary of a CI job. */
function newsLines(base: BugBase, news: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(news).flatMap(([heading, ids]) => {
    const lines = [...ids].sort().map((id) => {
      const bug = base.find(id)?.bug;
      return `- ${id}${bug === undefined ? '' : `  ${bugTitle(bug, 72)}`}`;
    });
    return ['', `${heading}: ${ids.length === 0 ? 'none' : ids.length}`, ...lines];
  });
}

function sourceIn(given: string, folder: string): string {
  if (!existsSync(given) || !statSync(given).isDirectory())
    throw new DirtError('DIRT_USAGE', `there is no folder ${given}`, 'check the path; nothing was merged');
  const source = bugsFolderIn(given);
  if (resolve(source) !== resolve(folder)) return source;
  throw new DirtError(
    'DIRT_USAGE',
    `${given} is the bug base that others are merged into`,
    'choose another one with --bugs, before `merge`',
  );
}

/** What was merged before would be counted twice. */
function isNews(source: string, folder: string): boolean {
  const keyOf = ({ when, seed, shard }: { when: string; seed: string; shard?: string }) =>
    JSON.stringify([when, seed, shard]);
  const runs = readHistory(source).map(keyOf);
  const have = new Set(readHistory(folder).map(keyOf));
  if (runs.length === 0 || runs.some((run) => !have.has(run))) return true;
  printError(`dirt: all runs of ${source} are in ${folder} already; it is left out`);
  return false;
}

function renamed(history: ReturnType<typeof readHistory>, names: ReadonlyMap<string, string>) {
  const called = (ids: readonly string[]) => [...new Set(ids.map((id) => names.get(id) ?? id))];
  return history.map((entry) => ({
    ...entry,
    new: called(entry.new),
    known: called(entry.known),
    gone: called(entry.gone),
  }));
}

function linesOf({ added, names, conflicts, damaged }: MergedBases, folder: string, bases: number): string[] {
  const entries = names.reduce((sum, each) => sum + each.size, 0);
  return [
    ...damaged.map(({ folder: place, problem }) => `Left out, because it is damaged: ${place}: ${problem}`),
    ...conflicts.map((conflict) => `Conflict: ${conflict}`),
    `${counted(entries, 'entry', 'entries')} of ${counted(bases, 'bug base')} are in ${folder}: ${added.length} added, ${entries - added.length} joined with entries of the same cause.`,
  ];
}

const MOST_LISTED = 50;

function shardLines({ engine, version, seed, of, plans, statements, ...shards }: ShardedCampaign): string[] {
  const list = (numbers: readonly number[]) => {
    const shown = numbers.slice(0, MOST_LISTED).map((nth) => `${nth}/${of}`);
    const more = numbers.length - shown.length;
    return `${shown.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
  };
  return [
    `Seed ${seed} on ${engine}@${version}: ${of - shards.missing.length} of ${counted(of, 'shard')}, ${counted(plans, 'plan')}, ${counted(statements, 'statement')}.`,
    ...(shards.missing.length === 0 ? [] : [`  missing: ${list(shards.missing)}`]),
    ...(shards.interrupted.length === 0 ? [] : [`  interrupted: ${list(shards.interrupted)}`]),
    ...(shards.twice.length === 0 ? [] : [`  run twice, the last one counts: ${list(shards.twice)}`]),
  ];
}
