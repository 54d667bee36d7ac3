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

  it('that was not shrunk to its end is replaced by its twin that was, and never replaces it', () => {
    const base = freshBase();
    const cut = { ...investigated, id: 'wrong-cut', skeleton: investigated.skeleton, isUnfinished: true };
    expect(storeBug(base, cut, about('1.0'), 'monday')).toMatchObject({
      bug: { id: 'wrong-cut', isUnfinished: true },
    });
    const whole = storeBug(base, investigated, about('1.0'), 'tuesday');
    expect(whole).toMatchObject({ isNew: true, bug: { id: investigated.id, firstSeen: 'monday' } });
    expect(base.load().bugs.map(({ bug }) => bug.id)).toEqual([investigated.id]);
    expect(storeBug(base, cut, about('1.0'), 'wednesday')).toMatchObject({
      isNew: false,
      bug: { id: investigated.id },
    });
  });

  it('of another skeleton belongs to its cause, until somebody splits the bug', () => {
    const base = freshBase();
    const { bug } = storeBug(base, investigated, about('1.0'), 'monday');
    const other = { ...investigated, skeleton: 'SELECT n' };
    expect(storeBug(base, other, about('1.0'), 'tuesday')).toMatchObject({
      isNew: false,
      bug: { id: bug.id, otherSkeletons: ['SELECT n'] },
    });
    base.update({ ...bug, isSplit: true });
    const split = storeBug(base, other, about('1.0'), 'wednesday');
    expect(split.isNew).toBe(true);
    expect(split.bug.id).not.toBe(bug.id);
    expect(storeBug(base, other, about('1.0'), 'thursday')).toMatchObject({
      isNew: false,
      bug: { id: split.bug.id },
    });
    expect(storeBug(base, investigated, about('1.0'), 'friday')).toMatchObject({ bug: { id: bug.id } });
  });

  it('is as bad as the worst that its cause was seen to do', () => {
    const base = freshBase();
    const answer = { ...investigated, finding: { ...investigated.finding, kind: 'difference' as const } };
    const damage = { ...investigated, finding: { ...investigated.finding, kind: 'corruption' as const } };
    expect(storeBug(base, answer, about('1.0'), 'monday').bug.severity).toBe('answer');
    expect(storeBug(base, damage, about('1.0'), 'tuesday').bug.severity).toBe('data');
    expect(storeBug(base, answer, about('1.0'), 'wednesday').bug.severity).toBe('data');
  });

  it('that the probe has shown before, by the witness of a feature in its smallest plan, is one more sight of that', () => {
    const base = freshBase();
    const { features, cause, finding } = investigated;
    const witness = { ...investigated, id: 'w', skeleton: 'W', cause: { ...cause, witnessOf: features[0] } };
    const { bug } = storeBug(base, witness, about('1.0'), 'monday');
    expect(storeBug(base, investigated, about('1.0'), 'tuesday')).toMatchObject({
      isNew: false,
      bug: { id: bug.id },
    });
    const other = { ...investigated, finding: { ...finding, signature: 'content/contents/sign of zero' } };
    expect(storeBug(base, other, about('1.0'), 'wednesday').isNew).toBe(true);
  });

  it('with the same SQL up to values that is wrong in another way is another bug', () => {
    const base = freshBase();
    const seen = (id: string, signature: string) => ({
      ...investigated,
      id,
      finding: { ...investigated.finding, signature },
      cause: { symptom: signature, heart: [] },
    });
    storeBug(base, seen('zero', 'difference/model/sign of zero'), about('1.0'), 'monday');
    const isNew = (id: string, signature: string) =>
      storeBug(base, seen(id, signature), about('1.0'), 'tuesday').isNew;
    expect(isNew('class', 'difference/model/class of a value')).toBe(true);
    expect(isNew('judge', 'content/contents/class of a value')).toBe(false);
  });

  it('that has the feature of a witness and fails without it all the same is another bug', () => {
    const base = freshBase();
    const shown = { symptom: 'contents', heart: [], witnessOf: 'function.trim' };
    const seen = { ...investigated, features: ['function.trim'], cause: { symptom: 'contents', heart: [] } };
    const isNew = (needs: readonly string[], mayNeed: readonly string[]): boolean => {
      const skeleton = [...needs, 'or', ...mayNeed].join();
      return storeBug(base, { ...seen, id: skeleton, skeleton, needs, mayNeed }, about('1.0'), 'tuesday')
        .isNew;
    };
    storeBug(base, { ...seen, id: 'w', skeleton: 'W', cause: shown }, about('1.0'), 'monday');
    expect(isNew(['trim()'], [])).toBe(false);
    expect(isNew([], ['trim()'])).toBe(false);
    expect(isNew(['STRICT'], [])).toBe(true);
  });

  it('that needs the same two things as a known one is the same bug, also if the engine says something about one of them', () => {
    const base = freshBase();
    const heart = ['SAVEPOINT', 'a second connection'];
    const said = {
      ...investigated,
      id: 'error-1',
      skeleton: 'A',
      cause: { said: 'error/busy,stale', heart },
    };
    const { bug } = storeBug(base, said, about('1.0'), 'monday');
    const wrong = { ...investigated, id: 'wrong-1', skeleton: 'B', cause: { heart } };
    expect(storeBug(base, wrong, about('1.0'), 'tuesday')).toMatchObject({
      isNew: false,
      bug: { id: bug.id },
    });
    const panic = { ...said, id: 'panic-2', skeleton: 'C', cause: { said: 'panic/a.rs:1', heart } };
    expect(storeBug(base, panic, about('1.0'), 'wednesday').isNew).toBe(true);
  });

  it('that is refused in other words and needs the same two uncommon things is the same bug', () => {
    const base = freshBase();
    const refused = (said: string, ...heart: readonly string[]) => ({
      ...investigated,
      id: said,
      skeleton: said + heart.join(),
      cause: { said: `error/other,${said}`, heart },
    });
    storeBug(base, refused('no minus', 'STRICT', 'CHECK'), about('1.0'), 'monday');
    const isNew = (seen: typeof investigated) => storeBug(base, seen, about('1.0'), 'tuesday').isNew;
    expect(isNew(refused('no plus', 'STRICT', 'CHECK'))).toBe(false);
    expect(isNew(refused('no type', 'STRICT', 'a key'))).toBe(true);
    expect(isNew(refused('no key', 'STRICT', 'a key'))).toBe(true);
  });

  it('that could not be tried without something that a known one needs is the same bug, and not if it fails without it', () => {
    const base = freshBase();
    const seen = (needs: readonly string[], mayNeed: readonly string[]) => ({
      ...investigated,
      id: `wrong-${needs.length}${mayNeed.length}`,
      skeleton: needs.join() + mayNeed.join(),
      needs,
      mayNeed,
      cause: { symptom: 'contents', heart: needs },
    });
    storeBug(base, seen(['STRICT', 'a view'], []), about('1.0'), 'monday');
    const isNew = (other: typeof investigated) => storeBug(base, other, about('1.0'), 'tuesday').isNew;
    expect(isNew(seen(['STRICT'], ['a view']))).toBe(false);
    expect(isNew(seen(['STRICT'], []))).toBe(true);
    expect(isNew(seen(['a view', 'CHECK'], ['STRICT']))).toBe(true);
  });

  it('that needs all that a known one needs and more is the same bug, unless that is little or it is wrong in another way', () => {
    const base = freshBase();
    let id = 0;
    const isNew = (needs: readonly string[], heart: readonly string[], symptom = 'contents'): boolean => {
      const seen = { ...investigated, id: `wrong-${++id}`, skeleton: String(id), needs, mayNeed: [] };
      const judged = { ...seen.finding, signature: `difference/model/${symptom}` };
      return storeBug(base, { ...seen, finding: judged, cause: { symptom, heart } }, about('1.0'), 'monday')
        .isNew;
    };
    isNew(['a declared type', 'a large number'], ['a large number']);
    expect(isNew(['a declared type', 'a large number', 'round()'], ['a large number', 'round()'])).toBe(
      false,
    );
    expect(isNew(['a declared type', 'a large number', '/'], ['/'], 'other order')).toBe(true);
    expect(isNew(['a declared type', 'a large number'], ['a large number'], 'class of a value')).toBe(false);
    isNew(['a key', 'a stored NULL'], ['a key', 'a stored NULL']);
    expect(isNew(['DEFAULT', 'a key', 'a stored NULL'], ['DEFAULT', 'a key'])).toBe(true);
    isNew(['STRICT'], ['STRICT']);
    expect(isNew(['STRICT', 'CHECK'], ['STRICT', 'CHECK'])).toBe(true);
  });
});
