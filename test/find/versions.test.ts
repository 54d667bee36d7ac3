import { describe, expect, it } from 'vitest';
import type { Bug } from '../../src/find/bug.ts';
import { describeVersions } from '../../src/find/describe-versions.ts';
import { afterRetry, type Retried } from '../../src/find/retried.ts';
import { type Quality, searchHistory } from '../../src/find/search-history.ts';
import { compareVersions } from '../../src/find/version-order.ts';

const bug = { id: 'a-1', version: '0.7.2' } as Bug;
const LACKS = 'lacks a feature that it needs';

function known(
  ...tried: readonly (readonly [version: string, came: Retried, why?: string])[]
): string | null {
  return describeVersions(
    tried.reduce((tried, [version, came, how]) => afterRetry(tried, came, version, noteOf(came, how)), bug),
  );
}

const noteOf = (came: Retried, how?: string) =>
  how === undefined ? {} : came === LACKS ? { lacking: how } : { why: how };

it('versions are ordered as they were published', () => {
  const versions = [
    '0.2.0',
    '0.2.2',
    '0.4.0-pre.17',
    '0.4.0-pre.18',
    '0.4.0',
    '0.5.1-pre.1',
    '0.5.3',
    '0.10.0',
  ];
  expect([...versions].reverse().sort(compareVersions)).toEqual(versions);
});

describe('since when an engine has a bug', () => {
  it('is not told before another version was tried', () => {
    expect(known()).toBeNull();
    expect(known(['0.7.2', 'fails'])).toBeNull();
  });

  it('is told with what came of it in the version before', () => {
    expect(known(['0.5.1-pre.1', 'fails'], ['0.4.4', LACKS, 'FULL JOIN'])).toBe(
      'since 0.5.1-pre.1; 0.4.4 lacks FULL JOIN',
    );
    expect(known(['0.6.0', 'passes'])).toBe('since 0.7.2; 0.6.0 passes');
    expect(known(['0.6.0', 'fails otherwise', 'a panic'], ['0.5.3', 'passes'], ['0.4.4', 'passes'])).toBe(
      'since 0.7.2; 0.6.0 fails otherwise (a panic); 0.5.3 passes',
    );
  });

  it('is open if every version that was tried has it', () => {
    expect(known(['0.6.0', 'fails'], ['0.2.0', 'fails'])).toBe(
      'in every version that was tried from 0.2.0 on',
    );
  });

  it('is told with versions in between that have not got it, and with the one in which it is fixed', () => {
    expect(known(['0.6.0', 'passes'], ['0.5.3', 'fails'], ['0.8.0', 'passes'])).toBe(
      'in every version that was tried from 0.5.3 on; 0.6.0 passes; 0.8.0 passes',
    );
  });

  it('changes when a version is tried again and something else comes of it', () => {
    expect(known(['0.6.0', 'passes'], ['0.6.0', 'fails'])).toBe(
      'in every version that was tried from 0.6.0 on',
    );
    const noted = afterRetry(bug, LACKS, '0.6.0', { lacking: 'CTE' });
    expect(afterRetry(noted, LACKS, '0.6.0', { lacking: 'CTE' })).toBe(noted);
  });
});

describe('a history', () => {
  /** `g` good, `b` bad, `x` unclear; the good one before the row is left out. */
  const search = async (row: string): Promise<{ found: readonly number[]; tried: number }> => {
    let tried = 0;
    const found = await searchHistory([...[...row].keys()], async (at) => {
      tried++;
      return ({ g: 'good', b: 'bad', x: 'unclear' } as const)[row[at] as 'g'] as Quality;
    });
    return { found, tried };
  };

  it('is searched by halving', async () => {
    for (let bad = 0; bad < 100; bad++) {
      const { found, tried } = await search('g'.repeat(bad) + 'b'.repeat(100 - bad));
      expect(found).toEqual([bad]);
      expect(tried).toBeLessThanOrEqual(7);
    }
  });

  it('may leave several candidates where revisions do not build, and no more than these', async () => {
    expect((await search('ggxgb')).found).toEqual([4]);
    expect((await search('gxxbb')).found).toEqual([1, 2, 3]);
    expect((await search('xxxxb')).found).toEqual([0, 1, 2, 3, 4]);
    expect((await search('b')).found).toEqual([0]);
  });
});
