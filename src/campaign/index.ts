// The door of campaign/: others import only this.

export { bisectNew } from './bisect-new.ts';
export { Campaign } from './campaign.ts';
export { retryKnown } from './known-bugs.ts';
export { NO_RATCHET, ratchetOf, silencingLine } from './ratchet.ts';
export { checkPropertyNames, type PlanSettings, planAt } from './settings.ts';
export { witnessed } from './witnessed.ts';
