// What an engine carries, as far as planning depends on it. An engine's abilities are of this shape.

import type { Needs } from '../property/property.ts';
import { type FaultKind, IO_FAULT_KINDS, SIMULATED_FAULTS } from '../world/faults/index.ts';
import { type JournalMode, PAGE_SIZES, type PageSize } from '../world/world-spec.ts';

export interface Carried {
  readonly faults: readonly FaultKind[];
  readonly journalModes: readonly JournalMode[];
  readonly pageSizes: readonly PageSize[];
  readonly connections: number;
}

/** What any engine on the simulated disk carries. */
export const COMMONLY_CARRIED: Carried = {
  faults: SIMULATED_FAULTS,
  journalModes: ['wal'],
  pageSizes: PAGE_SIZES,
  connections: 16,
};

export function carries({ faults, connections }: Carried, needs: Needs): boolean {
  const isCarried = (fault: Needs['faults'][number]) =>
    fault === 'ioError' ? IO_FAULT_KINDS.some((kind) => faults.includes(kind)) : faults.includes(fault);
  return needs.connections <= connections && needs.faults.every(isCarried);
}
