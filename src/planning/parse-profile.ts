// A profile from JSON: checked against the schema, and completed by the profile that it is based on.

import { DirtError } from '../errors.ts';
import { mismatch } from '../json/schema.ts';
import type { Profile, WeightChanges } from './profile.ts';
import { profileSchema } from './profile-schema.ts';
import { profiles } from './profiles.ts';
import { weightsOf } from './swarm.ts';

type Json = Readonly<Record<string, unknown>>;

/** `place` names the file in the error's message. */
export function parseProfile(json: unknown, place: string): Profile {
  const misfit = mismatch(profileSchema, json, '', 'the profile');
  if (misfit !== null) throw wrong(place, misfit.problem, `${misfit.remedy}; `);
  const { $schema, basedOn = 'default', ...given } = json as Json & Partial<Profile> & { basedOn?: string };
  const base = profiles[basedOn];
  const profile: Profile = {
    ...base,
    ...given,
    workload: { ...base.workload, ...given.workload },
    favour: { ...base.favour, ...given.favour },
    perThousand: { ...base.perThousand, ...given.perThousand },
    connections: { ...base.connections, ...given.connections },
    rows: { ...base.rows, ...given.rows },
    weights: mergedWeights(base.weights, given.weights ?? {}),
  };
  const nonsense = problemWith(profile);
  if (nonsense !== null) throw wrong(place, nonsense);
  return profile;
}

function wrong(place: string, problem: string, remedy = ''): DirtError {
  return new DirtError(
    'DIRT_PROFILE_WRONG',
    `${place}: ${problem}`,
    `${remedy}docs/profile.schema.json says what a profile is`,
  );
}

function mergedWeights(base: WeightChanges, given: WeightChanges): WeightChanges {
  const merged: Record<string, object> = { ...base };
  for (const [family, changes] of Object.entries(given)) merged[family] = { ...merged[family], ...changes };
  return merged;
}

/** What the schema cannot say: of shares at least one is positive. */
function problemWith({ workload, pageSizes, journalModes, weights }: Profile): string | null {
  const { percent, limit, ...shares } = weightsOf(weights);
  for (const [name, family] of Object.entries({ workload, pageSizes, journalModes, ...shares })) {
    if (!Object.values(family).some((weight) => weight > 0)) return `all of ${name} are 0`;
  }
  return limit.columnsMin > limit.columnsMax ? 'weights.limit.columnsMin is greater than columnsMax' : null;
}
