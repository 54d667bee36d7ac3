// The one stream of events that terminal, JSON lines and reporters read.

import type { FeatureId } from '../dialect/index.ts';
import type { EngineBuild } from '../engines/index.ts';
import type { Bug, Investigated, Unstored } from '../find/index.ts';
import type { Statistics } from '../planning/index.ts';
import type { FindingKind } from '../run/index.ts';

export interface StartsFrom {
  readonly option: '--corpus' | '--start';
  readonly path: string;
}

export type CampaignEvent =
  | {
      readonly event: 'start';
      readonly seed: string;
      readonly engine: string;
      readonly version: string;
      /** How the engine is built, as far as it is known. */
      readonly build?: EngineBuild;
      /** As it was asked for; null for none. */
      readonly reference: string | null;
      /** The reference as `name@version`; null for none. */
      readonly against: string | null;
      /** Who opens the engine's files, as `name@version`. */
      readonly opener: string;
      readonly profile: string;
      /** Statements per plan, at least. */
      readonly statements: number;
      /** By name; none for all. */
      readonly properties: readonly string[];
      readonly workers: number;
      readonly budgetMs: number | null;
      readonly plans: number | null;
      /** Which of the plans, as in `3/8`; all if absent. */
      readonly shard?: string;
      /** Plans per epoch, if somebody chose. */
      readonly epoch?: number;
      /** What plans start from, as it was asked for: the folder of a corpus, or a database file. */
      readonly startsFrom?: StartsFrom;
    }
  | ({ readonly event: 'regression' } & Regression)
  /** Features that work now although the ledger says otherwise. */
  | { readonly event: 'gained'; readonly features: readonly FeatureId[] }
  /** A bug of the bug base that no longer fails. */
  | { readonly event: 'passes'; readonly bug: Bug; readonly wasMuted: boolean }
  /** A bug of the bug base that is not muted and fails as before; `returned` if it had passed meanwhile. */
  | { readonly event: 'stillFails'; readonly bug: Bug; readonly returned: boolean }
  /** How many bugs of the bug base need what the engine does not carry, or a reference that there is not. */
  | { readonly event: 'notRetried'; readonly bugs: number }
  | ({ readonly event: 'progress' } & Totals)
  /** What is done before the first plan, and after the last. */
  | { readonly event: 'starting'; readonly doing: string }
  /** A failure is being made small. */
  | ({ readonly event: 'shrinking' } & Shrinking)
  /** What was to be told about a failure of this plan is told: nothing of it is being shrunk any more. */
  | { readonly event: 'lookedInto'; readonly index: number }
  /** The statements of a plan with what came of them, where they are asked for. */
  | { readonly event: 'statements'; readonly index: number; readonly lines: readonly string[] }
  | {
      readonly event: 'bug';
      readonly bug: Bug;
      readonly isNew: boolean;
      /** The folder in the bug base. */
      readonly folder: string;
      /** Why it is not there: it is in memory, and is tried to be stored again until the campaign ends. */
      readonly unstored?: string;
      readonly investigated: Investigated;
      /** How long looking into it took, shrinking above all. */
      readonly tookMs: number;
      /** The id of the bug that explains it: it was looked into to see whether that holds. */
      readonly explainedBy?: string;
    }
  /** What is known by now of the versions of a new bug. */
  | { readonly event: 'bisected'; readonly bug: Bug }
  /** The reference is wrong, by the word of the third and the model: told once for each way. */
  | ({
      readonly event: 'referenceIsWrong';
      readonly reference: string;
      readonly opener: string;
    } & ReferenceIsWrong)
  /** A worker died or hung in a way that fuel did not stop. */
  | { readonly event: 'workerLost'; readonly index: number; readonly step: number; readonly reason: string }
  /** DIRT itself broke while it worked at a plan; the message has a stack for those who mend DIRT. */
  | { readonly event: 'broken'; readonly index: number; readonly message: string }
  | ({ readonly event: 'summary'; readonly ended: 'done' | 'interrupted' } & Totals);

export type EventNamed<Name extends CampaignEvent['event']> = Extract<
  CampaignEvent,
  { readonly event: Name }
>;

export interface Shrinking {
  /** The plan that failed. */
  readonly index: number;
  readonly pass: string;
  /** Statements in the plan as it was found, and in the smallest one so far. */
  readonly before: number;
  readonly statements: number;
}

/** What a reference did wrong. */
export interface ReferenceIsWrong {
  readonly index: number;
  readonly signature: string;
  readonly message: string;
  /** The statement at which it did. */
  readonly sql?: string;
}

/** A feature that the ledger calls supported and that fails now. */
export interface Regression {
  readonly feature: FeatureId;
  readonly description: string;
  /** Since when the ledger calls it supported. */
  readonly since: string;
  /** What the engine does now. */
  readonly reason: string;
  /** Statements that show it. */
  readonly statements: readonly string[];
}

export interface Totals {
  readonly seed: string;
  readonly engine: string;
  readonly version: string;
  readonly elapsedMs: number;
  readonly budgetMs: number | null;
  readonly plans: number;
  /** Plans by the profile that they are about. */
  readonly profiles: Counts;
  readonly statements: number;
  readonly statementsPerSecond: number;
  /** The workers' time, without investigating findings, and how much of it was inside the engine. */
  readonly workerMs: number;
  readonly engineMs: number;
  /** The workers' time for telling whether failures are known, and for looking into them. */
  readonly lookMs: number;
  /** Of the workers' time, inside the engine: 0 to 1. */
  readonly engineShare: number;
  readonly refusals: number;
  readonly discards: number;
  readonly findings: Readonly<Partial<Record<FindingKind, number>>>;
  readonly newBugs: number;
  readonly knownBugs: number;
  /** New ones whose shrinking was broken off: the next campaign goes on with them. */
  readonly unfinishedBugs: number;
  /** Findings in which the model is outvoted. */
  readonly dirtIsWrong: number;
  /** Plans in which the reference is wrong, by the word of the third and the model. */
  readonly referenceIsWrong: number;
  /** Supported features that are refused together: reported apart from bugs. */
  readonly unsupportedCombinations: number;
  /** Features that the ledger calls supported and that fail now. */
  readonly regressions: number;
  readonly properties: Statistics;
  /** Differences to the reference that were not held against the engine, by reason. */
  readonly tolerated: Readonly<Record<string, number>>;
  /** Statements that the engine accepted, by kind. */
  readonly accepted: Counts;
  /** Statements that use each feature, counted in one plan of four; known at the end. */
  readonly features: Counts;
  /** How many features were used so far, counted in the same plans, and how many plans may use. */
  readonly featuresUsed: number;
  readonly featuresUsable: number;
  /** How often each judge had something to judge. */
  readonly exercised: Counts;
  /** What was not tested though it seems to be; known at the end. */
  readonly vacuity: readonly string[];
  /** Why nothing was tested at all; null if something was, or while that is not known. */
  readonly untested: string | null;
  /** How the program under test broke its protocol, if it did so in every plan. */
  readonly breach: string | null;
  /** What is not in the bug base because it cannot be written; null if all is, or while that is not known. */
  readonly unstored: Unstored | null;
}

/** By name. */
export type Counts = Readonly<Record<string, number>>;
