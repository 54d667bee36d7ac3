import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { configShape, printConfigSchema } from '../../src/config/config-shape.ts';

const SCHEMA = new URL('../../docs/config.schema.json', import.meta.url);
const GUIDE = new URL('../../docs/config.md', import.meta.url);

it('the schema of the configuration is published as it is (vitest -u writes it anew)', async () => {
  await expect(printConfigSchema()).toMatchFileSnapshot(SCHEMA.pathname);
});

it('the guide explains every key, and every name within the keys that have names of their own', () => {
  const guide = readFileSync(GUIDE, 'utf8');
  const rowOf = (key: string) => guide.split('\n').find((line) => line.startsWith(`| \`${key}\``));
  const { $schema, limits, ...keys } = configShape.schema().properties ?? {};
  const named = Object.keys(limits.properties ?? {}).map((name) => `limits.${name}`);
  for (const key of [...Object.keys(keys), ...named]) expect(rowOf(key), key).toBeDefined();
  for (const [key, { properties = {} }] of Object.entries(keys))
    for (const name of Object.keys(properties)) expect(rowOf(key)).toContain(`\`${name}\``);
});
