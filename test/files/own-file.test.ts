import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { appendToOwnFile, readOwnFile, readOwnFileIfThere } from '../../src/files/own-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder();
const secret = join(folder, 'secret');
writeFileSync(secret, 'secret');
const link = join(folder, 'link');
symlinkSync(secret, link);
const below = join(folder, 'below');
mkdirSync(below);

it('a regular file is read and appended to', () => {
  const path = join(folder, 'own');
  expect(readOwnFileIfThere(path)).toBeNull();
  appendToOwnFile(path, 'a');
  appendToOwnFile(path, 'ä');
  expect(readOwnFile(path)).toBe('aä');
});

it('a link is neither read nor written through, and nor is a folder', () => {
  for (const path of [link, below]) {
    expect(() => readOwnFile(path)).toThrow(expect.objectContaining({ code: 'it is no regular file' }));
    expect(readOwnFileIfThere(path)).toBeNull();
    expect(() => appendToOwnFile(path, 'x')).toThrow();
  }
  expect(readFileSync(secret, 'utf8')).toBe('secret');
});
