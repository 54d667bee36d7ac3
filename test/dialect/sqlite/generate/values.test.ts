import { expect, test } from 'vitest';
import { allFeatures, without } from '../../../../src/dialect/sqlite/features/feature-set.ts';
import type { SourceColumn } from '../../../../src/dialect/sqlite/generate/queries/source.ts';
import { defaultSetting } from '../../../../src/dialect/sqlite/generate/setting.ts';
import { createTable } from '../../../../src/dialect/sqlite/generate/statements/create-table.ts';
import { row } from '../../../../src/dialect/sqlite/generate/statements/rows.ts';
import { type ValueOptions, valueFor } from '../../../../src/dialect/sqlite/generate/values/values.ts';
import { defaultWeights } from '../../../../src/dialect/sqlite/generate/weights.ts';
import { Random } from '../../../../src/random.ts';
import type { Statement } from '../../../../src/sql/ast.ts';
import { literal } from '../../../../src/sql/build.ts';
import { type SqlValue, sameValue, storageClass } from '../../../../src/sql/value.ts';
import { openReference } from '../../../conformance/reference.ts';
import { SqliteView } from './sqlite-view.ts';

const options: ValueOptions = { features: allFeatures(), weights: defaultWeights };
const stored: SqlValue[] = [123_456n, 'Zebra', 17.25];
const column: SourceColumn = {
  name: 'c0',
  affinity: 'integer',
  collation: 'BINARY',
  position: 0,
  sample: { rowCount: stored.length, rowAt: (position) => [stored[position]] },
};

function draw(count: number, given: ValueOptions = options): SqlValue[] {
  const random = Random.of('values');
  return Array.from({ length: count }, () => valueFor(random, column, given));
}

test('values favour trouble: NULLs, stored values, boundaries and other classes all have their share', () => {
  const values = draw(10_000);
  const share = (is: (value: SqlValue) => boolean) => values.filter(is).length / values.length;
  expect(share((value) => value === null)).toBeGreaterThan(0.08);
  expect(share((value) => value === null)).toBeLessThan(0.15);
  expect(share((value) => stored.some((known) => sameValue(known, value)))).toBeGreaterThan(0.2);
  for (const boundary of [2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n, 0n, -1n]) {
    expect(
      share((value) => value === boundary),
      String(boundary),
    ).toBeGreaterThan(0.001);
  }
  for (const name of ['integer', 'real', 'text', 'blob'] as const) {
    expect(
      share((value) => storageClass(value) === name),
      name,
    ).toBeGreaterThan(0.01);
  }
  expect(share((value) => typeof value === 'number' && !Number.isInteger(value * 64))).toBeLessThan(0.02);
});

test('a class whose literals the engine cannot read is not drawn', () => {
  const features = without(allFeatures(), 'literal.real', 'literal.blob', 'literal.textNul');
  for (const value of draw(5_000, { ...options, features, notNull: true })) {
    expect(typeof value === 'bigint' || (typeof value === 'string' && !value.includes('\0'))).toBe(true);
  }
});

test('size makes texts and blobs as long as it says', () => {
  const texts = draw(3_000, { ...options, size: 5_000 }).filter((value) => typeof value === 'string');
  expect(Math.max(...texts.map(({ length }) => length))).toBeGreaterThan(2_500);
});

test('rows keep to STRICT and the rowid, and meet keys and NOT NULL only when they seek to', async () => {
  const setting = defaultSetting({
    weights: {
      ...defaultWeights,
      percent: { ...defaultWeights.percent, strict: 50, notNull: 40, unique: 30, check: 0 },
    },
  });
  const refused = { avoid: 0, seek: 0 };
  let seekable = 0;
  for (let seed = 0; seed < 30; seed++) {
    const sqlite = await openReference();
    const view = new SqliteView(sqlite);
    const random = Random.of('rows', seed);
    view.run(createTable(random, view, setting));
    for (const conflict of ['avoid', 'seek'] as const) {
      for (let i = 0; i < 20; i++) {
        const [table] = view.tables;
        if (conflict === 'seek' && (table.uniqueKeys.length === 0 || table.rowCount === 0)) continue;
        const values = row(random, table, { ...setting, conflict });
        const made: Statement = {
          kind: 'insert',
          table: table.name,
          columns: Object.keys(values),
          source: { kind: 'values', rows: [Object.values(values).map(literal)] },
        };
        const problem = view.run(made);
        if (conflict === 'seek') seekable++;
        if (problem !== undefined) refused[conflict]++;
        const allowed =
          conflict === 'seek' ? /^(UNIQUE|NOT NULL) constraint failed/ : /^UNIQUE constraint failed/;
        if (problem !== undefined) expect(problem).toMatch(allowed);
      }
    }
    sqlite.close();
  }
  expect(refused.avoid).toBeLessThan(12);
  expect(refused.seek / seekable).toBeGreaterThan(0.4);
});
