import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderNames, replaceFolder, restoreFolders } from '../../src/files/atomic-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const NOBODY = 99_999_999;

function parent(): string {
  return temporaryFolder();
}

function filledWith(content: string): (folder: string) => void {
  return (folder) => writeFileSync(join(folder, content), content);
}

describe('a folder that is replaced', () => {
  it('holds only what is new, and nothing is left beside it', () => {
    const all = join(parent(), 'made/for/it');
    replaceFolder(join(all, 'x'), filledWith('old'));
    replaceFolder(join(all, 'x'), filledWith('new'));
    expect(readdirSync(join(all, 'x'))).toEqual(['new']);
    expect(readdirSync(all)).toEqual(['x']);
  });

  it('stays as it was if its new contents cannot be written', () => {
    const all = parent();
    replaceFolder(join(all, 'x'), filledWith('old'));
    const fail = (folder: string) => {
      filledWith('half')(folder);
      throw new Error('no space');
    };
    expect(() => replaceFolder(join(all, 'x'), fail)).toThrow('no space');
    expect(readdirSync(join(all, 'x'))).toEqual(['old']);
    expect(readdirSync(all)).toEqual(['x']);
  });
});

describe('what a killed process has left', () => {
  it('is put back, if nothing has taken its place', () => {
    const all = parent();
    replaceFolder(join(all, 'x.y'), filledWith('old'));
    renameSync(join(all, 'x.y'), join(all, `.x.y.${NOBODY}.0-0.tmp.old`));
    restoreFolders(all);
    expect(readFileSync(join(all, 'x.y/old'), 'utf8')).toBe('old');
  });

  it('is left alone while its process lives, or where there is a new one', () => {
    const all = parent();
    mkdirSync(join(all, `.x.${process.pid}.0-0.tmp.old`));
    mkdirSync(join(all, `.y.${NOBODY}.0-0.tmp.old`));
    mkdirSync(join(all, 'y'));
    restoreFolders(all);
    expect(existsSync(join(all, 'x'))).toBe(false);
    expect(folderNames(all)).toEqual(['y']);
  });

  it('is removed from the folders themselves, and not from those that links lead to', () => {
    const [all, outside] = [parent(), parent()];
    const half = `bug.json.${NOBODY}.6a64f778-f599-4bf4-8cf0-4ecaaffc105f.tmp`;
    mkdirSync(join(all, 'x'));
    for (const folder of [join(all, 'x'), outside]) writeFileSync(join(folder, half), '{');
    symlinkSync(outside, join(all, 'y'));
    restoreFolders(all);
    expect(readdirSync(join(all, 'x'))).toEqual([]);
    expect(readdirSync(outside)).toEqual([half]);
  });

  it('is no matter where there is no folder at all', () => {
    const nowhere = join(parent(), 'nowhere');
    restoreFolders(nowhere);
    expect(folderNames(nowhere)).toEqual([]);
  });
});
