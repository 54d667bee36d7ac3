import { expect, it } from 'vitest';
import { retriedAs } from '../../src/find/retried.ts';
import type { Outcome } from '../../src/sql/outcome.ts';

const panic = { kind: 'panic', signature: 'panic/noPanic/core/mod.rs:10:2' } as const;
const wrong = { kind: 'difference', signature: 'difference/model/rows missing' } as const;
const refused = (refusal: 'unsupported' | 'busy') => {
  const outcome: Outcome = { kind: 'refused', class: refusal, message: 'no' };
  return {
    kind: 'error',
    signature: `error/noError/${refusal},no`,
    actual: { kind: 'outcome', outcome },
  } as const;
};

it('the same failure is the same bug in another version, where lines have moved and another symptom shows', () => {
  expect(retriedAs(panic, { ...panic, signature: 'panic/noPanic/core/mod.rs:12:2' })).toBe('fails');
  expect(retriedAs(wrong, { ...wrong, signature: 'content/contents/other rows' })).toBe('fails');
  expect(retriedAs(wrong, null)).toBe('passes');
});

it('another failure does not say that a version has the bug', () => {
  expect(retriedAs(wrong, panic)).toBe('fails otherwise');
  expect(retriedAs(panic, { ...panic, signature: 'panic/noPanic/core/other.rs:10:2' })).toBe(
    'fails otherwise',
  );
  expect(retriedAs(wrong, refused('busy'))).toBe('fails otherwise');
});

it('a version without a feature of the plan is not said to have the bug', () => {
  expect(retriedAs(wrong, refused('unsupported'))).toBe('lacks a feature that it needs');
});
