// What an engine carries, as far as planning depends on it.

import type { Needs } from '../property/property.ts';
import type { Abilities } from '../world/abilities.ts';
import { IO_FAULT_KINDS, SIMULATED_FAULTS } from '../world/faults/index.ts';
import { PAGE_SIZES } from '../world/world-spec.ts';

export type Carried = Pick<Abilities, 'faults' | 'journalModes' | 'pageSizes' | 'connections'>;

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
