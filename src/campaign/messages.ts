// What the supervisor and its workers say to each other: nothing per statement, one message per plan.

import type { Counts } from '../events/index.ts';
import type { Culprit, Investigated } from '../find/index.ts';
import type { Statistics } from '../planning/index.ts';
import type { Exercised, FindingKind } from '../run/index.ts';
import type { CampaignSettings } from './settings.ts';

export interface WorkerData {
  readonly settings: CampaignSettings;
  /** The cells of a `Heartbeat`. */
  readonly heartbeat: Int32Array<SharedArrayBuffer>;
}

export type ToWorker =
  | { readonly say: 'plan'; readonly index: number }
  /** Another worker has looked into this one. */
  | { readonly say: 'known'; readonly culprit: Culprit };

export type FromWorker =
  | { readonly say: 'ready'; readonly engine: string; readonly version: string }
  | { readonly say: 'done'; readonly index: number; readonly result: PlanResult }
  /** `tookMs`: how long looking into it took, shrinking above all. */
  | {
      readonly say: 'found';
      readonly index: number;
      readonly investigated: Investigated;
      readonly tookMs: number;
    }
  | { readonly say: 'shrinking'; readonly index: number; readonly pass: string; readonly statements: number }
  /** The user's or DIRT's own mistake: the campaign ends. */
  | { readonly say: 'failed'; readonly code: string | null; readonly message: string };

export interface PlanResult {
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
  /** A finding whose signature was known already and was not looked into. */
  readonly again?: { readonly kind: FindingKind; readonly muted: boolean };
}
