// A part of a campaign that somebody runs without talking to the others: the plans whose index leaves the same remainder.

export interface Shard {
  /** The remainder of its plans' indices. */
  readonly nth: number;
  /** Of how many shards. */
  readonly of: number;
}

/** `3/8`; from 0/8 to 7/8 or from 1/8 to 8/8, which is 0/8 by its remainder. Null if it is no shard. */
export function parseShard(text: string): Shard | null {
  const [, nth, of] = /^(\d{1,6})\/(\d{1,6})$/.exec(text)?.map(Number) ?? [];
  return nth === undefined || of < 1 || nth > of ? null : { nth: nth % of, of };
}

export function printShard({ nth, of }: Shard): string {
  return `${nth}/${of}`;
}

export function isIn(shard: Shard | undefined, index: number): boolean {
  return shard === undefined || index % shard.of === shard.nth;
}

export function firstIn(shard: Shard | undefined): number {
  return shard?.nth ?? 0;
}
