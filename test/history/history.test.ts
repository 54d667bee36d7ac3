import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixedIn } from '../../src/history/fixed-in.ts';
import { appendHistory, type HistoryEntry, historyFile, readHistory } from '../../src/history/history.ts';
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
