// The texts that a campaign keeps in the queue beside its jobs: what workers have to know, and how far it is.

export const campaignRecord = (id: string): string => `${id}.campaign`;
export const progressRecord = (id: string): string => `${id}.progress`;
/** Who coordinates it. */
export const leaseRecord = (id: string): string => `${id}.coordinator`;
export const causeRecord = (id: string, nth: number): string => `${id}.cause-${nth}`;

/** A local build, by its content. */
export const engineRecord = (hash: string): string => `engine-${hash}`;

/** How far a campaign is. */
export interface FleetProgress {
  readonly campaign: string;
  readonly engine: string;
  readonly seed: string;
  readonly elapsedMs: number;
  readonly plans: number;
  readonly of: number | null;
  readonly statements: number;
  readonly statementsPerSecond: number;
  readonly newBugs: number;
  readonly knownBugs: number;
  readonly causes: number;
  /** Failures whose turn has not come, or that are being looked into. */
  readonly undecided: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly workers: Readonly<Record<string, WorkerProgress>>;
  /** Plans at which workers were lost, and the like: the last ones, one line each. */
  readonly failed: readonly string[];
}

export interface WorkerProgress {
  readonly statements: number;
  /** How long its threads were at what it has done. */
  readonly busyMs: number;
  /** When it was heard of, as milliseconds since 1970. */
  readonly lastMs: number;
}

/** What goes on in a queue. */
export interface FleetStatus {
  /** Of the queue, as it may be shown. */
  readonly place: string;
  /** How many pieces of work are in which state. */
  readonly counts: Readonly<Record<string, number>>;
  readonly campaigns: readonly FleetProgress[];
  /** Records that say of no campaign how far it is, and why. */
  readonly damaged: readonly string[];
}
