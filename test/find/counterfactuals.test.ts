import { describe, expect, it } from 'vitest';
import { causeOf, symptomOf } from '../../src/find/cause.ts';
import { COUNTERFACTUALS, neededBy } from '../../src/find/counterfactuals.ts';
import { isExplainedBy, isProvenBy } from '../../src/find/culprit.ts';
import { PLAN_FORMAT, type Plan, type RunStep } from '../../src/plan/plan.ts';
import { sqlOf } from '../../src/plan/test-step.ts';
import type { Statement } from '../../src/sql/ast.ts';
import { column, literal } from '../../src/sql/build.ts';
import { DEFAULT_WORLD } from '../../src/world/world-spec.ts';

function planOf(...statements: readonly Statement[]): Plan {
  const steps = statements.map(
    (statement, id): RunStep => ({
      do: 'run',
      id,
      on: id === 1 ? 1 : 0,
      statement,
      expect: 'ok',
      fuel: 1000,
    }),
  );
  return {
    format: PLAN_FORMAT,
    made: { dirt: '0', profile: 'default', ledger: '' },
    seed: '1',
    index: 0,
    world: DEFAULT_WORLD,
    groups: [{ property: 'interaction', draws: {}, steps }],
  };
}

const everything = planOf(
  {
    kind: 'createTable',
    name: 't0',
    columns: [
      { name: 'c0', primaryKey: { descending: true } },
      { name: 'c1', collate: 'NOCASE', generated: { expression: column('c0'), stored: false } },
    ],
    strict: true,
    withoutRowid: true,
  },
  { kind: 'alterTable', table: 't0', action: { kind: 'addColumn', column: { name: 'c2' } } },
  { kind: 'createIndex', name: 'i0', table: 't0', columns: [{ expression: column('c0') }] },
  {
    kind: 'createTrigger',
    name: 'g0',
    timing: 'AFTER',
    event: 'INSERT',
    table: 't0',
    body: [{ kind: 'delete', table: 't0' }],
  },
  { kind: 'savepoint', name: 's0' },
  {
    kind: 'insert',
    table: 't0',
    conflict: 'IGNORE',
    source: { kind: 'values', rows: [[literal(-0), literal(Uint8Array.of(1))]] },
  },
  {
    kind: 'select',
    body: {
      kind: 'core',
      distinct: true,
      columns: [{ kind: 'all' }],
      from: {
        kind: 'join',
        operator: 'RIGHT JOIN',
        left: { kind: 'table', name: 't0' },
        right: { kind: 'table', name: 't0', alias: 'x0' },
      },
    },
    limit: literal(1n),
    offset: literal(1n),
  },
);

const plain = planOf({
  kind: 'select',
  body: { kind: 'core', columns: [{ kind: 'expression', expression: literal(1n) }] },
});

describe('a counterfactual', () => {
  it.each(COUNTERFACTUALS)('takes $name out, once, and is nothing where it is not', ({ name, edit }) => {
    const without = edit(everything);
    expect(without).not.toBeNull();
    expect(edit(plain)).toBeNull();
    expect(sqlOf(without!).join(';') === sqlOf(everything).join(';')).toBe(name === 'a second connection');
    expect(edit(without!)).toBeNull();
  });

  it('has another way where the first gives no valid test', async () => {
    const ways: string[] = [];
    const needs = await neededBy(everything, async (candidate) => {
      const sql = sqlOf(candidate)[0];
      if (sql.includes('GENERATED')) return null;
      ways.push(sql);
      return ways.length > 1 ? true : null;
    });
    expect(needs).toEqual(['a generated column']);
    expect(ways[0]).not.toContain('c1');
    expect(ways[1]).toContain('c1');
  });

  it('is needed if the plan passes without it, and names the cause', async () => {
    const needs = await neededBy(
      everything,
      async (candidate) => !sqlOf(candidate).join(';').includes('WITHOUT ROWID'),
    );
    expect(needs).toEqual(['WITHOUT ROWID']);
  });
});

describe('a cause', () => {
  it('is what the engine said, whichever judge heard it and whatever else is needed', () => {
    expect(causeOf('error/noError/busy,stale', [], 'select')).toBe(
      causeOf('error/reference/busy,stale', ['SAVEPOINT'], 'select'),
    );
    expect(causeOf('panic/noPanic/a.rs:1:2', [], 'select')).not.toBe(
      causeOf('panic/noPanic/a.rs:1:2', [], 'update'),
    );
  });

  it('is one for all symptoms of wrong contents with the same need, and another for another need or symptom', () => {
    const missing = causeOf('difference/model/rows missing', ['SAVEPOINT'], 'select');
    expect(causeOf('content/contents/another value', ['SAVEPOINT'], 'select')).toBe(missing);
    expect(causeOf('assertion/property/sameBag', ['SAVEPOINT'], 'select')).toBe(missing);
    expect(causeOf('difference/model/rows missing', ['OFFSET'], 'select')).not.toBe(missing);
    expect(causeOf('difference/model/sign of zero', ['SAVEPOINT'], 'select')).not.toBe(missing);
    expect(symptomOf('corruption/integrity/x')).not.toBe(symptomOf('difference/model/x'));
  });

  it('without needs is known by its features alone', () => {
    expect(causeOf('difference/model/rows missing', [], 'select')).toBeNull();
  });
});

describe('a failure is explained', () => {
  const known = {
    signature: 'difference/model/rows missing',
    features: ['select'],
    needs: ['SAVEPOINT', 'OFFSET'],
  };
  const failure = { signature: 'content/contents/other rows', features: ['select'] };

  it('only if it passes without each of what the known bug needs', async () => {
    const passing =
      (...needs: string[]) =>
      async (need: string) =>
        needs.includes(need);
    expect(await isProvenBy(failure, known, passing('SAVEPOINT', 'OFFSET'))).toBe(true);
    expect(await isProvenBy(failure, known, passing('SAVEPOINT'))).toBe(false);
    expect(isExplainedBy({ ...known, needs: [] }, known)).toBe(false);
  });

  it('never by a bug of which neither needs nor features are known', () => {
    const empty = { signature: 'difference/model/rows missing', features: [] };
    expect(isExplainedBy(empty, empty)).toBe(false);
  });
});
