// Faults as data. Every detail, the survivors of a power cut included, is fixed while planning; nothing is drawn
// while a plan runs.

/**
 * What happens to writes that were never synced when the power goes off:
 * `drop` loses all of them, `keep` loses none (a kill −9: only the process dies), `prefix` keeps the first few of each
 * file, `subset` keeps any of them, `torn` keeps any of their 512-byte sectors.
 */
export type Unsynced = 'drop' | 'keep' | 'prefix' | 'subset' | 'torn';

export const UNSYNCED: readonly Unsynced[] = ['drop', 'keep', 'prefix', 'subset', 'torn'];

/** What survives a power cut. */
export interface Survival {
  readonly unsynced: Unsynced;
  /** Seeds the choice of survivors where `unsynced` leaves one. */
  readonly choice: string;
}

/**
 * A power cut during a statement, at its n-th mutating I/O operation (write, sync, truncate or delete; 1 is the first).
 * If the statement does fewer, the power goes off right after its acknowledgement.
 */
export interface Cut extends Survival {
  readonly afterMutatingIo: number;
}

/** An I/O operation of a statement that fails: the n-th read or write (1 is the first), or all writes from the n-th on. */
export type IoFault =
  | { readonly kind: 'readError' | 'shortRead'; readonly nth: number }
  | { readonly kind: 'writeError' | 'syncError'; readonly nth: number }
  | { readonly kind: 'diskFull'; readonly nth: number };

/** The names by which an engine says what it carries faithfully. `kill` is a power cut that keeps everything. */
export type FaultKind =
  | 'powerCut'
  | 'kill'
  | 'reopen'
  | 'disconnect'
  | 'clockJump'
  | 'sqliteWrites'
  | IoFault['kind'];

export const IO_FAULT_KINDS: readonly IoFault['kind'][] = [
  'readError',
  'shortRead',
  'writeError',
  'syncError',
  'diskFull',
];

export const FAULT_KINDS: readonly FaultKind[] = [
  'powerCut',
  'kill',
  'reopen',
  'disconnect',
  'clockJump',
  'sqliteWrites',
  ...IO_FAULT_KINDS,
];

export function faultKindOfCut(survival: Survival): FaultKind {
  return survival.unsynced === 'keep' ? 'kill' : 'powerCut';
}
