// The door of history/: others import only this.

export { fixedIn } from './fixed-in.ts';
export { appendHistory, type HistoryEntry, mergeHistories, readHistory } from './history.ts';
export { type ShardedCampaign, type SpreadCampaign, shardedCampaigns } from './shards.ts';
