import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BugBase } from '../../src/find/bug-base.ts';
import { mergeBases } from '../../src/find/merge-bases.ts';
import { freshBase, put } from '../report/github/bugs-on-disk.ts';

const ofJoin = { cause: { heart: ['RIGHT JOIN', 'DISTINCT'] }, needs: ['RIGHT JOIN', 'DISTINCT'] };

/** Two machines met one cause, each also one of its own. */
function twoBases(): [BugBase, BugBase] {
  const [one, other] = [freshBase(), freshBase()];
  put(one, 'wrong-b', { ...ofJoin, index: 7, timesSeen: 2, lastSeen: '2026-01-03T00:00:00Z' });
  put(one, 'wrong-one', { cause: { said: 'panic/one', heart: [] }, signature: 'panic/one', index: 9 });
  put(other, 'wrong-a', { ...ofJoin, index: 3, timesSeen: 3, alsoIn: ['0.7.3'], severity: 'data' });
  put(other, 'wrong-other', {
    cause: { said: 'panic/other', heart: [] },
    signature: 'panic/other',
    index: 1,
  });
  return [one, other];
}

const contents = (base: BugBase) => base.load().bugs.map(({ bug, plan }) => ({ bug, plan }));

describe('bug bases of several runs', () => {
  it('become one: entries of one cause are joined under the plan that a campaign meets first, counts added', () => {
    const into = freshBase();
    const { added, names, conflicts } = mergeBases(into, twoBases());
    expect([...added].sort()).toEqual(['wrong-a', 'wrong-one', 'wrong-other']);
    expect(names[0].get('wrong-b')).toBe('wrong-a');
    expect(into.find('wrong-a')?.bug).toMatchObject({
      timesSeen: 5,
      lastSeen: '2026-01-03T00:00:00Z',
      alsoIn: ['0.7.3'],
      severity: 'data',
      otherSkeletons: ['wrong-b'],
    });
    expect(conflicts).toEqual([]);
  });

  it('become the same base in whatever order they are given', () => {
    const [one, other] = twoBases();
    const [forth, back] = [freshBase(), freshBase()];
    mergeBases(forth, [one, other]);
    mergeBases(back, [other, one]);
    expect(contents(forth)).toEqual(contents(back));
  });

  it('that do not agree are merged, and what was made of it is named', () => {
    const [one, other, into] = [freshBase(), freshBase(), freshBase()];
    put(one, 'wrong-a', { status: 'muted', reason: 'tracked', passesIn: '0.8.0' });
    put(other, 'wrong-a', { alsoIn: ['0.8.0'] });
    const { conflicts } = mergeBases(into, [one, other]);
    expect(conflicts).toEqual(['wrong-a: passes in 0.8.0 and fails there, too: it counts as failing']);
    expect(into.find('wrong-a')?.bug).toMatchObject({
      status: 'muted',
      reason: 'tracked',
      alsoIn: ['0.8.0'],
    });
    expect(into.find('wrong-a')?.bug.passesIn).toBeUndefined();
  });

  it('keep what somebody said belongs together, also if an entry has another name now', () => {
    const [one, other] = twoBases();
    put(one, 'wrong-entry', {
      cause: { said: 'panic/x', heart: [] },
      signature: 'panic/x',
      mergedInto: 'wrong-b',
    });
    const into = freshBase();
    mergeBases(into, [one, other]);
    expect(into.find('wrong-entry')?.bug.mergedInto).toBe('wrong-a');
  });

  it('are merged without what is damaged, which is named', () => {
    const [one] = twoBases();
    put(one, 'wrong-damaged');
    writeFileSync(join(one.folder, 'wrong-damaged/bug.json'), '{');
    const into = freshBase();
    const { damaged, added } = mergeBases(into, [one]);
    expect(damaged).toHaveLength(1);
    expect(added).toHaveLength(2);
  });
});

describe('a bug base with a baseline', () => {
  it('has its bugs and leaves it as it is: what becomes known is written beside, with the times seen here', () => {
    const baseline = freshBase();
    const known = put(baseline, 'wrong-a', { timesSeen: 10 });
    const before = contents(baseline);
    const own = new BugBase(freshBase().folder, { baseline });
    expect(own.ids()).toEqual(['wrong-a']);
    own.update({ ...known, timesSeen: 11, passesIn: '0.8.0' });
    expect(contents(baseline)).toEqual(before);
    expect(new BugBase(own.folder).find('wrong-a')?.bug).toMatchObject({ timesSeen: 1, passesIn: '0.8.0' });
    mergeBases(baseline, [new BugBase(own.folder)]);
    expect(baseline.find('wrong-a')?.bug).toMatchObject({ timesSeen: 11, passesIn: '0.8.0' });
  });
});
