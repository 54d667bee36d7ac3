// What a campaign is about, as data: shares of reading, writing and creating, the world, and how often everything else
// happens. docs/profile.schema.json describes it for editors.

import type { Weights } from '../dialect/index.ts';
import type { FaultName, InspectionRate, JournalMode, PageSize } from '../world/index.ts';

export interface Profile {
  readonly name: string;
  /** One line for people. */
  readonly about: string;
  /** Shares of statements, by what they do. */
  readonly workload: WorkloadShares;
  /** Groups in a hundred that are properties; the others are random interactions. */
  readonly properties: number;
  /** How often a property is drawn, by its name; 1 for those not named, 0 never. */
  readonly favour: Readonly<Record<string, number>>;
  /** Chances in a thousand, after each group. */
  readonly perThousand: Rates;
  /** Plans in a hundred that start on a checkpointed database. */
  readonly checkpointed: number;
  /** How often a plan has which page size. */
  readonly pageSizes: Readonly<Partial<Record<`${PageSize}`, number>>>;
  /** How often a plan has which journal mode. */
  readonly journalModes: Readonly<Partial<Record<JournalMode, number>>>;
  /** The most connections a plan uses, and interactions in a hundred that several of them take part in. */
  readonly connections: {
    readonly most: number;
    readonly interleaved: number;
    /** Interactions in a hundred in which statements are left before their ends while others run. */
    readonly left: number;
  };
  /** Plans in a hundred that are in the journal mode mvcc, on engines that have BEGIN CONCURRENT. */
  readonly mvcc: number;
  /** Plans in a hundred with asynchronous I/O, on engines that carry it. */
  readonly asyncIo: number;
  /** Rows that the largest table has at least, and how many an INSERT adds until then. */
  readonly rows: { readonly least: number; readonly batch: number };
  /** Changes to the generator's weights, by family and name. */
  readonly weights: WeightChanges;
  /** Each plan is about one of these instead, drawn by its share. */
  readonly mixture?: readonly MixturePart[];
}

/** A profile within a mixture. */
export interface MixturePart {
  readonly profile: Profile;
  readonly share: number;
}

export interface WorkloadShares {
  readonly read: number;
  readonly write: number;
  readonly create: number;
}

/** By inspection and fault. */
export type Rates = Readonly<Record<InspectionRate | FaultName, number>>;

export type WeightChanges = { readonly [F in keyof Weights]?: Readonly<Partial<Weights[F]>> };
