import { expect, it } from 'vitest';
import { nearest } from '../../src/json/nearest.ts';

const NAMES = ['budget', 'plans', 'steps', 'workers', 'shrinkLimit'];

it.each([
  ['bugdet', 'budget'],
  ['Plans', 'plans'],
  ['step', 'steps'],
  ['workes', 'workers'],
  ['plasn', 'plans'],
  ['shrinklimit', 'shrinkLimit'],
])('%s was meant to be %s', (written, meant) => {
  expect(nearest(written, NAMES)).toBe(meant);
});

it.each(['seed', 'x', '', 'workload'])('nothing is near enough to "%s" to be proposed', (written) => {
  expect(nearest(written, NAMES)).toBeUndefined();
});
