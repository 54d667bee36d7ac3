// Everything outside an engine that it can observe: a disk, a clock and a source of entropy, all from one seed.

import { Random } from '../random.ts';
import { Clock } from './clock.ts';
import { Disk } from './disk.ts';
import type { Survival } from './faults/index.ts';
import type { WorldSpec } from './world-spec.ts';

/** Fills the bytes with the next random ones. */
export type Entropy = (bytes: Uint8Array) => void;

export interface World {
  readonly spec: WorldSpec;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

/** A second of the year 2027, so that times in reports look plausible. */
const EPOCH_NANOSECONDS = 1_800_000_000_000_000_000n;

export function createWorld(spec: WorldSpec, disk: Disk = new Disk()): World {
  const start = Random.of('clock', spec.seed).below(100_000_000);
  const random = Random.of('entropy', spec.seed);
  return {
    spec,
    disk,
    clock: new Clock(EPOCH_NANOSECONDS + BigInt(start) * 1_000_000_000n),
    entropy: (bytes) => {
      for (let i = 0; i < bytes.length; i++) bytes[i] = random.word() >>> 24;
    },
  };
}

/** The same world after a power cut: time and entropy go on, the disk holds what survived. */
export function afterPowerCut(world: World, survival: Survival): World {
  return { ...world, disk: world.disk.survivor(survival) };
}
