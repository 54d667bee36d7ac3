import { expect, test } from 'vitest';
import { conformExpressions } from '../conformance/expressions.ts';
import { sized } from '../size.ts';

/** What SQLite's documentation calls undefined, or leaves open. */
const UNDEFINED: ReadonlySet<string> = new Set([
  'a NUL in a text',
  'a real of more digits than are kept',
  'unicode() of what is no text',
]);

test.each(['installed', 'newest'] as const)(
  'the model and SQLite (%s) agree on random expressions over random rows',
  async (which) => {
    const report = await conformExpressions({ count: sized(15_000, 500_000), seed: 'test', which });
    expect(report.differences).toEqual([]);
    const knowable = [...report.reasons].filter(
      ([reason]) => !reason.startsWith("SQLite's bug") && !UNDEFINED.has(reason),
    );
    const unknown = knowable.reduce((sum, [, times]) => sum + times, 0);
    expect(unknown / report.expressions).toBeLessThan(0.03);
    // The values are chosen to be where versions differ, and have many digits, hence so many.
    expect(report.unknown / report.expressions).toBeLessThan(0.14);
  },
);
