// The world of a plan: what the profile asks for, as far as the engine carries it.

import type { Random } from '../random.ts';
import type { JournalMode, PageSize, WorldSpec } from '../world/index.ts';
import type { Carried } from './carried.ts';
import type { Profile } from './profile.ts';

export interface PlannedWorld {
  readonly world: WorldSpec;
  /** How many connections the plan may use. */
  readonly connections: number;
  /** Whether statements may be left before their ends. */
  readonly leaves: boolean;
}

export function worldOf(random: Random, profile: Profile, carried: Carried): PlannedWorld {
  const journalMode = choose<JournalMode>(random, profile.journalModes, carried.journalModes);
  const pageSize = choose<PageSize>(random, profile.pageSizes, carried.pageSizes);
  const wantsImage = random.chance(profile.checkpointed);
  // The image is made by writing it, and opening it again.
  const start = wantsImage && carried.faults.includes('reopen') ? 'checkpointed' : 'empty';
  // The model knows the locks of WAL mode only.
  const connections = journalMode === 'wal' ? Math.min(profile.connections.most, carried.connections) : 1;
  const leaves = journalMode === 'wal' && carried.suspends === true && profile.connections.left > 0;
  const world: WorldSpec = { seed: String(random.word()), pageSize, journalMode, start };
  const isAsync = carried.asyncIo === true && profile.asyncIo > 0 && random.chance(profile.asyncIo);
  return {
    world: isAsync ? { ...world, asyncIo: String(random.below(1_000_000)) } : world,
    connections,
    leaves,
  };
}

function choose<T extends string | number>(
  random: Random,
  weights: Readonly<Partial<Record<`${T}`, number>>>,
  carried: readonly T[],
): T {
  const choices = carried
    .map((item) => [weights[`${item}`] ?? 0, item] as const)
    .filter(([weight]) => weight > 0);
  return choices.length > 0 ? random.weighted(choices) : random.pick(carried);
}
