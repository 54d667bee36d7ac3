import { expect, it } from 'vitest';
import type { KnownCause } from '../../src/campaign/inquest.ts';
import { leftOut } from '../../src/campaign/left-out.ts';

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
