// What an engine may say that it carries, as its author writes it down.

import { flag, listOf, oneOf, positive, type Shape } from '../json/shape.ts';
import type { Abilities } from '../world/abilities.ts';
import type { FaultKind } from '../world/faults/index.ts';
import { PAGE_SIZES } from '../world/world-spec.ts';

/** The abilities of an engine that can carry at most these faults, field by field. */
export function abilityShapes(faults: readonly FaultKind[]) {
  return {
    faults: listOf(oneOf(...faults)),
    journalModes: listOf(oneOf('wal', 'delete'), 1),
    pageSizes: listOf(oneOf(...PAGE_SIZES), 1),
    connections: positive,
    deterministic: flag,
    sqliteFiles: flag,
  } satisfies { readonly [K in keyof Required<Abilities>]: Shape<Abilities[K]> };
}
