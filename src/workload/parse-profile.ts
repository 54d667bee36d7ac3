// A profile from JSON: checked against the schema, and completed by the profile that it is based on.

import { DirtError } from '../errors.ts';
import type { Profile, WeightChanges } from './profile.ts';
import { profileSchema, type Schema } from './profile-schema.ts';
import { profiles } from './profiles.ts';
import { weightsOf } from './swarm.ts';

type Json = Readonly<Record<string, unknown>>;

/** `place` names the file in the error's message. */
export function parseProfile(json: unknown, place: string): Profile {
  const problem = mismatch(profileSchema, json, '');
  if (problem !== null) throw wrong(place, problem);
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

function wrong(place: string, problem: string): DirtError {
  return new DirtError(
    'DIRT_PROFILE_WRONG',
    `${place}: ${problem}`,
    'docs/profile.schema.json says what a profile is',
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

function mismatch(schema: Schema, value: unknown, place: string): string | null {
  const here = place === '' ? 'the profile' : place;
  switch (schema.type) {
    case 'string':
      if (typeof value !== 'string') return `${here} is not a text`;
      return schema.enum?.includes(value) === false
        ? `${here} is not one of ${schema.enum.join(', ')}`
        : null;
    case 'integer': {
      const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
      const fits =
        Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum;
      return fits ? null : `${here} is not an integer from ${minimum} to ${maximum}`;
    }
    case 'object': {
      if (value === null || typeof value !== 'object' || Array.isArray(value))
        return `${here} is not an object`;
      const missing = schema.required?.find((key) => !Object.hasOwn(value, key));
      if (missing !== undefined) return `${missing} is missing`;
      for (const [key, child] of Object.entries(value)) {
        const known = Object.hasOwn(schema.properties ?? {}, key)
          ? schema.properties?.[key]
          : schema.additionalProperties;
        const at = place === '' ? key : `${place}.${key}`;
        const problem = known ? mismatch(known, child, at) : `${at} is unknown`;
        if (problem !== null) return problem;
      }
      return null;
    }
  }
}
