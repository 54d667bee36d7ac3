import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  fetchPackage,
  type PackageProgress,
  packageFolder,
  publishedVersions,
} from '../../src/engines/packages.ts';
import { temporaryFolder } from '../temporary-folder.ts';

// A small package that DIRT depends on.
const NAME = '@emnapi/wasi-threads';
const VERSION = '1.2.1';
const request = { name: NAME, version: VERSION, wants: (path: string) => path === 'package.json' };

let cache: string;
beforeEach(() => {
  cache = temporaryFolder();
  vi.stubEnv('DIRT_CACHE', cache);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(cache, { recursive: true });
});

function cached(): string[] {
  return readdirSync(join(cache, 'packages'));
}

describe('a package', () => {
  test('is fetched once, reports its progress, and keeps the files that are wanted', async () => {
    const steps: PackageProgress[] = [];
    const onProgress = (progress: PackageProgress) => steps.push(progress);
    const folder = await fetchPackage({ ...request, onProgress });
    expect(folder).toBe(packageFolder(NAME, VERSION));
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      version: VERSION,
    });
    expect(readdirSync(folder).sort()).toEqual(['dirt-manifest.json', 'package.json']);
    expect(steps.map(({ step }) => step)).toEqual(['fetching', 'unpacking', 'done']);
    expect(steps[2].bytes).toBeGreaterThan(1000);

    await fetchPackage({ ...request, onProgress });
    expect(steps).toHaveLength(3);
  });

  test('that is damaged in the cache is fetched again', async () => {
    const file = join(await fetchPackage(request), 'package.json');
    const whole = readFileSync(file, 'utf8');
    truncateSync(file, 10);
    await fetchPackage(request);
    expect(readFileSync(file, 'utf8')).toBe(whole);
    expect(cached()).toHaveLength(1);
  });

  test('can be fetched by two at the same time', async () => {
    const [one, other] = await Promise.all([fetchPackage(request), fetchPackage(request)]);
    expect(one).toBe(other);
    expect(cached()).toHaveLength(1);
  });
});

describe('one line says what to do', () => {
  test('when the version does not exist', async () => {
    const failure = fetchPackage({ ...request, version: '99.0.0' });
    await expect(failure).rejects.toMatchObject({ code: 'DIRT_PACKAGE_VERSION' });
    await expect(failure).rejects.toThrow(/^there is no .*99\.0\.0: use one of .*1\.2\.1[^\n]*$/);
    expect(cached()).toEqual([]);
  });

  test('when the package does not exist', async () => {
    const failure = publishedVersions('@emnapi/there-is-no-such-package');
    await expect(failure).rejects.toMatchObject({ code: 'DIRT_PACKAGE_NETWORK' });
  });

  test('when there is no network', async () => {
    vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9');
    vi.stubEnv('npm_config_cache', join(cache, 'npm'));
    await expect(fetchPackage(request)).rejects.toMatchObject({ code: 'DIRT_PACKAGE_NETWORK' });
    expect(cached()).toEqual([]);
  });

  test('when npm is missing', async () => {
    vi.stubEnv('PATH', cache);
    await expect(fetchPackage(request)).rejects.toMatchObject({ code: 'DIRT_NPM_MISSING' });
  });

  test('when the cache cannot be written', async () => {
    const file = join(cache, 'file');
    writeFileSync(file, '');
    vi.stubEnv('DIRT_CACHE', file);
    await expect(fetchPackage(request)).rejects.toMatchObject({ code: 'DIRT_CACHE_UNWRITABLE' });
  });

  test('when something else arrives than the registry describes', async () => {
    const bin = join(cache, 'bin');
    mkdirSync(bin);
    // An npm that describes one archive and delivers another.
    const script = `#!${process.execPath}
      const [command, ...rest] = process.argv.slice(2);
      if (command === 'view') console.log(JSON.stringify({ integrity: 'sha512-AAAA' }));
      else require('node:fs').writeFileSync(rest[rest.indexOf('--pack-destination') + 1] + '/x.tgz', 'something');`;
    writeFileSync(join(bin, 'npm'), script, { mode: 0o755 });
    vi.stubEnv('PATH', bin);
    await expect(fetchPackage(request)).rejects.toMatchObject({ code: 'DIRT_PACKAGE_CORRUPT' });
    expect(cached()).toEqual([]);
  });
});
