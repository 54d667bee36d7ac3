import { expect, it } from 'vitest';
import { printConfigSchema } from '../../src/config/config-shape.ts';

const SCHEMA = new URL('../../docs/config.schema.json', import.meta.url);

it('the schema of the configuration is published as it is (vitest -u writes it anew)', async () => {
  await expect(printConfigSchema()).toMatchFileSnapshot(SCHEMA.pathname);
});
