import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BugBase } from '../../src/find/bug-base.ts';
import { causesIn } from '../../src/page/cause-data.ts';
import { freshBase, put } from '../report/github/bugs-on-disk.ts';

describe('the causes that the page is given', () => {
  let base: BugBase;
  beforeAll(() => {
    base = freshBase();
    put(base, 'wrong-1', { severity: 'answer' });
    put(base, 'wrong-2', { severity: 'data', passesIn: '2.0', notIn: [{ version: '0.5', came: 'passes' }] });
    put(base, 'wrong-3', { mergedInto: 'wrong-1' });
    put(base, 'wrong-4', { mergedInto: 'wrong-gone' });
  });

  it('are one per cause, the worst first, with what was merged into them', () => {
    const { causes } = causesIn(base);
    expect(causes.map(({ id }) => id)).toEqual(['wrong-2', 'wrong-1', 'wrong-4']);
    expect(causes[1].entries).toMatchObject([
      { id: 'wrong-3', script: expect.stringContaining('SELECT 1;') },
    ]);
  });

  it('tell what came of them in each version, the oldest first', () => {
    expect(causesIn(base).causes[0].versions).toMatchObject([
      { version: '0.5', came: 'passes' },
      { version: '0.7.2', came: 'fails' },
      { version: '2.0', came: 'passes' },
    ]);
  });

  it('go on without what cannot be read, and name it', () => {
    writeFileSync(join(base.pathOf('wrong-4'), 'recording.json'), 'no json');
    const { causes, damaged } = causesIn(base);
    expect(causes).toHaveLength(3);
    expect(damaged).toEqual([expect.stringContaining('recording.json is broken')]);
  });

  it('are short whatever an engine says: a message of 1 MB does not become a page of 1 MB', () => {
    const huge = 'x'.repeat(1_000_000);
    const other = freshBase();
    put(other, 'wrong-5', { message: huge, version: huge, property: huge, needs: [huge], features: [huge] });
    writeFileSync(join(other.pathOf('wrong-5'), 'repro.sql'), huge);
    expect(JSON.stringify(causesIn(other)).length).toBeLessThan(200_000);
  });
});
