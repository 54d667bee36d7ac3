// Which shards of its campaigns a history has: one that is missing was not run, or its results were lost.

import type { HistoryEntry } from './history.ts';

/** What is there of a campaign that was spread, and which of its parts, by their numbers, are not there or more than once. */
export interface SpreadCampaign {
  readonly plans: number;
  readonly statements: number;
  readonly missing: readonly number[];
  readonly twice: readonly number[];
}

/** Its parts are shards. */
export interface ShardedCampaign extends SpreadCampaign {
  readonly engine: string;
  readonly version: string;
  readonly seed: string;
  readonly of: number;
  readonly interrupted: readonly number[];
}

/** In the order of their first shards. */
export function shardedCampaigns(history: readonly HistoryEntry[]): ShardedCampaign[] {
  const campaigns = new Map<string, (HistoryEntry & { readonly nth: number; readonly of: number })[]>();
  for (const entry of history) {
    const { nth, of } = shardIn(entry);
    if (nth >= of) continue;
    const key = JSON.stringify([entry.engine, entry.version, entry.seed, of]);
    campaigns.set(key, [...(campaigns.get(key) ?? []), { ...entry, nth, of }]);
  }
  return [...campaigns.values()].map((runs) => {
    const [{ engine, version, seed, of }] = runs;
    const last = new Map(runs.map((run) => [run.nth, run]));
    const all = Array.from({ length: of }, (_, nth) => nth);
    const times = new Map<number, number>();
    for (const { nth } of runs) times.set(nth, (times.get(nth) ?? 0) + 1);
    return {
      engine,
      version,
      seed,
      of,
      plans: sum([...last.values()].map(({ plans }) => plans)),
      statements: sum([...last.values()].map(({ statements }) => statements)),
      missing: all.filter((nth) => !last.has(nth)),
      interrupted: all.filter((nth) => last.get(nth)?.ended === 'interrupted'),
      twice: all.filter((nth) => (times.get(nth) ?? 0) > 1),
    };
  });
}

/** What is no shard is none of none: anybody may have written the history, and a million is what `--shard` takes. */
function shardIn({ shard = '' }: HistoryEntry): { readonly nth: number; readonly of: number } {
  const [, nth = 0, of = 0] = /^(\d{1,6})\/(\d{1,6})$/.exec(shard)?.map(Number) ?? [];
  return { nth, of };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
