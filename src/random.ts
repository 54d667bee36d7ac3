// Seeded, forkable integer randomness. A stream is fully determined by the words it was made from, so
// plan number n of a campaign can be made without making the n plans before it.

import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

export class Random {
  readonly #generator: RandomGenerator;
  readonly #identity: string;

  private constructor(identity: string) {
    this.#identity = identity;
    this.#generator = xoroshiro128plusFromState(stateOf(identity));
  }

  /** The stream that belongs to these words, e.g. `Random.of(seed, planIndex, 'disk')`. */
  static of(...words: readonly (string | number | bigint)[]): Random {
    return new Random(words.join('/'));
  }

  /** An independent stream: what is drawn from it does not depend on, or change, what is drawn here. */
  fork(name: string | number): Random {
    return new Random(`${this.#identity}/${name}`);
  }

  /** 32 random bits, as an unsigned number. */
  word(): number {
    return this.#generator.next() >>> 0;
  }

  /** An integer in [0, bound), without modulo bias. */
  below(bound: number): number {
    if (!(bound >= 1 && bound <= 0x1_0000_0000)) throw new RangeError(`Random.below(${bound})`);
    const limit = 0x1_0000_0000 - (0x1_0000_0000 % bound);
    for (;;) {
      const word = this.word();
      if (word < limit) return word % bound;
    }
  }

  /** An integer in [low, high], both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** True once in `n` draws, on average. */
  oneIn(n: number): boolean {
    return this.below(n) === 0;
  }

  /** True with a probability of `percent` in a hundred. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** A random 64-bit signed integer. */
  int64(): bigint {
    return BigInt.asIntN(64, (BigInt(this.word()) << 32n) | BigInt(this.word()));
  }

  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('Random.pick() from nothing');
    return items[this.below(items.length)];
  }

  /** Picks by weight; weights are non-negative integers and at least one is positive. */
  weighted<T>(choices: readonly (readonly [weight: number, item: T])[]): T {
    let total = 0;
    for (const [weight] of choices) total += weight;
    let point = this.below(total);
    for (const [weight, item] of choices) {
      point -= weight;
      if (point < 0) return item;
    }
    throw new RangeError('Random.weighted() without a positive weight');
  }

  /** The same, or undefined, without a draw, if no weight is positive. */
  weightedIfAny<T>(choices: readonly (readonly [weight: number, item: T])[]): T | undefined {
    return choices.some(([weight]) => weight > 0) ? this.weighted(choices) : undefined;
  }

  shuffled<T>(items: readonly T[]): T[] {
    const result = [...items];
    for (let i = result.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [result[i], result[j]] = [result[j], result[i]];
    }
    return result;
  }
}

/** Neighbouring seeds must give unrelated streams, so the state is filled by mixing a hash of the words. */
function stateOf(identity: string): number[] {
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < identity.length; i++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(identity.charCodeAt(i))) * 0x100000001b3n);
  }
  const state: number[] = [];
  while (state.length < 4) {
    hash = BigInt.asUintN(64, hash + 0x9e3779b97f4a7c15n);
    const mixed = splitmix(hash);
    state.push(Number(mixed >> 32n) | 0, Number(mixed & 0xffffffffn) | 0);
  }
  return state;
}

function splitmix(word: bigint): bigint {
  let z = word;
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}
