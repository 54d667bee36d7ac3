import { describe, expect, it } from 'vitest';
import { Inquest } from '../../src/campaign/inquest.ts';
import { firstIn, isIn, parseShard } from '../../src/campaign/shard.ts';

describe('a shard', () => {
  it('is counted from 0 or from 1, and all shards together have every plan once', () => {
    for (const first of [0, 1]) {
      const shards = Array.from({ length: 8 }, (_, i) => parseShard(`${i + first}/8`)!);
      for (let index = 0; index < 40; index++)
        expect(shards.filter((shard) => isIn(shard, index))).toHaveLength(1);
    }
    expect(firstIn(parseShard('3/8')!)).toBe(3);
  });

  it('that there is not is refused', () => {
    for (const text of ['9/8', '1', '1/0', '0/0', '-1/8', '1.5/8', '1/8/2', ''])
      expect(parseShard(text)).toBeNull();
  });

  it('decides its failures without waiting for plans of other shards', () => {
    const shard = parseShard('3/8')!;
    const inquest = new Inquest([], { plansPerEpoch: 16, has: (index) => isIn(shard, index) });
    expect(inquest.isReadyFor(35)).toBe(false);
    inquest.planDone(3, []);
    inquest.planDone(11, []);
    expect(inquest.isReadyFor(35)).toBe(true);
  });
});
