// The plan of a bug as it was found, before it was shrunk.

import { join } from 'node:path';
import { readOwnFileIfThere } from '../files/index.ts';
import { decodePlan, isVeto, type Plan, rehearse } from '../plan/index.ts';

/** Null if the folder has none, or another version of DIRT made it. */
export function originalOf(folder: string): Plan | null {
  const path = join(folder, 'original.plan.json');
  const text = readOwnFileIfThere(path);
  if (text === null) return null;
  const plan = decodePlan(text, path);
  return isVeto(rehearse(plan)) ? null : plan;
}
