import { lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DirtError } from '../../src/errors.ts';
import { explained, openText, readText, readTextIfThere, writeText } from '../../src/files/named-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder();

describe('a file that a user named', () => {
  it('is read, and one that cannot be is the mistake of the user', () => {
    writeFileSync(join(folder, 'x'), 'text');
    expect(readText(join(folder, 'x'))).toBe('text');
    expect(() => readText(join(folder, 'no'))).toThrow(/^cannot read .*no \(ENOENT\): check the path/);
    expect(() => readText(folder)).toThrow(DirtError);
  });

  it('may be missing where that is said, but not be something else', () => {
    expect(readTextIfThere(join(folder, 'no'))).toBeNull();
    expect(readTextIfThere(join(folder, 'x/no'))).toBeNull();
    expect(() => readTextIfThere(folder)).toThrow(/\(EISDIR\)/);
  });

  it('is written through a link, which stays one', () => {
    writeFileSync(join(folder, 'target'), 'old');
    symlinkSync('target', join(folder, 'link'));
    writeText(join(folder, 'link'), 'new');
    expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('new');
    expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true);
  });

  it('is written to as it is where it is no file', () => {
    writeText('/dev/null', 'gone');
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('grows where its link leads to, and what is no regular file is written into and stays', () => {
    writeFileSync(join(folder, 'aim'), 'old');
    symlinkSync('aim', join(folder, 'to-aim'));
    for (const path of [join(folder, 'to-aim'), '/dev/null']) {
      const file = openText(path);
      file.append('a');
      file.append('b');
      file.complete();
    }
    expect(readFileSync(join(folder, 'aim'), 'utf8')).toBe('ab');
    expect(lstatSync(join(folder, 'to-aim')).isSymbolicLink()).toBe(true);
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('that cannot be written is the mistake of the user', () => {
    expect(() => writeText(folder, 'x')).toThrow(/^cannot write .*\(EISDIR\): check the path/);
  });
});

it('only refusals of the file system are explained: anything else is a bug of DIRT', () => {
  const fault = new TypeError('no function');
  const work = () => {
    throw fault;
  };
  expect(() => explained(work, (reason) => new DirtError('DIRT_FILE', reason, ''))).toThrow(fault);
});
