import { expect, it } from 'vitest';
import type { KnownCause } from '../../src/campaign/inquest.ts';
import { learnedBelow, leftOut } from '../../src/campaign/left-out.ts';

const causes: KnownCause[] = [
  { id: 'a', cause: { heart: ['WITHOUT ROWID', 'a declared type'] }, muted: false },
  { id: 'b', cause: { heart: ['format()'], symptom: 'contents' }, muted: false },
];
const all = Array.from({ length: 640 }, (_, index) => leftOut('1', index, causes));

it('most plans leave out what known causes need, and one in four leaves nothing out', () => {
  expect(all.filter((ids) => ids.length === 0).length).toBeGreaterThanOrEqual(160);
  expect(all.filter((ids) => ids.includes('createTable.withoutRowid')).length).toBeGreaterThan(220);
  expect(all.filter((ids) => ids.includes('function.format')).length).toBeGreaterThan(220);
});

it('what is left out is the same for the same seed and causes, and nothing without causes', () => {
  expect(leftOut('1', 5, causes)).toEqual(leftOut('1', 5, causes));
  expect(leftOut('1', 5, [])).toEqual([]);
});

it('a plan depends on plans at least an epoch before it', () => {
  for (const index of [0, 63, 64, 127]) expect(learnedBelow(index)).toBe(0);
  expect(learnedBelow(128)).toBe(64);
  expect(learnedBelow(200)).toBe(128);
});
