// The door of campaign/: others import only this.

export { bisectNew, nearestFirst } from './bisect-new.ts';
export { Campaign } from './campaign.ts';
export type { CampaignOptions } from './campaign-options.ts';
export { ENDLESS_EPOCH } from './epochs.ts';
export { Hand, HandLost } from './hand.ts';
export type { KnownCause, Question, Told } from './inquest.ts';
export { type Retry, retryKnown } from './known-bugs.ts';
export { leftOut } from './left-out.ts';
export type { Asked, PlanDone, QuestionAnswered } from './messages.ts';
export { type Loss, Proceedings } from './proceedings.ts';
export { NO_RATCHET, ratchetOf, silencingLine } from './ratchet.ts';
export { type CampaignSettings, checkPropertyNames, type PlanSettings, planAt } from './settings.ts';
export { parseShard, printShard, type Shard } from './shard.ts';
export { witnessed } from './witnessed.ts';
