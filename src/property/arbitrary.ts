// Arbitraries of fast-check: whoever loads `dirt/fast-check` says how they are drawn, since the package is an optional peer.

import { DirtError } from '../errors.ts';

/** An arbitrary of fast-check, as far as its type matters here. */
export interface Arbitrary<T> {
  generate(...given: never[]): { readonly value: T };
}

type Sampler = (arbitrary: Arbitrary<unknown>, seed: number) => unknown;

let sampler: Sampler | undefined;

export function drawArbitrariesBy(draw: Sampler): void {
  sampler = draw;
}

/** The value that the seed determines. */
export function drawArbitrary<T>(arbitrary: Arbitrary<T>, seed: number): T {
  if (typeof (arbitrary as Partial<Arbitrary<T>> | undefined)?.generate !== 'function')
    throw new DirtError('DIRT_PROPERTY', 'gen.from was given no arbitrary', 'write `gen.from(fc.integer())`');
  if (sampler === undefined)
    throw new DirtError(
      'DIRT_PROPERTY',
      'gen.from is used without fast-check',
      "write `import { fc } from 'dirt/fast-check'` in the file of the property, and install fast-check",
    );
  return sampler(arbitrary, seed) as T;
}
