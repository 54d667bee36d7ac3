import { expect, it } from 'vitest';
import { oraclesDocument, recorded } from './oracles.ts';

it('docs/oracles.md says what the recorded selftest says', async () => {
  await expect(oraclesDocument(recorded())).toMatchFileSnapshot('../../docs/oracles.md');
});
