// A profile as it is named on the command line: one that comes with DIRT, or a JSON file.

import { DirtError } from '../errors.ts';
import { parseProfile } from '../workload/parse-profile.ts';
import type { Profile } from '../workload/profile.ts';
import { profiles } from '../workload/profiles.ts';
import { readText } from './read-text.ts';

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
  try {
    return JSON.parse(readText(path));
  } catch (error) {
    if (error instanceof DirtError) throw error;
    throw new DirtError('DIRT_PROFILE', `${path} is not JSON (${(error as Error).message})`, 'correct it');
  }
}
