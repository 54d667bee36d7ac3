// The kinds of work in the queue, and what comes of them.

import type {
  Asked,
  CampaignSettings,
  Loss,
  PlanDone,
  Question,
  QuestionAnswered,
  Told,
} from '../campaign/index.ts';
import type { Bug, Tried } from '../find/index.ts';
import type { Plan } from '../plan/index.ts';

/** A campaign as workers need it. */
export interface FiledCampaign {
  readonly id: string;
  /** Of DIRT: plans of another one are others. */
  readonly dirt: string;
  /** Of configuration and property files; null if there are none. */
  readonly project: string | null;
  readonly settings: CampaignSettings;
  /** Of the engine. */
  readonly version: string;
  /** Of an engine that runs nowhere else. */
  readonly platform: string | null;
  /** Of the engine, if it is a local build. */
  readonly engineHash: string | null;
  readonly stuckMs: number;
}

/**
 * `causes`: how many of the campaign's causes the plans stay away from. `canary`: the first plans of the campaign on an engine with a planted
 * bug, until one of them finds it. `verify`: does a known bug still fail on the engine of the campaign? `bisect`: and on these versions?
 */
export type Work =
  | { readonly kind: 'canary'; readonly plans: number }
  | { readonly kind: 'plans'; readonly from: number; readonly to: number; readonly causes: number }
  | { readonly kind: 'look'; readonly question: Question; readonly causes: number }
  | { readonly kind: 'verify'; readonly bug: Bug; readonly plan: Plan }
  | {
      readonly kind: 'bisect';
      readonly bug: Bug;
      readonly plan: Plan;
      readonly versions: readonly string[];
    };

export interface Job {
  readonly campaign: string;
  readonly dirt: string;
  readonly work: string;
}

/** What a worker has done, in the order of the plans. */
export interface PlansDone {
  readonly kind: 'plans';
  readonly asked: Asked;
  readonly worker: string;
  readonly tookMs: number;
  readonly plans: readonly (
    | (Omit<PlanDone, 'say'> & { readonly told: readonly Told[]; readonly lookMs: number })
    | { readonly lost: Loss }
  )[];
}

export interface LookDone {
  readonly kind: 'look';
  readonly worker: string;
  readonly said: Omit<QuestionAnswered, 'say'> | { readonly lost: Loss };
}

export interface CanaryDone {
  readonly kind: 'canary';
  readonly worker: string;
  readonly plans: number;
  readonly isFound: boolean;
}

/** What came of a bug on the engine of the campaign, or on each version as far as there was time. */
export interface TriedDone {
  readonly kind: 'tried';
  readonly worker: string;
  readonly bug: string;
  readonly tried: readonly Tried[];
}

export type Done = PlansDone | LookDone | CanaryDone | TriedDone;
