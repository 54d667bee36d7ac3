import { relative } from 'node:path';
import { expect, it } from 'vitest';
import { inside } from '../../src/files/inside.ts';

it('a name of any kind leads to a place in the folder, and a plain one to its own', () => {
  expect(inside('out', 'test.db-wal')).toBe('out/test.db-wal');
  expect(inside('out', 'below/test.db')).toBe('out/below/test.db');
  for (const name of ['../x', '..', 'a/../../../x', '/etc/passwd', '..\\..\\x', 'a\0b', 'C:\\x', '.', ''])
    expect(relative('out', inside('out', name)), name).not.toMatch(/^\.\.|\0|^\/|:/);
});
