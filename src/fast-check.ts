// The package `dirt/fast-check`: importing it makes `gen.from(fc.…)` work in properties. fast-check is an optional peer, and imported here
// and nowhere else.

import fc from 'fast-check';
import { drawArbitrariesBy } from './property/index.ts';

drawArbitrariesBy((arbitrary, seed) => {
  const [value] = fc.sample(arbitrary as fc.Arbitrary<unknown>, { seed, numRuns: 1 });
  return value;
});

export { fc };
