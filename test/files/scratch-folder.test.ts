import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeScratchFolder, scratchFolder, sweepScratchFolders } from '../../src/files/scratch-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** No process has such a number. */
const NOBODY = 999_999_999;

beforeEach(() => {
  vi.stubEnv('TMPDIR', temporaryFolder());
});

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a scratch folder', () => {
  it('is empty and new, in the place for temporary files, and gone when it is removed', () => {
    const folders = [scratchFolder(), scratchFolder()];
    expect(folders[0]).not.toBe(folders[1]);
    for (const folder of folders) {
      expect(dirname(folder)).toBe(process.env.TMPDIR);
      mkdirSync(`${folder}/below`);
      removeScratchFolder(folder);
      expect(existsSync(folder)).toBe(false);
    }
  });

  it('of a process that was killed is removed by the next; that of one that runs, and what is not ours, stays', () => {
    const running = scratchFolder();
    const left = join(dirname(running), basename(running).replace(`-${process.pid}-`, `-${NOBODY}-`));
    const foreign = [
      left.replace('dirt-scratch-', 'dirt-scratch-elsewhere-'),
      `${process.env.TMPDIR}/dirt-${NOBODY}-x`,
    ];
    for (const folder of [left, ...foreign]) mkdirSync(`${folder}/below`, { recursive: true });
    sweepScratchFolders();
    expect([left, running, ...foreign].map((folder) => existsSync(folder))).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});
