import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeAtomically } from '../../src/files/atomic-file.ts';
import { restoreFolders } from '../../src/files/atomic-folder.ts';
import { locked } from '../../src/files/locked.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const NOBODY = 99_999_999;
const UUID = '00000000-0000-0000-0000-000000000000';

const folder = () => temporaryFolder();

describe('a lock', () => {
  it('is there during the work, also if that asks for it again, and gone after it, also if that fails', () => {
    const place = join(folder(), 'made/for/it');
    const seen = locked(place, () => locked(place, () => readdirSync(place)));
    expect(seen).toEqual(['.lock']);
    expect(() =>
      locked(place, () => {
        throw new Error('work');
      }),
    ).toThrow('work');
    expect(readdirSync(place)).toEqual([]);
  });

  it('of a process that was killed keeps nobody waiting', () => {
    const place = folder();
    writeFileSync(join(place, '.lock'), String(NOBODY));
    expect(locked(place, () => 'done')).toBe('done');
    expect(readdirSync(place)).toEqual([]);
  });

  it('that is no file, as somebody may have sent it, keeps nobody waiting', () => {
    const place = folder();
    mkdirSync(join(place, '.lock'));
    expect(locked(place, () => 'done')).toBe('done');
    expect(readdirSync(place)).toEqual([]);
  });
});

describe('what processes that were killed have left half-written', () => {
  it('is removed by the next that writes there, and what is under way stays', () => {
    const place = folder();
    const underWay = `x.${process.pid}.${UUID}.tmp`;
    for (const name of [`x.${NOBODY}.${UUID}.tmp`, underWay, `x.${NOBODY}.tmp`])
      writeFileSync(join(place, name), 'half');
    writeAtomically(join(place, 'y'), 'whole');
    expect(readdirSync(place).sort()).toEqual([underWay, `x.${NOBODY}.tmp`, 'y'].sort());
  });

  it('is removed where folders are put back', () => {
    const place = folder();
    mkdirSync(join(place, `.x.${NOBODY}.${UUID}.tmp/a`), { recursive: true });
    restoreFolders(place);
    expect(existsSync(join(place, `.x.${NOBODY}.${UUID}.tmp`))).toBe(false);
  });
});
