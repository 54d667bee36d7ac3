import { expect, test } from 'vitest';
import { catalogue, type FeatureId, featureIds } from '../../src/features/catalogue.ts';
import { allFeatures, featureSet, without } from '../../src/features/feature-set.ts';
import { featuresOf } from '../../src/features/features-of.ts';
import { defaultSetting } from '../../src/generate/setting.ts';
import { statement } from '../../src/generate/statements.ts';
import { Random } from '../../src/random.ts';
import type { Statement } from '../../src/sql/ast.ts';
import { binary, column, integer, literal } from '../../src/sql/build.ts';
import { printStatement } from '../../src/sql/print.ts';
import { openReference } from '../conformance/reference.ts';
import { everything } from '../generate/everything.ts';
import { SqliteView } from '../generate/sqlite-view.ts';

/** In the catalogue for those who write statements by hand. */
const NOT_GENERATED: readonly FeatureId[] = [
  'drop.trigger',
  'expression.raw',
  'from.indexedBy',
  'pragma.other',
  'statement.raw',
  'upsert.targetWhere',
];

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
  for (let seed = 0; seed < 40; seed++) {
    const random = Random.of('features', seed);
    const share = random.between(30, 95);
    const features = featureSet(featureIds.filter(() => random.chance(share)));
    const setting = defaultSetting({ features, weights: everything });
    const sqlite = await openReference();
    const view = new SqliteView(sqlite);
    for (let i = 0; i < 60; i++) {
      const made = statement(random, view, setting);
      const surplus = featuresOf(made).filter((id) => !features.has(id));
      if (surplus.length > 0) expect.fail(`${surplus.join(', ')} in ${printStatement(made)}`);
      view.run(made);
    }
    sqlite.close();
  }
});

test('every feature of the catalogue is generated, or is known not to be', async () => {
  const missing = new Set<FeatureId>(featureIds);
  for (let seed = 0; seed < 60 && missing.size > NOT_GENERATED.length; seed++) {
    const random = Random.of('coverage', seed);
    const setting = defaultSetting({ weights: everything });
    const sqlite = await openReference();
    const view = new SqliteView(sqlite);
    for (let i = 0; i < 100; i++) {
      const made = statement(random, view, setting);
      for (const id of featuresOf(made)) missing.delete(id);
      view.run(made);
    }
    sqlite.close();
  }
  expect([...missing].sort()).toEqual([...NOT_GENERATED].sort());
});

test('every feature has a description of one line', () => {
  for (const [id, description] of Object.entries(catalogue)) {
    expect(description, id).toMatch(/^.{3,80}$/);
  }
});
