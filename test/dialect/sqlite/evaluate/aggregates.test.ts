import { expect, test } from 'vitest';
import { compareValues } from '../../../../src/dialect/sqlite/evaluate/compare.ts';
import { groupingKey } from '../../../../src/dialect/sqlite/evaluate/grouping-key.ts';
import { Sum } from '../../../../src/dialect/sqlite/evaluate/sum.ts';
import { Random } from '../../../../src/random.ts';
import type { SqlValue } from '../../../../src/sql/value.ts';
import { orUnknown, UNKNOWN } from '../../../conformance/or-unknown.ts';
import { openReference } from '../../../conformance/reference.ts';
import { CLASSES, randomValue } from '../../../conformance/values.ts';

test('sums of many reals and large integers have the same rounding errors as in SQLite', async () => {
  const sqlite = await openReference();
  const random = Random.of('sums');
  let known = 0;
  sqlite.query('CREATE TABLE t (x)');
  for (let group = 0; group < 150; group++) {
    const kinds = random.pick([
      ['real'],
      ['integer'],
      ['integer', 'real'],
      ['integer', 'real', 'text', 'null'],
    ] as const);
    const values = Array.from({ length: random.between(1, 40) }, () =>
      randomValue(random, random.pick(kinds)),
    );
    sqlite.query('DELETE FROM t');
    sqlite.insert(
      'INSERT INTO t VALUES (?)',
      values.map((value) => [value]),
    );
    const sum = orUnknown(() => {
      const made = new Sum();
      for (const value of values) made.add(value);
      return made;
    });
    if (sum === UNKNOWN) continue;
    known++;
    expect([sum.total(), sum.average()]).toEqual(sqlite.query('SELECT total(x), avg(x) FROM t')[0]);
    expect(attempt(() => sum.sum())).toEqual(attempt(() => sqlite.query('SELECT sum(x) FROM t')[0][0]));
  }
  expect(known).toBeGreaterThan(100);
  sqlite.close();
});

function attempt(make: () => SqlValue): SqlValue | Error {
  try {
    return make();
  } catch (error) {
    return new Error((error as Error).message);
  }
}

test('values share a grouping key exactly when they compare equal', () => {
  const random = Random.of('keys');
  let equal = 0;
  for (let i = 0; i < 100_000; i++) {
    const kind = random.pick(CLASSES);
    const [a, b] = [
      randomValue(random, kind),
      randomValue(random, random.oneIn(3) ? random.pick(CLASSES) : kind),
    ];
    for (const collation of ['BINARY', 'NOCASE', 'RTRIM'] as const) {
      const same = compareValues(a, b, collation) === 0;
      if (same) equal++;
      if (same !== (groupingKey(a, collation) === groupingKey(b, collation)))
        expect.fail(`${a} and ${b} by ${collation}`);
    }
  }
  expect(equal).toBeGreaterThan(1000);
});
