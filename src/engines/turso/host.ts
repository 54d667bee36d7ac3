// What the imports of an instance work on. A boot exchanges all of it.

import type { OpenFile, World } from '../../world/index.ts';
import { PendingIo } from './pending-io.ts';

export interface Host {
  world: World;
  /** By the handles that the engine knows them by. */
  files: OpenFile[];
  /** What the engine wrote to its standard streams so far: the text of its panics. */
  printed: string;
  /** I/O that was asked for and has not completed. */
  pending: PendingIo;
}

export function hostIn(world: World): Host {
  return { world, files: [], printed: '', pending: new PendingIo(world.spec.asyncIo) };
}
