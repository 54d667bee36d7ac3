import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../src/files/make-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

describe('a folder', () => {
  it('is made with all that it lies in, and may be there', () => {
    const place = join(temporaryFolder(), 'a/b/c');
    makeFolder(place);
    makeFolder(place);
    expect(statSync(place).isDirectory()).toBe(true);
  });

  it('is refused where a file is or is on the way', () => {
    const file = join(temporaryFolder(), 'x');
    writeFileSync(file, '');
    expect(() => makeFolder(file)).toThrow(/EEXIST/);
    expect(() => makeFolder(join(file, 'a/b'))).toThrow(/ENOTDIR/);
  });

  it('is refused, and not tried for ever, in a file system that has no new folders', () => {
    const place = existsSync('/proc') ? '/proc/dirt/a' : '/dev/null/a';
    expect(() => makeFolder(place)).toThrow(/ENOENT|ENOTDIR/);
  });
});
