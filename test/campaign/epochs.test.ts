import { expect, it } from 'vitest';
import { ENDLESS_EPOCH, learnedBelow } from '../../src/campaign/epochs.ts';

it('a plan depends on plans at least an epoch before it', () => {
  for (const index of [0, 63, 64, 127]) expect(learnedBelow(index)).toBe(0);
  expect(learnedBelow(128)).toBe(64);
  expect(learnedBelow(200)).toBe(128);
});

it('in an epoch without end, plans depend on nothing that the campaign learns', () => {
  for (const index of [0, 1000, 1_000_000]) expect(learnedBelow(index, ENDLESS_EPOCH)).toBe(0);
});
