import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { builtInProperties, families } from '../../src/properties/index.ts';

const FOLDER = fileURLToPath(new URL('../../src/properties/', import.meta.url));
const files = readdirSync(FOLDER).filter((file) => file !== 'index.ts');
const MOST_LINES = 15;

describe('the properties that come with DIRT', () => {
  it('are all registered', async () => {
    expect(files.map((file) => file.replace('.ts', '')).sort()).toEqual(Object.keys(families).sort());
    for (const file of files) {
      const exported = Object.values(await import(pathToFileURL(FOLDER + file).href));
      expect(exported.length).toBeGreaterThan(0);
      for (const property of exported) expect(builtInProperties).toContain(property);
    }
  });

  it('have names of their own', () => {
    const names = builtInProperties.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it('say in one sentence what they claim', () => {
    for (const { name, claims } of builtInProperties) expect(claims, name).toMatch(/^[A-Z].{15,150}\.$/);
  });

  it('fit on a page of the paper', () => {
    let checked = 0;
    for (const file of files) {
      const source = readFileSync(`${FOLDER}${file}`, 'utf8');
      for (const [, name, body] of source.matchAll(
        /= property\(\s*'([^']+)',[\s\S]*?=> \{\n([\s\S]*?)\n {2}\},?\n?\)/g,
      )) {
        const lines = body.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('//'));
        expect(lines.length, name).toBeLessThanOrEqual(MOST_LINES);
        checked++;
      }
    }
    expect(checked).toBe(builtInProperties.length);
  });
});
