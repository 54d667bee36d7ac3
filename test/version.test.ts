import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DIRT_VERSION } from '../src/version.ts';

it('the version that DIRT tells is the one of its package', () => {
  expect(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version).toBe(
    DIRT_VERSION,
  );
});
