import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixedIn } from '../../src/history/fixed-in.ts';
import {
  appendHistory,
  type HistoryEntry,
  historyFile,
  mergeHistories,
  readHistory,
} from '../../src/history/history.ts';
import { shardedCampaigns } from '../../src/history/shards.ts';
import { temporaryFolder } from '../temporary-folder.ts';

function run(version: string, parts: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    when: '2026-01-01T00:00:00Z',
    engine: 'turso',
    version,
    seed: '1',
    ended: 'done',
    plans: 2,
    statements: 200,
    milliseconds: 1000,
    new: [],
    known: [],
    gone: [],
    ...parts,
  };
}

describe('the history of runs', () => {
  it('is read back as it was written, also after a run that was killed while it wrote', () => {
    const bugs = join(temporaryFolder(), 'new', 'bugs');
    expect(readHistory(bugs)).toEqual([]);
    appendHistory(bugs, run('1.0', { new: ['wrong-1'], commit: 'abc' }));
    appendFileSync(historyFile(bugs), '{"when":"2026\n[]\n\n');
    appendHistory(bugs, run('1.1'));
    expect(readHistory(bugs)).toEqual([run('1.0', { new: ['wrong-1'], commit: 'abc' }), run('1.1')]);
  });

  it('tells in which version a bug was gone first, and forgets that when it comes back', () => {
    const history = [
      run('1.0', { new: ['a', 'b', '__proto__'] }),
      run('1.1', { gone: ['a', 'b'], known: ['__proto__'] }),
      run('1.2', { gone: ['a'], known: ['b'] }),
    ];
    expect(fixedIn(history)).toEqual([
      { id: 'a', engine: 'turso', foundIn: '1.0', goneIn: '1.1' },
      { id: 'b', engine: 'turso', foundIn: '1.0', goneIn: null },
      { id: '__proto__', engine: 'turso', foundIn: '1.0', goneIn: null },
    ]);
  });
});

describe('histories of several machines', () => {
  const shard = (name: string, when: string, ended: 'done' | 'interrupted' = 'done') =>
    run('1.0', { when, shard: name, ended, seed: '7' });

  it('become one in the order of time, with each run once', () => {
    const bugs = join(temporaryFolder(), 'bugs');
    appendHistory(bugs, shard('0/2', '2026-01-02'));
    mergeHistories(bugs, [[shard('1/2', '2026-01-01')], [shard('0/2', '2026-01-02')]]);
    expect(readHistory(bugs).map((entry) => entry.shard)).toEqual(['1/2', '0/2']);
  });

  it('tell which shards are missing, broken off or there twice', () => {
    const [campaign] = shardedCampaigns([
      shard('0/4', '2026-01-01', 'interrupted'),
      shard('1/4', '2026-01-01'),
      shard('1/4', '2026-01-02'),
      run('1.0'),
    ]);
    expect(campaign).toMatchObject({ of: 4, missing: [2, 3], interrupted: [0], twice: [1] });
    expect(campaign.plans).toBe(4);
  });

  it('are none where a line names a shard that there cannot be, whoever wrote it', () => {
    const names = [
      '0/99999999999',
      '4294967296/4294967297',
      '5/2',
      '2/2',
      '0/0',
      '-1/2',
      '1/2/3',
      '__proto__',
    ];
    expect(shardedCampaigns(names.map((name) => shard(name, '2026-01-01')))).toEqual([]);
    expect(shardedCampaigns([shard('7/999999', '2026-01-01')])[0].missing).toHaveLength(999_998);
  });
});
