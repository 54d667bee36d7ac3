import { expect, test } from 'vitest';
import { printReal } from '../../../../src/dialect/sqlite/evaluate/format-number.ts';
import { realToText } from '../../../../src/dialect/sqlite/evaluate/number-text.ts';
import { readReal } from '../../../../src/dialect/sqlite/read-number.ts';
import { Random } from '../../../../src/random.ts';
import { orUnknown, UNKNOWN } from '../../../conformance/or-unknown.ts';
import { openReference } from '../../../conformance/reference.ts';
import { randomReal } from '../../../sql/random-ast.ts';

const random = Random.of('real-text');

/** Any bits, or decimal numbers of ordinary size. */
function someReal(): number {
  return random.oneIn(2) ? randomReal(random) : Number(`${random.int64()}e${random.between(-30, 10)}`);
}

test('texts are read as the same doubles as SQLite reads, rounding errors included', async () => {
  const sqlite = await openReference();
  const texts = Array.from({ length: 10_000 }, () => {
    const real = someReal();
    return random.oneIn(2) ? real.toExponential(random.below(25)) : real.toPrecision(random.between(1, 25));
  });
  sqlite.query('CREATE TABLE t (x)');
  sqlite.insert(
    'INSERT INTO t VALUES (?)',
    texts.map((text) => [text]),
  );
  const wrong = sqlite
    .query('SELECT x, CAST(x AS REAL) FROM t')
    .filter(([text, real]) => readReal(text as string) !== real);
  expect(wrong).toEqual([]);
  // Or this would test nothing that Number() does not do.
  expect(texts.some((text) => readReal(text) !== Number(text))).toBe(true);
  sqlite.close();
});

test('doubles are written with the same digits as SQLite writes, and as text as both SQLites write them', async () => {
  const reals = Array.from({ length: 10_000 }, (_, i) =>
    i % 2 === 0 ? someReal() : Number(`${random.below(1_000_000)}e${random.between(-30, 30)}`),
  );
  let [known, different] = [0, 0];
  const texts = new Map<number, unknown>();
  for (const which of ['installed', 'newest'] as const) {
    const sqlite = await openReference(which);
    sqlite.query('CREATE TABLE t (x)');
    sqlite.insert(
      'INSERT INTO t VALUES (?)',
      reals.map((real) => [real]),
    );
    const rows = sqlite.query("SELECT x, CAST(x AS TEXT), format('%!.20e', x), format('%.3f', x) FROM t");
    sqlite.close();
    for (const [real, text, long, short] of rows) {
      const x = real as number;
      const written = orUnknown(() => realToText(x));
      if (written !== UNKNOWN) {
        known++;
        expect(written).toBe(text);
      } else if (which === 'newest' && texts.get(x) !== text) different++;
      texts.set(x, text);
      if (which === 'newest') continue;
      expect(printReal(x, { style: 'e', precision: 20, digits: 26, strip: true, point: true })).toBe(long);
      expect(printReal(x, { style: 'f', precision: 3, digits: 16, strip: false, point: false })).toBe(short);
    }
  }
  expect(known).toBeGreaterThan(5_000);
  expect(different).toBeGreaterThan(1_000);
});
