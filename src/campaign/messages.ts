// What the supervisor and its workers say to each other: nothing per statement, one message per plan and per failure.

import type { FeatureId } from '../dialect/index.ts';
import type { EngineBuild } from '../engines/index.ts';
import type { Counts, ReferenceIsWrong, Shrinking } from '../events/index.ts';
import type { Bug, Tried } from '../find/index.ts';
import type { Plan } from '../plan/index.ts';
import type { Statistics } from '../planning/index.ts';
import type { Exercised } from '../run/index.ts';
import type { Answer, Failure, Question } from './inquest.ts';
import type { CampaignSettings } from './settings.ts';

export interface WorkerData {
  readonly settings: CampaignSettings;
  /** The cells of a `Heartbeat`. */
  readonly heartbeat: Int32Array<SharedArrayBuffer>;
}

/** `without`: the features that the plan leaves out. */
export type ToWorker =
  | { readonly say: 'plan'; readonly index: number; readonly without: readonly FeatureId[] }
  | { readonly say: 'decide'; readonly question: Question; readonly without: readonly FeatureId[] }
  | ({ readonly say: 'retry' } & Retrial);

/** A bug to be tried again: on the engine of the campaign, or on these versions of it. */
export interface Retrial {
  readonly bug: Bug;
  readonly plan: Plan;
  readonly versions?: readonly string[];
}

export type PlanDone = Extract<FromWorker, { readonly say: 'done' }>;
export type QuestionAnswered = Extract<FromWorker, { readonly say: 'answer' }>;

export type FromWorker =
  | ({ readonly say: 'ready' } & Asked)
  | {
      readonly say: 'done';
      readonly index: number;
      readonly result: PlanResult;
      readonly failures: readonly Failure[];
    }
  /** `tookMs`: how long it took to tell whether it is known, or to look into it. */
  | {
      readonly say: 'answer';
      readonly failure: Pick<Failure, 'index' | 'nth'>;
      readonly answer: Answer;
      readonly tookMs: number;
    }
  | ({ readonly say: 'shrinking' } & Shrinking)
  /** One of the engine of the campaign, or one for each version. */
  | { readonly say: 'retried'; readonly tried: readonly Tried[] }
  /** What a plan ran, if the campaign logs statements. */
  | { readonly say: 'statements'; readonly index: number; readonly lines: readonly string[] }
  /** The user's or DIRT's own mistake: the campaign ends. */
  | { readonly say: 'failed'; readonly code: string | null; readonly message: string };

/** Who is tested and who is asked, once they are loaded. */
export interface Asked {
  readonly version: string;
  /** How the engine is built, as far as it is known. */
  readonly build?: EngineBuild;
  /** As `name@version`; null for none. */
  readonly against: string | null;
  /** Who opens the engine's files, as `name@version`. */
  readonly opener: string;
}

export interface PlanResult {
  /** The name of the profile that the plan is about. */
  readonly profile: string;
  readonly statements: number;
  readonly refusals: number;
  /** Milliseconds inside the engine, and altogether. */
  readonly engineMs: number;
  readonly totalMs: number;
  readonly properties: Statistics;
  /** Differences to the reference that were not held against the engine, by reason. */
  readonly tolerated: Readonly<Record<string, number>>;
  /** Statements that the engine accepted, by kind. */
  readonly accepted: Counts;
  /** Statements that use each feature; empty for most plans. */
  readonly features: Counts;
  /** How often each judge had something to judge. */
  readonly exercised: Exercised;
  /** It ended at its first statements. */
  readonly diedAtOnce: boolean;
  /** How the program broke its protocol, if it did. */
  readonly breach?: string;
  /** What the reference did wrong, by the word of the third and the model. */
  readonly referenceIsWrong?: ReferenceIsWrong;
}
