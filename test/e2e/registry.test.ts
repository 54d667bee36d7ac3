// What the command line says when the package registry has no such thing.

import { expect, it } from 'vitest';
import { dirt } from './dirt.ts';

it('dirt sql with a version that does not exist says in one line what to do and exits with 2', () => {
  const { status, out, error } = dirt(['sql', '-e', 'SELECT 1', '--engine', 'turso@99.0.0']);
  expect(status).toBe(2);
  expect(out).toBe('');
  const said = error
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('dirt: fetching'));
  expect(said).toEqual([expect.stringContaining('99.0.0')]);
});
