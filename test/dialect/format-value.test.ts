import { describe, expect, it } from 'vitest';
import { formatRow } from '../../src/dialect/format-value.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { testOf } from '../../src/plan/rehearse.ts';
import { planOfScript } from '../../src/plan/script.ts';
import { Random } from '../../src/random.ts';
import { execute } from '../../src/run/execute.ts';
import { type SqlValue, sameValue } from '../../src/sql/value.ts';

/** Each looks like another one of them if it is simply printed. */
const TROUBLESOME: readonly SqlValue[] = [
  ...[null, 'NULL', '', 0n, 0, -0, '0', '-0.0', 1n, 1, '1', 1.5, 2 ** 53, 9007199254740992n, Number.NaN],
  ...[0.1 + 0.2, 0.3, 5e-324, Number.MAX_VALUE, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 'Inf'],
  ...['a', 'a ', 'a\u00a0', 'a\u200b', 'a\0', '\0a', 'a\0\0', 'a\n', 'a\r\n', "a'", "a''", 'a | b', 'NaN'],
  ...['\u00e9', 'e\u0301', 'K', '\u212a', '\ud800', '\udfff', '\ufffd', '\ufeffa', '\u202ea', '\u{1f600}'],
  ...["CAST(x'00' AS TEXT)", "x'00'", Uint8Array.of(), Uint8Array.of(0), Uint8Array.of(0x61)],
];

const PIECES = [
  ...'ab \'"\\\n\r\t\0',
  '\u00a0',
  '\u0301',
  '\ud800',
  '\udc00',
  '\ufffd',
  '\u00e9',
  '||',
  "x'",
];

function randomValue(random: Random): SqlValue {
  switch (random.below(4)) {
    case 0:
      return Array.from({ length: random.below(4) }, () => random.pick(PIECES)).join('');
    case 1:
      return BigInt(random.below(5)) - 2n;
    case 2: {
      const reals = [-2, -0, 0, 1, 0.1, 1e15, 1e300];
      const real = random.pick(reals);
      return random.chance(50) ? real : real * (1 + random.below(3) * Number.EPSILON);
    }
    default:
      return Uint8Array.from({ length: random.below(3) }, () => random.pick([0, 0x61, 0xff]));
  }
}

describe('a value in a report', () => {
  it('never looks like another value', () => {
    const random = Random.of('look-alikes');
    const values = [...TROUBLESOME, ...Array.from({ length: 2000 }, () => randomValue(random))];
    const shown = new Map<string, SqlValue>();
    for (const value of values) {
      const text = formatRow([value]);
      const other = shown.get(text);
      expect(other === undefined || sameValue(other, value), text).toBe(true);
      shown.set(text, value);
    }
    expect(shown.size).toBeGreaterThan(TROUBLESOME.length + 100);
  });

  it('is one line, and what cannot be seen is shown by its bytes', () => {
    for (const value of TROUBLESOME) expect(formatRow([value])).toMatch(/^[ -~\u00e9\u{1f600}]*$/u);
    expect(formatRow(['a\n', 'é', '\ud800'])).toBe("CAST(x'610a' AS TEXT) | 'é' | CAST(x'eda080' AS TEXT)");
  });

  it('can be pasted into SQL: SQLite reads the same value', async () => {
    // A half of a surrogate pair is no text in SQL, and a NaN cannot be written.
    const values = TROUBLESOME.filter(
      (value) => !Number.isNaN(value) && (typeof value !== 'string' || !/\p{Cs}/u.test(value)),
    );
    const script = values.map((value) => `SELECT ${formatRow([value])}`).join(';\n');
    const { records } = await execute(testOf(planOfScript(script, 1_000_000)), sqlite);
    const read = records.flatMap(({ test, outcome }) =>
      test !== undefined && outcome.kind === 'rows' ? [outcome.rows[0][0]] : [],
    );
    expect(read.map((value) => formatRow([value]))).toEqual(values.map((value) => formatRow([value])));
  });
});
