// Bug folders as somebody else could have sent them: a real bug with fields that were changed by hand.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportedFiles } from '../../src/find/exports.ts';
import { encodePlan } from '../../src/plan/codec.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { foundBug } from '../report/found-bug.ts';

const found = await foundBug();

export const FORGED_ID = found.bug.id;

/** Puts the bug into the bug base of this folder, with what is changed in it, and returns its folder. */
export function forgeBug(
  cwd: string,
  changes: object,
  changedPlan: (plan: Plan) => Plan = (plan) => plan,
): string {
  const folder = join(cwd, '.dirt/bugs', FORGED_ID);
  const bug = { ...found.bug, ...changes };
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(exportedFiles(found.bug, found.investigated)))
    writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'bug.json'), JSON.stringify(bug));
  writeFileSync(join(folder, 'plan.json'), encodePlan(changedPlan(found.investigated.plan)));
  return folder;
}
