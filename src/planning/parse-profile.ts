// A profile from JSON: checked, and completed by the profile that it is based on.

import { DirtError } from '../errors.ts';
import { checked, type Mismatch } from '../json/index.ts';
import type { Profile, WeightChanges } from './profile.ts';
import { profileShape } from './profile-shape.ts';
import { profiles } from './profiles.ts';
import { weightsOf } from './swarm.ts';

/** `place` names the file in the error's message. */
export function parseProfile(json: unknown, place: string): Profile {
  const wrong = ({ problem, remedy }: Mismatch) => profileError(place, problem, `${remedy}; `);
  const { $schema, basedOn = 'general', ...given } = checked(profileShape, json, 'the profile', wrong);
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
  if (nonsense !== null) throw profileError(place, nonsense);
  return profile;
}

function profileError(place: string, problem: string, remedy = ''): DirtError {
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

/** What the shape cannot say: of shares at least one is positive. */
function problemWith({ workload, pageSizes, journalModes, weights }: Profile): string | null {
  const { percent, limit, ...shares } = weightsOf(weights);
  for (const [name, family] of Object.entries({ workload, pageSizes, journalModes, ...shares })) {
    if (!Object.values(family).some((weight) => weight > 0)) return `all of ${name} are 0`;
  }
  return limit.columnsMin > limit.columnsMax ? 'weights.limit.columnsMin is greater than columnsMax' : null;
}
