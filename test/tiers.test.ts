import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { filesMatching } from '../src/project/glob.ts';
import { ALL_TESTS, fullSize, tiers } from './tiers.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const filesOf = (pattern: string) => filesMatching(pattern, ROOT).map((path) => relative(ROOT, path));
const listed = Object.values(tiers).flat();

describe('the tiers of the tests', () => {
  it('have each test file once, so that none runs twice or not at all', () => {
    const all = listed.flatMap(filesOf);
    expect(all.filter((file, i) => all.indexOf(file) !== i)).toEqual([]);
    expect(all.filter((file) => !filesOf(ALL_TESTS).includes(file))).toEqual([]);
  });

  it('name no file that is not there', () => {
    expect([...listed, ...fullSize].filter((pattern) => filesOf(pattern).length === 0)).toEqual([]);
  });
});
