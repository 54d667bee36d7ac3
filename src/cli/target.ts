// What a user names on the command line: a bug of the bug base, a plan in a file, or a plan of a campaign.

import { existsSync } from 'node:fs';
import { type Bug, engineOf } from '../bugs/bug.ts';
import { BugBase } from '../bugs/bug-base.ts';
import { planAt } from '../campaign/settings.ts';
import type { Engine } from '../engines/engine.ts';
import { resolveEngine } from '../engines/resolve.ts';
import { DirtError } from '../errors.ts';
import { supportedFeatures } from '../features/ledger.ts';
import { decodePlan } from '../plan/codec.ts';
import type { Plan } from '../plan/plan.ts';
import { printProgress } from './console.ts';
import { ledgerFor } from './ledger-file.ts';
import { profileNamed } from './profile-file.ts';
import { readText } from './read-text.ts';

export interface Target {
  readonly plan: Plan;
  /** Set when it was named by a bug. */
  readonly bug?: Bug;
}

export interface TargetOptions {
  readonly engine?: string;
  readonly bugs: string;
  readonly steps: number;
  readonly profile: string;
  readonly properties?: readonly string[];
}

/** What was named, and the engine to try it on: the one asked for, else the bug's, else turso. */
export async function targetNamed(
  name: string,
  options: TargetOptions,
): Promise<Target & { engine: Engine }> {
  const campaign = /^([^/]+)\/(\d+)$/.exec(name);
  if (name.endsWith('.json') || campaign === null || existsSync(name)) {
    const target: Target = name.endsWith('.json')
      ? { plan: decodePlan(readText(name), name) }
      : bugNamed(name, options.bugs);
    const { bug } = target;
    const spec = options.engine ?? (bug ? engineOf(bug) : 'turso');
    return { ...target, engine: await resolveEngine(spec, printProgress) };
  }
  const [, seed, index] = campaign;
  const engine = await resolveEngine(options.engine ?? 'turso', printProgress);
  const { steps: statements, properties = [] } = options;
  const profile = profileNamed(options.profile);
  const features = supportedFeatures(await ledgerFor(engine));
  const settings = { seed, statements, profile, properties, features, abilities: engine.abilities };
  return { plan: planAt(settings, Number(index)).plan, engine };
}

export function bugNamed(id: string, folder: string): Required<Target> {
  const found = new BugBase(folder).find(id);
  if (found !== null) return found;
  throw new DirtError(
    'DIRT_BUG_UNKNOWN',
    `there is no bug "${id}" in ${folder}`,
    '`dirt bugs` lists them; a plan is named by its file (plan.json) or by seed/index (42/7)',
  );
}
