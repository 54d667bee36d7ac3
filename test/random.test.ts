import { describe, expect, it } from 'vitest';
import { Random } from '../src/random.ts';

const words = (random: Random, count = 20) => Array.from({ length: count }, () => random.word());

describe('a stream', () => {
  it('is the same for the same words, so that a plan can be made again', () => {
    expect(words(Random.of('7', 3, 'disk'))).toEqual(words(Random.of('7', 3, 'disk')));
  });

  it('is not that of a neighbouring seed, index or name', () => {
    const first = ['7/3/disk', '8/3/disk', '7/4/disk', '7/3/disc'].map((name) =>
      words(Random.of(...name.split('/'))).join(),
    );
    expect(new Set(first).size).toBe(4);
  });

  it('of neighbouring seeds is not correlated: a campaign does not try the same thing again and again', () => {
    const firsts = Array.from({ length: 2000 }, (_, seed) => Random.of(seed, 0, 'plan').below(2));
    const changes = firsts.filter((bit, i) => i > 0 && bit !== firsts[i - 1]).length;
    expect(Math.abs(changes - 1000)).toBeLessThan(150);
  });

  it('does not change when it is forked, and its forks do not depend on what was drawn', () => {
    const [plain, forked] = [Random.of('a'), Random.of('a')];
    const early = words(forked.fork('x'));
    expect(words(forked)).toEqual(words(plain));
    expect(words(forked.fork('x'))).toEqual(early);
  });
});

describe('drawing', () => {
  it('by weight draws nothing where no weight is positive, so that what follows does not depend on it', () => {
    const [plain, asked] = [Random.of('weights'), Random.of('weights')];
    expect(asked.weightedIfAny([[0, 'a']])).toBeUndefined();
    expect(asked.weightedIfAny([])).toBeUndefined();
    expect(words(asked)).toEqual(words(plain));
    expect(
      asked.weightedIfAny([
        [0, 'a'],
        [1, 'b'],
      ]),
    ).toBe('b');
  });

  it('stays in its bounds and reaches them', () => {
    const random = Random.of('bounds');
    const drawn = new Set(Array.from({ length: 500 }, () => random.between(-2, 3)));
    expect([...drawn].sort((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2, 3]);
    expect(() => random.below(0)).toThrow(RangeError);
    expect(() => random.pick([])).toThrow(RangeError);
  });

  it('follows weights, and never takes what has none', () => {
    const random = Random.of('weights');
    const counts = { often: 0, seldom: 0, never: 0 };
    for (let i = 0; i < 4000; i++) {
      counts[
        random.weighted([
          [3, 'often'],
          [1, 'seldom'],
          [0, 'never'],
        ] as const)
      ]++;
    }
    expect(counts.never).toBe(0);
    expect(counts.often / 4000).toBeGreaterThan(0.7);
    expect(counts.often / 4000).toBeLessThan(0.8);
  });

  it('reaches all of int64', () => {
    const random = Random.of('int64');
    const values = Array.from({ length: 200 }, () => random.int64());
    expect(values.some((value) => value < -(2n ** 62n)) && values.some((value) => value > 2n ** 62n)).toBe(
      true,
    );
    expect(values.every((value) => BigInt.asIntN(64, value) === value)).toBe(true);
  });

  it('shuffles without losing anything', () => {
    const items = Array.from({ length: 50 }, (_, i) => i);
    const shuffled = Random.of('shuffle').shuffled(items);
    expect(shuffled).not.toEqual(items);
    expect([...shuffled].sort((a, b) => a - b)).toEqual(items);
  });
});
