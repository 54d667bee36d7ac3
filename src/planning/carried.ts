// What an engine carries, as far as planning depends on it.

import type { Needs } from '../property/index.ts';
import { type Abilities, IO_FAULT_KINDS, PAGE_SIZES, SIMULATED_FAULTS } from '../world/index.ts';

export type Carried = Pick<
  Abilities,
  'faults' | 'journalModes' | 'pageSizes' | 'connections' | 'suspends' | 'asyncIo' | 'costs'
>;

/** What any engine on the simulated disk carries. */
export const COMMONLY_CARRIED: Carried = {
  faults: SIMULATED_FAULTS,
  journalModes: ['wal'],
  pageSizes: PAGE_SIZES,
  connections: 16,
  costs: true,
};

export function carries({ faults, connections, costs = false }: Carried, needs: Needs): boolean {
  const isCarried = (fault: Needs['faults'][number]) =>
    fault === 'ioError' ? IO_FAULT_KINDS.some((kind) => faults.includes(kind)) : faults.includes(fault);
  if (needs.costs && !costs) return false;
  return needs.connections <= connections && needs.faults.every(isCarried);
}
