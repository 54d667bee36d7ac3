import { beforeAll, describe, expect, it } from 'vitest';
import type { Investigated } from '../../src/find/investigate.ts';
import { passedIn } from '../../src/find/sightings.ts';
import { storeBug } from '../../src/find/store-bug.ts';
import { foundBug } from '../report/found-bug.ts';
import { freshBase } from '../report/github/bugs-on-disk.ts';

let investigated: Investigated;

beforeAll(async () => {
  investigated = (await foundBug()).investigated;
});

const about = (version: string) => ({ engine: 'mutant', version, claims: '' });

describe('a finding in the bug base', () => {
  it('is new once, and then one more sight of the same bug, in whatever version', () => {
    const base = freshBase();
    expect(storeBug(base, investigated, about('1.0'), 'monday').isNew).toBe(true);
    const { bug, isNew } = storeBug(base, investigated, about('1.1'), 'tuesday');
    expect(isNew).toBe(false);
    expect(bug).toMatchObject({
      version: '1.0',
      alsoIn: ['1.1'],
      timesSeen: 2,
      firstSeen: 'monday',
      lastSeen: 'tuesday',
    });
    expect(base.load().bugs).toHaveLength(1);
  });

  it('is news if the bug passes with its old plan, which the new one replaces', () => {
    const base = freshBase();
    const { bug } = storeBug(base, investigated, about('1.0'), 'monday');
    base.update(passedIn(bug, '1.1'));
    const other = { ...investigated, plan: { ...investigated.plan, seed: 'another' } };
    const stored = storeBug(base, other, about('1.1'), 'tuesday');
    expect(stored).toMatchObject({ isNew: true, bug: { id: bug.id, timesSeen: 2, firstSeen: 'monday' } });
    expect(base.find(bug.id)?.plan.seed).toBe('another');
    expect(base.find(bug.id)?.bug.passesIn).toBeUndefined();
  });
});
