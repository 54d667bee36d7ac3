// What a user names on the command line: a bug of the bug base, a plan in a file, or a plan of a campaign.

import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { planAt } from '../../campaign/index.ts';
import { carriedWorld, type Engine } from '../../engines/index.ts';
import { DirtError } from '../../errors.ts';
import { readText } from '../../files/index.ts';
import { type Bug, BugBase } from '../../find/index.ts';
import { didYouMean } from '../../json/index.ts';
import { usableFeatures } from '../../ledger/index.ts';
import { decodePlan, type Plan, planOfScript, readScript, stepsOf } from '../../plan/index.ts';
import { DEFAULT_FUEL, type Profile } from '../../planning/index.ts';
import type { Project } from '../../project/index.ts';
import type { Referee } from '../../run/index.ts';
import { printError, printProgress } from '../console.ts';
import { ledgerFor } from './ledger-file.ts';
import { planOptions } from './options.ts';
import { profileNamed } from './profile-file.ts';
import { DEFAULT_ENGINE, engineInstead, setting } from './settings.ts';
import { type StartOptions, startsNamed } from './starts.ts';

export interface Target {
  readonly plan: Plan;
  /** Set when it was named by a bug. */
  readonly bug?: Bug;
  /** The folder that the plan lies in. */
  readonly folder?: string;
}

export interface TargetOptions extends StartOptions {
  readonly engine?: string;
  readonly reference: string;
  readonly bugs: string;
  readonly ledger: string;
  readonly steps: number;
  readonly profile: string | Profile;
  readonly properties?: readonly string[];
}

/** In place of a file. */
const STANDARD_INPUT = '-';

/** The options that `targetNamed` reads. */
export function targetOptions(command: Command): Command {
  return planOptions(
    command
      .addOption(engineInstead('another engine or version than the one that the bug was found in'))
      .addOption(setting('reference')),
  );
}

/** What was named, the engine to try it on, and the referee. The engine is the one asked for, else the bug's, else the project's. */
export async function targetNamed(
  project: Project,
  name: string,
  options: TargetOptions,
): Promise<Target & { engine: Engine; referee: Referee }> {
  const referee = await project.refereeNamed(options.reference);
  const { engine: defaultEngine = DEFAULT_ENGINE } = project.config;
  if (name === STANDARD_INPUT || name.endsWith('.sql')) {
    const engine = await project.engineNamed(options.engine ?? defaultEngine, printProgress);
    return { plan: await planOfText(name === STANDARD_INPUT ? undefined : name, engine), engine, referee };
  }
  // Of so many digits every number is exact.
  const campaign = /^([^/]+)\/(\d{1,15})$/.exec(name);
  if (name.endsWith('.json') || campaign === null || existsSync(name)) {
    const target: Target = name.endsWith('.json')
      ? { plan: decodePlan(readText(name), name), bug: bugOf(name), folder: dirname(resolve(name)) }
      : bugNamed(name, options.bugs);
    const { bug } = target;
    const spec = options.engine ?? (bug ? project.specOfBug(bug) : defaultEngine);
    return { ...target, engine: await project.engineNamed(spec, printProgress), referee };
  }
  const [, seed, index] = campaign;
  const engine = await project.engineNamed(options.engine ?? defaultEngine, printProgress);
  const { steps: statements, properties = [] } = options;
  const profile = profileNamed(options.profile);
  const features = usableFeatures(await ledgerFor(engine, options.ledger));
  const { abilities } = engine;
  const starts = await startsNamed(options);
  const settings = { seed, statements, profile, properties, features, abilities, ...starts };
  return { plan: planAt(settings, Number(index), project.properties).plan, engine, referee };
}

/** A script as a test: the model says what its statements must do, and of what it cannot follow the reference. */
async function planOfText(file: string | undefined, engine: Engine): Promise<Plan> {
  const script = planOfScript(readText(file), DEFAULT_FUEL, carriedWorld(engine));
  if (stepsOf(script).length === 0)
    throw new DirtError(
      'DIRT_SCRIPT_EMPTY',
      `there is no statement in ${file ?? 'standard input'}`,
      'nothing was tested: check what it holds',
    );
  const { plan, lost } = await readScript(script);
  if (lost !== null)
    printError(
      lost.isOpen
        ? `dirt: nobody judges answers from ${JSON.stringify(lost.sql.slice(0, 80))} on: ${lost.reason}`
        : `dirt: only the reference judges from ${JSON.stringify(lost.sql.slice(0, 80))} on: ${lost.reason}`,
    );
  return plan;
}

/** The bug that a plan in its folder belongs to; a plan may lie anywhere else, too. */
function bugOf(plan: string): Bug | undefined {
  const folder = dirname(resolve(plan));
  if (!existsSync(join(folder, 'bug.json'))) return undefined;
  try {
    return new BugBase(dirname(folder)).find(basename(folder))?.bug;
  } catch (error) {
    if (!(error instanceof DirtError)) throw error;
    printError(`dirt: the plan is taken by itself, because ${error.problem}`);
    return undefined;
  }
}

/** By its id, or by a beginning of it that no other has. */
export function bugNamed(name: string, folder: string): Required<Target> {
  const base = new BugBase(folder);
  const found = base.find(name);
  if (found !== null) return found;
  const alike = name === '' ? [] : base.ids().filter((id) => id.startsWith(name));
  const only = alike.length === 1 ? base.find(alike[0]) : null;
  if (only !== null) return only;
  const otherwise = '`dirt bugs` lists them; a plan is named by its file (plan.json) or by seed/index (42/7)';
  throw new DirtError(
    'DIRT_BUG_UNKNOWN',
    alike.length > 1
      ? `"${name}" begins ${alike.length} ids in ${folder}`
      : `there is no bug "${name}" in ${folder}`,
    alike.length > 1
      ? `write more of it: ${alike.slice(0, 5).join(', ')}`
      : didYouMean(name, base.ids(), otherwise),
  );
}
