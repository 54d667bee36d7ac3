import { expect, test } from 'vitest';
import { type FeatureId, featureIds } from '../../../../src/dialect/sqlite/features/catalogue.ts';
import {
  allFeatures,
  type FeatureSet,
  featureSet,
  without,
} from '../../../../src/dialect/sqlite/features/feature-set.ts';
import { featuresOf } from '../../../../src/dialect/sqlite/features/features-of.ts';
import { defaultSetting } from '../../../../src/dialect/sqlite/generate/setting.ts';
import { statement } from '../../../../src/dialect/sqlite/generate/statements/statements.ts';
import { printStatement } from '../../../../src/dialect/sqlite/print/print.ts';
import { Random } from '../../../../src/random.ts';
import type { Statement } from '../../../../src/sql/ast.ts';
import { binary, column, integer, literal } from '../../../../src/sql/build.ts';
import { openReference } from '../../../conformance/reference.ts';
import { everything } from './everything.ts';
import { SqliteView } from './sqlite-view.ts';

test('the features of a statement are found wherever they hide', () => {
  const made: Statement = {
    kind: 'select',
    body: {
      kind: 'core',
      columns: [{ kind: 'all' }],
      from: { kind: 'table', name: 't0', alias: 'a' },
      where: {
        kind: 'exists',
        negated: false,
        select: {
          kind: 'select',
          body: {
            kind: 'core',
            columns: [{ kind: 'expression', expression: literal(null) }],
            from: { kind: 'table', name: 't1' },
            where: binary(column('c1', 't1'), '<', column('c0', 'a')),
          },
        },
      },
    },
    limit: integer(1),
  };
  expect(featuresOf(made).sort()).toEqual(
    [
      'select',
      'select.star',
      'select.where',
      'select.limit',
      'from.alias',
      'expression.exists',
      'expression.correlated',
      'operator.<',
      'literal.null',
      'literal.integer',
    ].sort(),
  );
});

test('without() takes features out, but never the required ones', () => {
  const some = without(allFeatures(), 'join.left', 'createTable');
  expect(some.has('join.left')).toBe(false);
  expect(some.has('createTable')).toBe(true);
  expect(some.has('join.right')).toBe(true);
  expect(featureSet([]).has('insert')).toBe(true);
});

test('nothing is generated that the engine does not support', async () => {
  const wrong: string[] = [];
  for (let seed = 0; seed < 40; seed++) {
    const random = Random.of('features', seed);
    const share = random.between(30, 95);
    const features = featureSet(featureIds.filter(() => random.chance(share)));
    const setting = defaultSetting({ features, weights: everything });
    const sqlite = await openReference();
    const view = new SqliteView(sqlite);
    for (let i = 0; i < 60; i++) {
      const made = statement(random, view, setting);
      const surplus = featuresOf(made, view).filter((id) => !features.has(id));
      if (surplus.length > 0) wrong.push(`${surplus.join(', ')} in ${printStatement(made)}`);
      view.run(made);
    }
    sqlite.close();
  }
  expect(wrong).toEqual([]);
});

test('every feature that the generator asks for is generated', async () => {
  const asked = new Set<FeatureId>();
  const used = new Set<FeatureId>();
  const features: FeatureSet = { has: (id) => asked.add(id).has(id) };
  const missing = () => [...asked].filter((id) => !used.has(id));
  for (let seed = 0; seed < 200 && (seed < 5 || missing().length > 0); seed++) {
    const random = Random.of('coverage', seed);
    const setting = defaultSetting({ features, weights: everything });
    const sqlite = await openReference();
    const view = new SqliteView(sqlite);
    for (let i = 0; i < 100; i++) {
      const made = statement(random, view, setting);
      for (const id of featuresOf(made, view)) used.add(id);
      view.run(made);
    }
    sqlite.close();
  }
  expect(asked.size).toBeGreaterThan(250);
  expect(missing()).toEqual([]);
});
