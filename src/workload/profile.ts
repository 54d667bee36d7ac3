// What a campaign is about, as data: shares of reading, writing and creating, and how often everything else happens.

export interface Profile {
  readonly name: string;
  /** Shares of statements, by what they do. */
  readonly workload: Workload;
  /** Groups in a hundred that are properties; the others are random interactions. */
  readonly properties: number;
  /** Chances in a thousand, after each group. */
  readonly perThousand: {
    readonly inspectContents: number;
    readonly inspectIntegrity: number;
    readonly sqliteOpensIt: number;
    readonly reopen: number;
    readonly powerCut: number;
  };
  /** Plans in a hundred that start on a checkpointed database. */
  readonly checkpointed: number;
}

export interface Workload {
  readonly read: number;
  readonly write: number;
  readonly create: number;
}

export const profiles: Readonly<Record<string, Profile>> = {
  default: {
    name: 'default',
    workload: { read: 50, write: 40, create: 10 },
    properties: 50,
    perThousand: { inspectContents: 40, inspectIntegrity: 20, sqliteOpensIt: 10, reopen: 15, powerCut: 0 },
    checkpointed: 50,
  },
  faults: {
    name: 'faults',
    workload: { read: 20, write: 70, create: 10 },
    properties: 25,
    perThousand: { inspectContents: 20, inspectIntegrity: 10, sqliteOpensIt: 10, reopen: 30, powerCut: 60 },
    checkpointed: 90,
  },
};
