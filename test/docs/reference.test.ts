import { expect, it } from 'vitest';
import { referenceDocument } from './reference.ts';

it('docs/reference.md lists what the package has today (`npm run docs:reference` writes it)', async () => {
  await expect(referenceDocument()).toMatchFileSnapshot('../../docs/reference.md');
});
