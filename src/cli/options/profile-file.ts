// A profile as it is named on the command line: one that comes with DIRT, or a JSON file; and the one of the configuration.

import type { Config } from '../../config/index.ts';
import { DirtError } from '../../errors.ts';
import { readText } from '../../files/index.ts';
import { didYouMean, type Mismatch, parsed } from '../../json/index.ts';
import { defaultProfile, inAllParts, type Profile, parseProfile, profiles } from '../../planning/index.ts';

/** The one of the configuration is a profile already. */
export function profileNamed(profile: string | Profile): Profile {
  if (typeof profile !== 'string') return profile;
  if (profile === defaultProfile.name) return defaultProfile;
  if (Object.hasOwn(profiles, profile)) return profiles[profile];
  if (!profile.endsWith('.json')) {
    const names = [defaultProfile.name, ...Object.keys(profiles)];
    const otherwise = `use one of ${names.join(', ')}, or a .json file that follows docs/profile.schema.json`;
    throw new DirtError(
      'DIRT_PROFILE_UNKNOWN',
      `there is no profile "${profile}"`,
      didYouMean(profile, names, otherwise),
    );
  }
  return parseProfile(parsed(readText(profile), profile, notJson), profile);
}

function notJson({ problem, remedy }: Mismatch): DirtError {
  return new DirtError('DIRT_PROFILE', problem, remedy);
}

/** The profile that the configuration describes; undefined if it says nothing of that kind. */
export function configuredProfile({ profile, workload, faults }: Config): Profile | undefined {
  if (profile === undefined && workload === undefined && faults === undefined) return undefined;
  const base =
    typeof profile === 'object'
      ? parseProfile(profile, 'profile')
      : profileNamed(profile ?? defaultProfile.name);
  if (workload === undefined && faults === undefined) return base;
  return inAllParts(base, (part) => {
    const changed = {
      ...part,
      workload: { ...part.workload, ...workload },
      perThousand: { ...part.perThousand, ...faults },
    };
    return parseProfile(changed, 'the configuration');
  });
}
