import { expect, test } from 'vitest';
import { type FeatureId, isCombination } from '../../../../src/dialect/sqlite/features/catalogue.ts';
import { allFeatures, featureSet, without } from '../../../../src/dialect/sqlite/features/feature-set.ts';
import { featuresOf, isSupported } from '../../../../src/dialect/sqlite/features/features-of.ts';
import type { KnownSchema, KnownTable } from '../../../../src/dialect/sqlite/features/walk.ts';
import { defaultSetting } from '../../../../src/dialect/sqlite/generate/setting.ts';
import { statement } from '../../../../src/dialect/sqlite/generate/statements/statements.ts';
import { printStatement } from '../../../../src/dialect/sqlite/print/print.ts';
import { Rehearsal } from '../../../../src/plan/rehearsal.ts';
import { Random } from '../../../../src/random.ts';
import type { Expression, FromItem, Join, Select, Statement } from '../../../../src/sql/ast.ts';
import { binary, column, countAll, integer, literal } from '../../../../src/sql/build.ts';
import { everything } from '../generate/everything.ts';

const [t0, t1]: FromItem[] = [
  { kind: 'table', name: 't0' },
  { kind: 'table', name: 't1' },
];
const equated = binary(column('a', 't0'), '=', column('a', 't1'));

function select(
  parts: Partial<Extract<Select['body'], { kind: 'core' }>>,
  around: Partial<Select> = {},
): Select {
  return { kind: 'select', body: { kind: 'core', columns: [{ kind: 'all' }], ...parts }, ...around };
}

function join(operator: Join['operator'], parts: Partial<Join> = {}): Join {
  return { kind: 'join', operator, left: t0, right: t1, ...parts };
}

function table(name: string, parts: Partial<KnownTable> = {}): KnownTable {
  const columns = [{ name: 'a', generated: false, rowidAlias: false, primaryKey: false }];
  return { name, strict: false, withoutRowid: false, columns, indexes: [], uniqueKeys: [], ...parts };
}

function schema(...tables: KnownTable[]): KnownSchema {
  return { tables, views: [{ name: 'v0', reads: ['t0'] }] };
}

const inner = select({ from: t1, where: binary(column('a', 't1'), '=', column('a', 't0')) });
const exists: Expression = { kind: 'exists', select: inner, negated: false };
const keyed = table('t0', { withoutRowid: true });
const computed = table('t0', {
  columns: [{ name: 'a', generated: true, rowidAlias: false, primaryKey: false }],
});

/** Statements with the combinations that they make, and no others. */
const CASES: readonly [Statement, readonly FeatureId[], KnownSchema?][] = [
  [select({ from: join('FULL JOIN', { on: equated }) }), []],
  [
    select({ from: join('FULL JOIN', { on: equated }) }),
    ['join.full.indexed'],
    schema(table('t1', { uniqueKeys: [['a']] })),
  ],
  [
    select({ from: join('FULL JOIN', { on: equated }) }),
    ['join.full.rowidAlias'],
    schema(
      table('t1', {
        columns: [{ name: 'a', generated: false, rowidAlias: true, primaryKey: true }],
        uniqueKeys: [['a']],
      }),
    ),
  ],
  [
    select({ from: join('FULL JOIN', { on: binary(column('a', 't0'), '>', integer(5)) }) }),
    ['join.full.noEquality'],
  ],
  [
    select({ from: join('FULL JOIN', { right: { ...t0, alias: 'q0' } as FromItem }) }),
    ['join.full.noEquality', 'join.full.self'],
  ],
  [select({ from: join('RIGHT JOIN', { using: ['a'] }) }), ['join.right.using', 'join.star.using']],
  [
    select({
      from: join('RIGHT JOIN', {
        left: join('JOIN'),
        right: { kind: 'table', name: 't2' },
        on: binary(column('a', 't1'), '=', column('a', 't2')),
      }),
    }),
    ['join.right.afterJoin'],
  ],
  [select({ from: join('FULL JOIN', { on: equated }), where: exists }), ['join.full.correlated']],
  [
    select(
      { columns: [{ kind: 'expression', expression: exists }], from: t0 },
      { orderBy: [{ expression: integer(1) }] },
    ),
    ['subquery.inResult', 'subquery.inResult.correlated', 'subquery.inResult.correlatedOrder'],
  ],
  [
    select({
      from: t0,
      where: {
        kind: 'inSelect',
        operand: column('a'),
        negated: false,
        select: {
          kind: 'select',
          body: {
            kind: 'compound',
            operator: 'UNION',
            left: { kind: 'core', columns: [{ kind: 'all' }], from: t1 },
            right: { kind: 'values', rows: [[integer(1)]] },
          },
        },
      },
    }),
    ['compound.inSubquery', 'compound.values'],
  ],
  [
    select({
      columns: [{ kind: 'expression', expression: countAll }],
      from: t0,
      groupBy: [column('a')],
      having: literal(null),
    }),
    ['having.noAggregate'],
  ],
  [{ kind: 'delete', table: 't0' }, ['withoutRowid.delete'], schema(keyed)],
  [{ kind: 'delete', table: 't0' }, ['generated.delete'], schema(computed)],
  [
    { kind: 'delete', table: 't0', where: exists },
    ['subquery.inDeleteWhere', 'subquery.inDeleteWhere.correlated'],
  ],
  [
    { kind: 'insert', table: 't0', source: { kind: 'defaultValues' }, upsert: [{}] },
    ['withoutRowid.upsert', 'upsert.noKey'],
    schema(keyed),
  ],
  [
    { kind: 'createIndex', name: 'i0', table: 't0', columns: [{ expression: column('a') }] },
    ['withoutRowid.index'],
    schema(keyed),
  ],
  [{ kind: 'analyze' }, ['withoutRowid.analyze'], schema(table('t1'), keyed)],
  [
    { kind: 'alterTable', table: 't0', action: { kind: 'renameTable', to: 't9' } },
    ['alter.viewed'],
    schema(table('t0')),
  ],
  [
    select({ from: join('JOIN', { right: { kind: 'table', name: 'v0' } }) }),
    ['view.join'],
    schema(table('t0')),
  ],
];

test('combinations are found, and only where they are', () => {
  for (const [made, expected, known] of CASES) {
    const found = featuresOf(made, known).filter(isCombination);
    expect(found.sort(), printStatement(made)).toEqual([...expected].sort());
  }
});

test('a statement is supported only if all its features are', () => {
  const made = select({ from: join('FULL JOIN', { on: equated }) });
  expect(isSupported(allFeatures(), made, schema())).toBe(true);
  expect(isSupported(without(allFeatures(), 'join.full'), made, schema())).toBe(false);
  expect(isSupported(featureSet(['join.full']), made, schema())).toBe(false);
});

test('generation keeps to what is supported, combinations of tables and clauses included', () => {
  for (let seed = 0; seed < 12; seed++) {
    const random = Random.of('combinations', seed);
    const ids = [...COMBINED].filter(() => random.chance(50));
    const features = without(allFeatures(), ...ids);
    const setting = defaultSetting({ features, weights: everything });
    const rehearsal = new Rehearsal();
    for (let id = 0; id < 60; id++) {
      const view = rehearsal.view(0);
      const made = statement(random, view, setting);
      const used = featuresOf(made, view);
      expect(
        used.filter((feature) => ids.includes(feature)),
        printStatement(made),
      ).toEqual([]);
      const predicted = rehearsal.predict(0, made);
      rehearsal.accept({ do: 'run', id, on: 0, statement: made, expect: 'any', fuel: 1 }, made, predicted);
    }
  }
});

const COMBINED: readonly FeatureId[] = [
  'withoutRowid.update',
  'withoutRowid.delete',
  'withoutRowid.index',
  'withoutRowid.conflict',
  'generated.update',
  'generated.insertAll',
  'compound.inFrom',
  'compound.orderBy',
  'subquery.inResult',
  'subquery.inSet',
  'subquery.inDeleteWhere',
  'with.inFrom',
  'join.full.noEquality',
  'aggregate.join',
  'update.conflict.REPLACE',
  'savepoint.outermost',
];
