// The texts that a campaign keeps in the queue beside its jobs: what workers have to know, and how far it is.

export const campaignRecord = (id: string): string => `${id}.campaign`;
export const progressRecord = (id: string): string => `${id}.progress`;
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
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly workers: Readonly<Record<string, { readonly statements: number; readonly lastMs: number }>>;
}
