// The package eats its own food: what comes with DIRT is written with what its users have.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What each TypeScript file below a folder imports, as `file -> module`. */
function importsBelow(folder: string): string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  expect(files.length).toBeGreaterThan(1);
  return files.flatMap((file) => {
    const source = readFileSync(join(ROOT, folder, file), 'utf8');
    return [...source.matchAll(/^(?:import|export) [^;]*? from '([^']+)';$/gm)].map(
      ([, module]) => `${file} -> ${module}`,
    );
  });
}

describe('what comes with DIRT uses only what DIRT exports', () => {
  it('its properties', () => {
    const wrong = importsBelow('src/properties').filter(
      (each) => !/ -> \.\.\/index\.ts$|^index\.ts -> \.\/[\w-]+\.ts$/.test(each),
    );
    expect(wrong).toEqual([]);
  });

  it('its planted bugs, beside the form of their declaration', () => {
    const wrong = importsBelow('src/selftest/mutants').filter(
      (each) => !/ -> (\.\.\/\.\.\/index|\.\.\/mutant|\.\.\/plant|\.\/[\w-]+)\.ts$/.test(each),
    );
    expect(wrong).toEqual([]);
  });

  it('its examples, beside their own files and the database that they test', () => {
    const wrong = importsBelow('examples').filter(
      (each) => !/ -> (dirt|@sqlite\.org\/sqlite-wasm|\.{1,2}\/(src\/|dirt\/)?[\w-]+\.ts)$/.test(each),
    );
    expect(wrong).toEqual([]);
  });
});
