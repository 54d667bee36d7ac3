import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesMatching } from '../../src/project/glob.ts';
import { projectFolder } from './project-folder.ts';

const folder = projectFolder({
  'a.ts': '',
  'p/b.ts': '',
  'p/b.test.ts': '',
  'p/q/c.ts': '',
  'p/q/c.js': '',
  'p/node_modules/d.ts': '',
  'p/.hidden/e.ts': '',
});

describe('a pattern', () => {
  it.each([
    ['p/*.ts', ['p/b.test.ts', 'p/b.ts']],
    ['./p/*.ts', ['p/b.test.ts', 'p/b.ts']],
    ['p/**/*.ts', ['p/b.test.ts', 'p/b.ts', 'p/q/c.ts']],
    ['**/*.ts', ['a.ts', 'p/b.test.ts', 'p/b.ts', 'p/q/c.ts']],
    ['p/**', ['p/b.test.ts', 'p/b.ts', 'p/q/c.js', 'p/q/c.ts']],
    ['p/?.ts', ['p/b.ts']],
    ['p/q/c.{ts,js}', ['p/q/c.js', 'p/q/c.ts']],
    ['{a,p/b}.ts', ['a.ts', 'p/b.ts']],
    ['p/q/c.ts', ['p/q/c.ts']],
    ['p/b?ts', ['p/b.ts']],
    ['p/q', []],
    ['nothing/*.ts', []],
  ])('%s names exactly the files that it should', (pattern, expected) => {
    expect(filesMatching(pattern, folder).map((path) => relative(folder, path))).toEqual(expected);
  });
});
