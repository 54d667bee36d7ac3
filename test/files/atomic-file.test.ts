import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAtomically, openAtomically, writeAtomically } from '../../src/files/atomic-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';

function folder(): string {
  return temporaryFolder();
}

describe('a file that is written as a whole', () => {
  it('takes the place of the one that is there, in folders that are made for it, and leaves nothing else', () => {
    const place = join(folder(), 'a/b');
    writeAtomically(join(place, 'x'), 'old');
    writeAtomically(join(place, 'x'), Uint8Array.of(110, 101, 119));
    expect(readFileSync(join(place, 'x'), 'utf8')).toBe('new');
    expect(readdirSync(place)).toEqual(['x']);
  });

  it('leaves the old one and no rest if it cannot be given its name', () => {
    const place = folder();
    mkdirSync(join(place, 'x'));
    expect(() => writeAtomically(join(place, 'x'), 'new')).toThrow();
    expect(readdirSync(place)).toEqual(['x']);
  });
});

describe('a file that must be new', () => {
  it('is created, and one that is there stays as it is', () => {
    const path = join(folder(), 'x');
    expect(createAtomically(path, 'first')).toBe(true);
    expect(createAtomically(path, 'second')).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe('first');
    expect(readdirSync(join(path, '..'))).toEqual(['x']);
  });
});

describe('a file that is written piece by piece', () => {
  it('is not there before it is complete: until then the old one is', () => {
    const path = join(folder(), 'x');
    writeFileSync(path, 'old');
    const file = openAtomically(path);
    file.append('a');
    file.append('b');
    expect(readFileSync(path, 'utf8')).toBe('old');
    file.complete();
    expect(readFileSync(path, 'utf8')).toBe('ab');
  });

  it('fails at once where it cannot be', () => {
    const path = join(folder(), 'x');
    writeFileSync(path, 'a file, no folder');
    expect(() => openAtomically(join(path, 'y'))).toThrow();
  });
});
