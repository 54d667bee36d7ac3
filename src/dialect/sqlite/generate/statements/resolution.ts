// OR IGNORE and its siblings, for INSERT and UPDATE.

import type { Random } from '../../../../random.ts';
import type { ConflictResolution } from '../../../../sql/ast.ts';
import type { Setting } from '../setting.ts';

export function resolution(
  random: Random,
  { features, weights }: Setting,
): { readonly conflict: ConflictResolution } | Record<never, never> {
  if (!random.chance(weights.percent.resolution)) return {};
  const conflict = random.weighted(RESOLUTIONS);
  return features.has(`conflict.${conflict}`) ? { conflict } : {};
}

const RESOLUTIONS = [
  [4, 'IGNORE'],
  [4, 'REPLACE'],
  [2, 'ABORT'],
  [2, 'FAIL'],
  [1, 'ROLLBACK'],
] as const;
