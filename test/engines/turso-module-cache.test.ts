import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { instrument } from '../../src/engines/turso/instrument.ts';
import { cacheEntry, instrumentedModule } from '../../src/engines/turso/module-cache.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** The smallest module. */
const WASM = Uint8Array.from([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  vi.stubEnv('DIRT_CACHE', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test('a module that is cached is the one that was made', () => {
  const made = instrumentedModule(WASM);
  expect(made).toEqual(instrument(WASM));
  expect(new Uint8Array(instrumentedModule(WASM))).toEqual(made);
  expect(readdirSync(dirname(cacheEntry(WASM)))).toHaveLength(1);
});

test.each([
  ['cut off', (entry: string) => truncateSync(entry, 40)],
  ['empty', (entry: string) => truncateSync(entry, 0)],
  [
    'altered',
    (entry: string) =>
      writeFileSync(
        entry,
        readFileSync(entry).map((byte) => byte ^ 1),
      ),
  ],
])('a cache entry that is %s is made again', (_, damage) => {
  instrumentedModule(WASM);
  const entry = cacheEntry(WASM);
  const whole = readFileSync(entry);
  damage(entry);
  expect(new Uint8Array(instrumentedModule(WASM))).toEqual(instrument(WASM));
  expect(readFileSync(entry)).toEqual(whole);
});

test('without a cache that can be written, modules are made each time', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  vi.stubEnv('DIRT_CACHE', join(file, 'below'));
  expect(instrumentedModule(WASM)).toEqual(instrument(WASM));
});
