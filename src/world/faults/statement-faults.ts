// Faults while a statement runs: the power goes off at its n-th mutating I/O operation, or one of its I/O operations fails.

import { type Fields, object, oneOf, positive, type Shape } from '../../json/index.ts';
import { isOrdinal } from './fault.ts';
import {
  kindOfCut,
  parseSurvival,
  printSurvival,
  SURVIVAL_FORM,
  type Survival,
  survivalFields,
  weakerSurvivals,
} from './survival.ts';

/**
 * A power cut during a statement, at its n-th mutating I/O operation (write, sync, truncate or delete; 1 is the first).
 * If the statement does fewer, the power goes off right after its acknowledgement.
 */
export interface Cut extends Survival {
  /** At which write, sync, truncate or delete of the statement the power goes off; 1 is the first. */
  readonly afterMutatingIo: number;
}

/** Kinds of I/O that can fail, by the words of their directive. A full disk fails all writes from the n-th on. */
const IO_FAULTS = {
  'read error': 'readError',
  'short read': 'shortRead',
  'write error': 'writeError',
  'sync error': 'syncError',
  'disk full': 'diskFull',
} as const;

export type IoFaultKind = (typeof IO_FAULTS)[keyof typeof IO_FAULTS];

export const IO_FAULT_KINDS: readonly IoFaultKind[] = Object.values(IO_FAULTS);

/** The n-th operation of the kind (1 is the first) fails. */
export interface IoFault {
  /** What fails; a full disk fails all writes from the n-th on. */
  readonly kind: IoFaultKind;
  /** Which operation of that kind; 1 is the first. */
  readonly nth: number;
}

/** What a `run` step can carry besides its statement. */
export interface StatementFaults {
  readonly cut?: Cut;
  readonly ioFault?: IoFault;
}

const cutFields: Fields = { ...survivalFields, afterMutatingIo: positive };

export const statementFaultFields: Readonly<Record<keyof StatementFaults, Shape>> = {
  cut: object(cutFields),
  ioFault: object({ kind: oneOf(...IO_FAULT_KINDS), nth: positive }),
};

export const STATEMENT_FAULT_FORMS: readonly string[] = [
  `power cut at <n> ${SURVIVAL_FORM}`,
  ...Object.keys(IO_FAULTS).map((words) => `${words} <n>`),
];

/** Null if the words ask for something else. */
export function parseStatementFault(words: readonly string[]): StatementFaults | null {
  const [first, second, third, fourth, ...rest] = words;
  if (words.length === 3 && isOrdinal(third)) {
    const kind = IO_FAULTS[`${first} ${second}` as keyof typeof IO_FAULTS];
    return kind === undefined ? null : { ioFault: { kind, nth: Number(third) } };
  }
  if (`${first} ${second} ${third}` !== 'power cut at' || !isOrdinal(fourth)) return null;
  const survival = parseSurvival(rest);
  return survival && { cut: { afterMutatingIo: Number(fourth), ...survival } };
}

export function printStatementFaults({ cut, ioFault }: StatementFaults): string[] {
  const lines: string[] = [];
  if (cut) lines.push(`power cut at ${cut.afterMutatingIo} ${printSurvival(cut)}`);
  if (ioFault) {
    const words = Object.entries(IO_FAULTS).find(([, kind]) => kind === ioFault.kind)?.[0];
    lines.push(`${words} ${ioFault.nth}`);
  }
  return lines;
}

/** The names under which an engine says that it carries them. */
export function kindsOfStatementFaults({
  cut,
  ioFault,
}: StatementFaults): (IoFaultKind | 'kill' | 'powerCut')[] {
  return [...(cut ? [kindOfCut(cut)] : []), ...(ioFault ? [ioFault.kind] : [])];
}

/** The same with weaker faults, the weakest first. */
export function weakerStatementFaults({ cut, ioFault }: StatementFaults): StatementFaults[] {
  const weaker: StatementFaults[] = [];
  if (ioFault) {
    weaker.push({});
    if (ioFault.nth > 1) weaker.push({ cut, ioFault: { ...ioFault, nth: ioFault.nth - 1 } });
  }
  if (cut) {
    weaker.push({});
    for (const survival of weakerSurvivals(cut)) weaker.push({ cut: { ...cut, ...survival }, ioFault });
    for (const n of [1, cut.afterMutatingIo >> 1, cut.afterMutatingIo - 1]) {
      if (n >= 1 && n < cut.afterMutatingIo) weaker.push({ cut: { ...cut, afterMutatingIo: n }, ioFault });
    }
  }
  return weaker;
}

export function skeletonOfStatementFaults({ cut, ioFault }: StatementFaults): string {
  return `${cut ? `cut ${cut.unsynced}: ` : ''}${ioFault ? `${ioFault.kind}: ` : ''}`;
}
