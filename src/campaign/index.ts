// The door of campaign/: others import only this.

export { bisectNew } from './bisect-new.ts';
export { Campaign } from './campaign.ts';
export { ENDLESS_EPOCH } from './epochs.ts';
export { retryKnown } from './known-bugs.ts';
export { NO_RATCHET, ratchetOf, silencingLine } from './ratchet.ts';
export { checkPropertyNames, type PlanSettings, planAt } from './settings.ts';
export { parseShard, printShard, type Shard } from './shard.ts';
export { witnessed } from './witnessed.ts';
