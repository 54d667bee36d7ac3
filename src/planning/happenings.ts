// What may happen after a group: inspections and faults, each at its rate of the profile.

import type { Random } from '../random.ts';
import {
  FAULT_NAMES,
  type FaultKind,
  type FaultName,
  faultNamed,
  INSPECTION_NAMES,
  INSPECTIONS,
  type InspectionName,
} from '../world/index.ts';
import type { Rates } from './profile.ts';

export interface Happening {
  /** Its name in `perThousand` of a profile. */
  readonly rate: keyof Rates;
  readonly about: string;
  /** How often in an ordinary profile. */
  readonly perThousand: number;
  readonly does:
    | { readonly inspect: InspectionName }
    /** Only on engines that carry the fault. */
    | { readonly fault: FaultName };
}

/** In the order in which their chances are drawn. */
export const HAPPENINGS: readonly Happening[] = [
  ...INSPECTION_NAMES.map((inspect): Happening => {
    const { rate, about, perThousand } = INSPECTIONS[inspect];
    return { rate, about, perThousand, does: { inspect } };
  }),
  ...FAULT_NAMES.map((fault): Happening => {
    const { about, perThousand } = faultNamed(fault);
    return { rate: fault, about, perThousand, does: { fault } };
  }),
];

export const ordinaryRates = Object.fromEntries(
  HAPPENINGS.map(({ rate, perThousand }) => [rate, perThousand]),
) as Rates;

/** What happens after this group: nothing, most of the time. */
export function happeningsAfter(random: Random, rates: Rates, carried: readonly FaultKind[]): Happening[] {
  return HAPPENINGS.filter(
    ({ rate, does }) =>
      random.below(1000) < rates[rate] && ('inspect' in does || carried.includes(does.fault)),
  );
}
