// The package cache without a network: what is there counts only if it is what was unpacked, and a version is only ever a version.

import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cachedVersions, fetchPackage, packageFolder } from '../../src/engines/packages.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const NAME = '@tursodatabase/database-wasm';

function cache(files: Readonly<Record<string, string>>, manifest: object): void {
  vi.stubEnv('DIRT_CACHE', temporaryFolder());
  const folder = packageFolder(NAME, '0.1.2');
  for (const [path, content] of Object.entries({
    ...files,
    'dirt-manifest.json': JSON.stringify(manifest),
  })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

const hash = (content: string) => createHash('sha256').update(content).digest('hex');

afterEach(() => vi.unstubAllEnvs());

describe('a folder of the cache', () => {
  it('with the files of its manifest is a package', () => {
    cache({ 'dist/a.wasm': 'content' }, { 'dist/a.wasm': hash('content') });
    expect(cachedVersions(NAME)).toEqual(['0.1.2']);
  });

  it.each<[string, Record<string, string>, object]>([
    ['an empty manifest', {}, {}],
    [
      'a file that the manifest does not name',
      { 'a.wasm': 'content', 'b.node': 'code' },
      { 'a.wasm': hash('content') },
    ],
    ['a manifest that names a file outside', { 'a.wasm': 'x' }, { '../../evil': hash('x') }],
    ['other contents', { 'a.wasm': 'other' }, { 'a.wasm': hash('content') }],
    ['a manifest of prototypes', { 'a.wasm': 'x' }, JSON.parse('{"__proto__":{"a.wasm":"x"}}')],
  ])('with %s is none', (_, files, manifest) => {
    cache(files, manifest);
    expect(cachedVersions(NAME)).toEqual([]);
  });

  it('with a link in it is none', () => {
    cache({ 'a.wasm': 'content' }, { 'a.wasm': hash('content'), 'b.wasm': hash('content') });
    symlinkSync('a.wasm', join(packageFolder(NAME, '0.1.2'), 'b.wasm'));
    expect(cachedVersions(NAME)).toEqual([]);
  });
});

describe('a version', () => {
  it.each([
    '0.1.2/../../../tmp/evil',
    'npm:other@1.0.0',
    'http://example.org/x.tgz',
    'git+http://example.org/x',
    'file:/tmp/x',
    '../x',
    'latest',
    '>=0',
    '0.1',
    '1.2.3 --registry=http://example.org',
    '1.2.3\n',
    '',
  ])('is not %j, which neither npm nor the file system is given', async (version) => {
    const asked = fetchPackage({ name: NAME, version, wants: () => true });
    await expect(asked).rejects.toMatchObject({ code: 'DIRT_PACKAGE_VERSION' });
  });
});
