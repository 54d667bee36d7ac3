import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { filesMatching } from '../src/project/glob.ts';
import { fullSize, tiers } from './tiers.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const filesOf = (pattern: string) => filesMatching(pattern, ROOT).map((path) => relative(ROOT, path));

describe('the tiers of the tests', () => {
  it('have each test file once, so that none runs twice or not at all', () => {
    const held = Object.values(tiers).flatMap(({ include, exclude }) => {
      const excluded = new Set(exclude.flatMap(filesOf));
      return include.flatMap(filesOf).filter((file) => !excluded.has(file));
    });
    expect(held.sort()).toEqual(filesOf('test/**/*.test.ts'));
  });

  it('skip no test in silence: `lacks` prints what is missing', () => {
    const silent = filesOf('test/**/*.test.ts').filter((file) =>
      /\bskip\(|\.skip\b|\.todo\b|\brunIf\(|skipIf\((?!lacks\()/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(silent).toEqual(['test/tiers.test.ts']);
  });

  it('name no file that is not there', () => {
    const patterns = [...fullSize, ...Object.values(tiers).flatMap(({ include }) => include)];
    expect(patterns.filter((pattern) => filesOf(pattern).length === 0)).toEqual([]);
  });
});
