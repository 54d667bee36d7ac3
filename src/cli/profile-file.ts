// A profile as it is named on the command line: one that comes with DIRT, or a JSON file.

import { readFileSync } from 'node:fs';
import { DirtError } from '../errors.ts';
import { parseProfile } from '../workload/parse-profile.ts';
import type { Profile } from '../workload/profile.ts';
import { profiles } from '../workload/profiles.ts';

export function profileNamed(name: string): Profile {
  const builtIn = profiles[name];
  if (builtIn !== undefined) return builtIn;
  if (!name.endsWith('.json')) {
    const known = Object.keys(profiles).join(', ');
    throw new DirtError(
      'DIRT_PROFILE_UNKNOWN',
      `there is no profile "${name}"`,
      `use one of ${known}, or a .json file that follows docs/profile.schema.json`,
    );
  }
  return parseProfile(jsonIn(name), name);
}

function jsonIn(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const problem = `cannot read ${path} (${(error as NodeJS.ErrnoException).code})`;
    throw new DirtError('DIRT_FILE', problem, 'check the path and its permissions');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DirtError('DIRT_PROFILE', `${path} is not JSON (${(error as Error).message})`, 'correct it');
  }
}
