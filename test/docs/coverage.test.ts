import { expect, test } from 'vitest';
import { coverageDocument } from './coverage.ts';

test('docs/coverage.md is current (`npm run docs:coverage` writes it)', async () => {
  await expect(coverageDocument()).toMatchFileSnapshot('../../docs/coverage.md');
});
