import { describe, expect, it } from 'vitest';
import {
  type Answer,
  type Decision,
  type Failure,
  Inquest,
  type KnownCause,
} from '../../src/campaign/inquest.ts';
import type { Investigated } from '../../src/find/investigate.ts';

const failure = (index: number, signature = 's', nth = 0): Failure => ({
  index,
  nth,
  finding: { kind: 'difference', judge: 'model', property: 'p', at: 0, signature, message: '' },
  blamed: 'engine',
});
const investigated = (id: string): Answer => ({
  kind: 'investigated',
  investigated: { id } as Investigated,
  tookMs: 0,
});
const cause = (id: string, muted = false): KnownCause => ({ id, cause: { heart: [id] }, muted });

/** Commits what can be committed, and tells of it. */
function decided(inquest: Inquest): string[] {
  const told: string[] = [];
  inquest.decide(({ failure: { index }, answer }: Decision) => {
    const id = answer.kind === 'investigated' ? answer.investigated.id : null;
    told.push(`${index} ${id ?? answer.kind}`);
    return id === null ? null : cause(id);
  });
  return told;
}

describe('failures are decided in the order of their plans,', () => {
  it('whichever plan ends first', () => {
    const inquest = new Inquest([]);
    inquest.planDone(1, [failure(1)]);
    inquest.next(false);
    inquest.answer({ index: 1, nth: 0 }, investigated('b'));
    expect(decided(inquest)).toEqual([]);
    inquest.planDone(0, [failure(0)]);
    inquest.next(false);
    inquest.answer({ index: 0, nth: 0 }, investigated('a'));
    expect(decided(inquest)).toEqual(['0 a']);
  });

  it('and one that was looked into before its turn is asked about what was learned meanwhile', () => {
    const inquest = new Inquest([]);
    inquest.planDone(0, [failure(0, 'x')]);
    inquest.planDone(1, [failure(1, 'y')]);
    expect(inquest.next(true)).toMatchObject({ failure: { index: 0 }, looksInto: true });
    expect(inquest.next(true)).toMatchObject({ failure: { index: 1 }, looksInto: true });
    inquest.answer({ index: 1, nth: 0 }, investigated('b'));
    inquest.answer({ index: 0, nth: 0 }, investigated('a'));
    expect(decided(inquest)).toEqual(['0 a']);
    expect(inquest.next(false)).toMatchObject({
      failure: { index: 1 },
      known: [{ id: 'a' }],
      looksInto: false,
    });
    inquest.answer({ index: 1, nth: 0 }, { kind: 'unexplained' });
    expect(decided(inquest)).toEqual(['1 b']);
    expect(inquest.waiting).toBe(0);
  });

  it('and nothing is looked into ahead that looks like what is under way', () => {
    const inquest = new Inquest([]);
    inquest.planDone(0, [failure(0, 'x')]);
    inquest.planDone(1, [failure(1, 'x')]);
    inquest.next(true);
    expect(inquest.next(true)).toBeNull();
  });
});

it('what may explain a failure while it is looked into is what was learned an epoch before, whoever was faster', () => {
  const inquest = new Inquest([cause('a')]);
  const learn = (index: number, id: string): void => {
    inquest.planDone(index, [failure(index, id)]);
    inquest.next(false);
    inquest.answer({ index, nth: 0 }, investigated(id));
    decided(inquest);
  };
  for (let index = 0; index < 128; index++)
    if (index === 10 || index === 100) learn(index, `of ${index}`);
    else inquest.planDone(index, []);
  inquest.planDone(128, [failure(128)]);
  expect(inquest.next(false)).toMatchObject({
    known: [{ id: 'a' }, { id: 'of 10' }, { id: 'of 100' }],
    settled: [{ id: 'a' }, { id: 'of 10' }],
  });
});

it('an explained failure is looked into all the same if its cause never failed like this, as often as the budget allows', () => {
  const inquest = new Inquest([cause('a')]);
  const explain = (index: number, signature: string): string[] => {
    inquest.planDone(index, [failure(index, signature)]);
    inquest.next(false);
    inquest.answer({ index, nth: 0 }, { kind: 'explained', by: 'a' });
    return decided(inquest);
  };
  expect(explain(0, 'x')).toEqual([]);
  expect(inquest.next(false)).toMatchObject({ failure: { index: 0 }, known: [], looksInto: true });
  inquest.answer({ index: 0, nth: 0 }, investigated('a'));
  expect(decided(inquest)).toEqual(['0 a']);
  expect(explain(1, 'x')).toEqual(['1 explained']);
  expect(explain(2, 'y')).toEqual(['2 explained']);
});

it('muted causes are asked first', () => {
  const inquest = new Inquest([cause('a'), cause('b', true)]);
  inquest.planDone(0, [failure(0)]);
  expect(inquest.next(false)?.known.map(({ id }) => id)).toEqual(['b', 'a']);
});

it('a plan may count on the causes that were learned below it, and on no others', () => {
  const inquest = new Inquest([cause('old')]);
  inquest.planDone(0, [failure(0)]);
  expect(inquest.isDecidedBelow(1)).toBe(false);
  inquest.next(false);
  inquest.answer({ index: 0, nth: 0 }, { kind: 'unexplained' });
  inquest.answer({ index: 0, nth: 0 }, investigated('new'));
  decided(inquest);
  expect(inquest.isDecidedBelow(1)).toBe(true);
  expect(inquest.causesBelow(0).map(({ id }) => id)).toEqual(['old']);
  expect(inquest.causesBelow(1).map(({ id }) => id)).toEqual(['old', 'new']);
});

it('with rechecks, what is explained is looked into, and nothing is learned from it', () => {
  const inquest = new Inquest([cause('a')], { rechecks: true });
  const explained: Answer = { kind: 'explained', by: 'a' };
  // The first of its look is a second look as always, the next one only a recheck.
  for (const index of [0, 1]) {
    inquest.planDone(index, [failure(index)]);
    inquest.next(false);
    inquest.answer({ index, nth: 0 }, explained);
    expect(decided(inquest)).toEqual([]);
    expect(inquest.next(false)).toMatchObject({ failure: { index }, known: [], looksInto: true });
    inquest.answer({ index, nth: 0 }, investigated(`b${index}`));
    inquest.decide((decision) => {
      expect(decision).toMatchObject({ explainedBy: 'a' });
      return cause(`b${index}`);
    });
  }
  expect(inquest.causesBelow(9).map(({ id }) => id)).toEqual(['a', 'b0']);
});
