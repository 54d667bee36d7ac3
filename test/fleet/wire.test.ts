import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditOf } from '../../src/fleet/audit.ts';
import { Journal, journalFile, journals, readJournal } from '../../src/fleet/journal.ts';
import { packed, unpacked } from '../../src/fleet/wire.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { RESULT } from './results.ts';

describe('a message', () => {
  it('keeps every bit of values: whole numbers, bytes, and reals that JSON does not know', () => {
    const values = {
      rows: [[9007199254740993n, -0, Number.NaN, Infinity, new Uint8Array([0, 255]), null, 'ä', 1.5]],
    };
    const back = unpacked(packed(values)) as typeof values;
    expect(back).toEqual(values);
    expect(Object.is(back.rows[0][1], -0)).toBe(true);
  });

  it('whose whole numbers are longer than those of SQL is refused at once', () => {
    for (const digits of ['9'.repeat(20_000_000), '9223372036854775808', '1e3', ''])
      expect(() => unpacked(packed({ $dirt: 'i', v: digits }))).toThrow(/not one of DIRT/);
    expect(unpacked(packed(-(2n ** 63n)))).toBe(-(2n ** 63n));
  });

  it('that is none of DIRT is refused in one line', () => {
    for (const text of ['', 'x', null, Buffer.from('{}').toString('base64')])
      expect(() => unpacked(text)).toThrow(/not one of DIRT/);
  });
});

describe('the journal of a campaign', () => {
  it('is not written through a link, which somebody may have sent with the folder', () => {
    const folder = temporaryFolder();
    const file = journalFile(join(folder, 'bugs'), 'dirt-1');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(join(folder, 'outside'), 'x');
    symlinkSync(join(folder, 'outside'), file);
    expect(readJournal(file)).toEqual([]);
    expect(() => new Journal(file)).toThrow('it is no regular file');
    expect(readFileSync(join(folder, 'outside'), 'utf8')).toBe('x');
  });

  const plans = (...indices: number[]) =>
    packed({
      kind: 'plans',
      asked: { version: '1', against: null, opener: 'sqlite@3.50.4' },
      worker: 'w',
      tookMs: 1,
      plans: indices.map((index) => ({ index, result: RESULT, failures: [], told: [], lookMs: 0 })),
    });

  it('is read back after a kill, and shows plans that are missing or counted twice', () => {
    const bugs = join(temporaryFolder(), 'bugs');
    const file = journalFile(bugs, 'dirt-1');
    const journal = new Journal(file);
    journal.add([{ id: 'dirt-1.p0-2', result: plans(0, 1) }]);
    journal.add([{ id: 'dirt-1.p0-2', result: plans(0, 1) }]);
    appendFileSync(file, '{"id":"dirt-1.p2');
    journal.add([{ id: 'dirt-1.p4-5', result: packed({ kind: 'plans', plans: 'forged' }) }]);
    journal.add([{ id: 'dirt-1.p1-4', result: plans(1, 3) }]);
    expect(readJournal(file)).toHaveLength(4);
    expect(auditOf('dirt-1', file, false)).toMatchObject({
      plans: 3,
      statements: 40,
      missingPlans: 1,
      missing: [2],
      foreign: 1,
      twice: [1],
    });
    journal.close();
    journal.finish();
    expect(journals(bugs)).toMatchObject([{ campaign: 'dirt-1', isFinished: true }]);
  });
});
