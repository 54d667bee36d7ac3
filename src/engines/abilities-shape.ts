// What an engine may say that it carries, as its author writes it down.

import { flag, listOf, oneOf, positive, type Shape } from '../json/index.ts';
import { type Abilities, type FaultKind, PAGE_SIZES } from '../world/index.ts';

/** The abilities of an engine that can carry at most these faults, field by field. */
export function abilityShapes(faults: readonly FaultKind[]) {
  return {
    faults: listOf(oneOf(...faults)),
    journalModes: listOf(oneOf('wal', 'delete'), 1),
    pageSizes: listOf(oneOf(...PAGE_SIZES), 1),
    connections: positive,
    suspends: flag,
    asyncIo: flag,
    deterministic: flag,
    sqliteFiles: flag,
    costs: flag,
  } satisfies { readonly [K in keyof Required<Abilities>]: Shape<Abilities[K]> };
}
