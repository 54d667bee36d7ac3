import { describe, expect, it } from 'vitest';
import { watchedPaths, withoutWatch } from '../../src/cli/watch.ts';

describe('--watch', () => {
  it('is left out of the command line of each run, with its paths and nothing else', () => {
    expect(withoutWatch(['main.js', 'run', '--watch', 'a', 'b', '--plans', '3'])).toEqual([
      'main.js',
      'run',
      '--plans',
      '3',
    ]);
    expect(withoutWatch(['main.js', 'run', '--plans', '3', '--watch'])).toEqual([
      'main.js',
      'run',
      '--plans',
      '3',
    ]);
    expect(withoutWatch(['main.js', 'run', '--watch=a', '--ci'])).toEqual(['main.js', 'run', '--ci']);
  });

  it('looks at the local build that is tested, and asks for a path where there is none', () => {
    expect(watchedPaths(true, 'file:package.json')).toEqual(['package.json']);
    expect(watchedPaths(['src'], 'turso')).toEqual(['src']);
    expect(() => watchedPaths(true, 'turso')).toThrow(/no local build/);
    expect(() => watchedPaths(['nowhere.wasm'], 'turso')).toThrow(/there is no nowhere.wasm/);
  });
});
