// The corpus: a folder of plans that campaigns start from, one file each. Which of them a plan starts from follows from its seed and index
// and from the names in the folder; the plan itself has its statements, and needs the corpus no more.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { explained, fileError, readText, writeAtomically } from '../files/index.ts';
import { decodePlan, encodePlan, type Plan, sqlOf } from '../plan/index.ts';
import type { Start } from '../planning/index.ts';
import { Random } from '../random.ts';
import { RunningHash } from '../world/index.ts';

/** As data that can be sent to a worker. */
export interface Corpus {
  readonly folder: string;
  /** The files, in the order of their names. */
  readonly entries: readonly string[];
}

const ENDING = '.plan.json';

/** Null if there is none, or nothing in it. */
export function corpusIn(folder: string): Corpus | null {
  if (!existsSync(folder)) return null;
  const names = explained(
    () => readdirSync(folder),
    (reason) => fileError('read', folder, reason),
  );
  const entries = names.filter((name) => name.endsWith(ENDING)).sort();
  return entries.length === 0 ? null : { folder, entries };
}

/** Adds a plan under a name that tells what it says; false if it is there already. */
export function addToCorpus(folder: string, name: string, plan: Plan): boolean {
  const hash = new RunningHash();
  for (const sql of sqlOf(plan)) hash.text(sql);
  const digest = hash.digest().slice(0, 10);
  if (existsSync(folder) && readdirSync(folder).some((each) => each.endsWith(`-${digest}${ENDING}`)))
    return false;
  const place = join(folder, `${name.replace(/[^\w.-]+/g, '-').slice(0, 80)}-${digest}${ENDING}`);
  explained(
    () => writeAtomically(place, encodePlan(plan)),
    (reason) => fileError('write', place, reason),
  );
  return true;
}

/** In a hundred: how many plans start from the corpus. */
const SHARE = 25;

/** What the plan with this index starts from; undefined for most. */
export function startOf({ folder, entries }: Corpus, seed: string, index: number): Start | undefined {
  const random = Random.of(seed, index, 'corpus');
  if (!random.chance(SHARE)) return undefined;
  const path = join(folder, random.pick(entries));
  return { plan: decodePlan(readText(path), path), varies: true };
}
