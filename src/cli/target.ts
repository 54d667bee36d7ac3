// What a user names on the command line: a bug of the bug base, a plan in a file, or a plan of a campaign.

import { existsSync, readFileSync } from 'node:fs';
import type { Bug } from '../bugs/bug.ts';
import { BugBase } from '../bugs/bug-base.ts';
import { planAt } from '../campaign/settings.ts';
import { DirtError } from '../errors.ts';
import { decodePlan } from '../plan/codec.ts';
import type { Plan } from '../plan/plan.ts';

export interface Target {
  readonly plan: Plan;
  /** Set when it was named by a bug. */
  readonly bug?: Bug;
}

export interface TargetOptions {
  readonly bugs: string;
  readonly steps: number;
  readonly profile: string;
  readonly properties?: readonly string[];
}

export function targetNamed(name: string, options: TargetOptions): Target {
  const campaign = /^([^/]+)\/(\d+)$/.exec(name);
  if (name.endsWith('.json')) return { plan: planInFile(name) };
  if (campaign !== null && !existsSync(name)) {
    const { steps: statements, profile, properties = [] } = options;
    return { plan: planAt({ seed: campaign[1], statements, profile, properties }, Number(campaign[2])).plan };
  }
  return bugNamed(name, options.bugs);
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

function planInFile(path: string): Plan {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const problem = `cannot read ${path} (${(error as NodeJS.ErrnoException).code})`;
    throw new DirtError('DIRT_FILE', problem, 'check the path and its permissions');
  }
  return decodePlan(text, path);
}
