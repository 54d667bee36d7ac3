import { describe, expect, it } from 'vitest';
import { askAlone } from '../../../src/find/shrink/ask-alone.ts';
import { choosePlainest } from '../../../src/find/shrink/choose-plainest.ts';
import { cutAfter } from '../../../src/find/shrink/cut-after-failure.ts';
import { dropColumns } from '../../../src/find/shrink/drop-columns.ts';
import { dropGroups } from '../../../src/find/shrink/drop-groups.ts';
import { dropRows } from '../../../src/find/shrink/drop-rows.ts';
import { dropSteps } from '../../../src/find/shrink/drop-steps.ts';
import { dropUnrelated } from '../../../src/find/shrink/drop-unrelated.ts';
import { withoutUnusedDraws } from '../../../src/find/shrink/drop-unused-draws.ts';
import { mergeInserts } from '../../../src/find/shrink/merge-inserts.ts';
import type { Pass } from '../../../src/find/shrink/pass.ts';
import { rename } from '../../../src/find/shrink/rename.ts';
import { simplifyNodes } from '../../../src/find/shrink/simplify-nodes.ts';
import { simplerValues, simplifyValues } from '../../../src/find/shrink/simplify-values.ts';
import { weakenFaults } from '../../../src/find/shrink/weaken-faults.ts';
import { decodePlan, encodePlan } from '../../../src/plan/codec.ts';
import { type Group, PLAN_FORMAT, type Plan, type RunStep, stepsOf } from '../../../src/plan/plan.ts';
import { planOfScript } from '../../../src/plan/script.ts';
import { sqlOf } from '../../../src/plan/test-step.ts';
import { Random } from '../../../src/random.ts';
import type { Statement } from '../../../src/sql/ast.ts';
import { binary, column, integer, text } from '../../../src/sql/build.ts';
import type { SqlValue } from '../../../src/sql/value.ts';
import { DEFAULT_WORLD } from '../../../src/world/world-spec.ts';
import { statement as randomStatement } from '../../sql/random-ast.ts';

/** Runs one pass, accepting every proposal that the test still finds interesting. */
function shrunkBy(pass: Pass, plan: Plan, isInteresting: (sql: string[], plan: Plan) => boolean): Plan {
  let best = plan;
  const proposals = pass.propose(plan);
  for (let next = proposals.next(); !next.done; ) {
    let accepted = false;
    try {
      accepted = isInteresting(sqlIn(next.value), next.value);
    } catch {
      // What cannot be printed is not a plan.
    }
    if (accepted) best = next.value;
    next = proposals.next(accepted);
  }
  return best;
}

function sqlIn(plan: Plan): string[] {
  return sqlOf(plan);
}

function planOf(...groups: (Partial<Group> & { statements: Statement[] })[]): Plan {
  let id = 0;
  return {
    format: PLAN_FORMAT,
    seed: '0',
    index: 0,
    made: { dirt: '', profile: '', ledger: '' },
    world: DEFAULT_WORLD,
    groups: groups.map(({ statements, draws = {}, property = 'interaction' }) => ({
      property,
      draws,
      steps: statements.map(
        (statement): RunStep => ({ do: 'run', id: id++, on: 0, statement, expect: 'any', fuel: 1 }),
      ),
    })),
  };
}

const raw = (sql: string): Statement => ({ kind: 'raw', sql, changes: [] });

describe('dropping what is about other tables', () => {
  const create = (name: string): Statement => ({ kind: 'createTable', name, columns: [{ name: 'c0' }] });
  const read = (name: string): Statement => ({
    kind: 'select',
    body: { kind: 'core', columns: [{ kind: 'all' }], from: { kind: 'table', name } },
  });
  const copy = (from: string, table: string): Statement => ({
    kind: 'insert',
    table,
    source: { kind: 'select', select: read(from) as Extract<Statement, { kind: 'select' }> },
  });
  const plan = planOf(
    { statements: [create('t0'), create('t1'), create('t2')] },
    { statements: [read('t0'), { kind: 'delete', table: 't2' }, copy('t1', 't0')] },
    { statements: [read('t0')] },
  );

  it('keeps what the tables of the failure were made from, and leaves out queries before it', () => {
    expect(sqlIn(shrunkBy(dropUnrelated, plan, () => true))).toEqual([
      'CREATE TABLE t0 (c0)',
      'CREATE TABLE t1 (c0)',
      'INSERT INTO t0 SELECT * FROM t1',
      'SELECT * FROM t0',
    ]);
  });

  it('leaves out the queries alone where the rest is needed', () => {
    const needsAll = (sql: string[]) => sql.some((each) => each.startsWith('DELETE'));
    expect(sqlIn(shrunkBy(dropUnrelated, plan, needsAll))).toHaveLength(6);
  });
});

describe('dropping groups and steps', () => {
  const plan = planOf(
    ...Array.from({ length: 17 }, (_, i) => ({ statements: [raw(`a${i}`), raw(`b${i}`)] })),
  );

  it('keeps exactly what is needed, wherever it stands', () => {
    const needed = (sql: string[]) => ['a2', 'b9', 'a16'].every((one) => sql.includes(one));
    const fewer = shrunkBy(dropGroups, plan, needed);
    expect(fewer.groups).toHaveLength(3);
    expect(sqlIn(shrunkBy(dropSteps, fewer, needed))).toEqual(['a2', 'b9', 'a16']);
  });

  it('needs few proposals when nothing is needed', () => {
    let proposals = 0;
    shrunkBy(dropGroups, plan, () => ++proposals > 0);
    expect(proposals).toBe(2);
  });

  it('cuts after the failing step and leaves no empty group behind', () => {
    expect(sqlIn(cutAfter(plan, 2))).toEqual(['a0', 'b0', 'a1']);
    expect(cutAfter(plan, 2).groups).toHaveLength(2);
  });
});

describe('simplifying statements', () => {
  it('drops rows of an INSERT', () => {
    const plan = planOf({
      statements: [
        {
          kind: 'insert',
          table: 't',
          source: { kind: 'values', rows: [1, 2, 3, 4].map((n) => [integer(n)]) },
        },
      ],
    });
    expect(sqlIn(shrunkBy(dropRows, plan, ([sql]) => sql.includes('3')))).toEqual([
      'INSERT INTO t VALUES (3)',
    ]);
  });

  it('drops a column from its table, its inserts, its rows and its readers', () => {
    const plan = planOf({
      draws: { d0: { kind: 'rowDraw', values: { a: 1n, b: 2n } } },
      statements: [
        { kind: 'createTable', name: 't', columns: [{ name: 'a' }, { name: 'b' }] },
        {
          kind: 'insert',
          table: 't',
          columns: ['a', 'b'],
          source: { kind: 'values', rows: [{ draw: 'd0' }] },
        },
        { kind: 'insert', table: 't', source: { kind: 'values', rows: [[integer(3), integer(4)]] } },
        {
          kind: 'update',
          table: 't',
          set: [
            { columns: ['b'], value: integer(5) },
            { columns: ['a'], value: integer(6) },
          ],
        },
        { kind: 'delete', table: 't', where: binary(column('b'), '=', column('a')) },
      ],
    });
    expect(sqlIn(shrunkBy(dropColumns, plan, (sql) => sql[0].includes('a')))).toEqual([
      'CREATE TABLE t (a)',
      'INSERT INTO t (a) VALUES (1)',
      'INSERT INTO t VALUES (3)',
      'UPDATE t SET a = 6',
      'DELETE FROM t WHERE NULL = a',
    ]);
  });

  it('drops a column from statements that are about nothing else, and leaves what is a plan', () => {
    const reads = (expression: ReturnType<typeof column>): Statement => ({
      kind: 'select',
      body: {
        kind: 'core',
        columns: [{ kind: 'expression', expression }],
        from: { kind: 'table', name: 't' },
      },
      orderBy: [{ expression }],
    });
    const plan = planOf({
      statements: [
        { kind: 'createTable', name: 't', columns: [{ name: 'a' }, { name: 'b' }] },
        { kind: 'insert', table: 't', columns: ['b'], source: { kind: 'values', rows: [[integer(3)]] } },
        { kind: 'createIndex', name: 'i', table: 't', columns: [{ expression: column('b') }] },
        { kind: 'update', table: 't', set: [{ columns: ['b'], value: integer(5) }] },
        reads(column('b')),
        reads(column('a')),
      ],
    });
    const proposed = dropColumns.propose(plan);
    for (let next = proposed.next(); !next.done; next = proposed.next(true)) {
      const encoded = encodePlan(next.value);
      expect(() => decodePlan(encoded, 'the proposal')).not.toThrow();
    }
    expect(sqlIn(shrunkBy(dropColumns, plan, () => true))).toEqual([
      'CREATE TABLE t (a)',
      'INSERT INTO t DEFAULT VALUES',
      'CREATE INDEX i ON t (NULL)',
      'UPDATE t SET b = 5',
      'SELECT NULL FROM t',
      'SELECT a FROM t ORDER BY a',
    ]);
  });

  it('writes a drawn row out, leaves qualifiers away, and turns a condition into a column that is TRUE', () => {
    const plan = planOf({
      draws: { d0: { kind: 'rowDraw', values: { a: 0n } } },
      statements: [
        { kind: 'insert', table: 't', columns: ['a'], source: { kind: 'values', rows: [{ draw: 'd0' }] } },
        { kind: 'delete', table: 't', where: binary(column('a', 't'), '<', integer(5)) },
      ],
    });
    expect(sqlIn(shrunkBy(choosePlainest, plan, (sql) => sql[1].includes('WHERE')))).toEqual([
      'INSERT INTO t VALUES (1)',
      'DELETE FROM t WHERE a',
    ]);
  });

  it('makes one INSERT of neighbours, but not across another statement', () => {
    const insert = (value: number): Statement => ({
      kind: 'insert',
      table: 't',
      source: { kind: 'values', rows: [[integer(value)]] },
    });
    const plan = planOf({ statements: [insert(1), insert(2), raw('x'), insert(3)] });
    expect(sqlIn(shrunkBy(mergeInserts, plan, () => true))).toEqual([
      'INSERT INTO t VALUES (1), (2)',
      'x',
      'INSERT INTO t VALUES (3)',
    ]);
  });

  it('asks a condition alone, without the statement around it', () => {
    const plan = planOf({
      statements: [{ kind: 'delete', table: 't', where: binary(text('a'), '<', integer(5)) }],
    });
    expect(sqlIn(shrunkBy(askAlone, plan, ([sql]) => sql.includes("'a'")))).toEqual(["SELECT 'a' < 5"]);
  });

  it('replaces an expression by its part, drops clauses and list items', () => {
    const plan = planOf({
      statements: [
        {
          kind: 'select',
          body: {
            kind: 'core',
            distinct: true,
            columns: [column('a'), column('b')].map((expression) => ({ kind: 'expression', expression })),
            from: { kind: 'table', name: 't', alias: 'x' },
            where: binary(
              binary(column('a'), '+', integer(1)),
              'AND',
              binary(column('b'), '=', text('needle')),
            ),
          },
          limit: integer(10),
        },
      ],
    });
    const shrunk = shrunkBy(simplifyNodes, plan, ([sql]) => sql.includes('needle') && sql.includes('FROM t'));
    expect(sqlIn(shrunk)).toEqual(["SELECT NULL FROM t WHERE 'needle'"]);
  });

  it('proposes only what is a plan: optional parts go, and lists stay as long as they must', () => {
    let proposals = 0;
    for (let i = 0; i < 150; i++) {
      const plan = planOf({ statements: [randomStatement(Random.of('shrink', i), 3)] });
      const proposed = simplifyNodes.propose(plan);
      for (let next = proposed.next(); !next.done; next = proposed.next(false)) {
        const text = encodePlan(next.value);
        expect(() => decodePlan(text, 'the proposal')).not.toThrow();
        proposals++;
      }
    }
    expect(proposals).toBeGreaterThan(1000);
  });

  it('changes a draw in all statements of its group at once', () => {
    const where = { kind: 'draw', draw: 'd0' } as const;
    const plan = planOf({
      draws: { d0: { kind: 'expressionDraw', expression: binary(column('a'), 'AND', integer(5)) } },
      statements: [
        { kind: 'delete', table: 't', where },
        {
          kind: 'select',
          body: { kind: 'core', columns: [{ kind: 'all' }], from: { kind: 'table', name: 't' }, where },
        },
      ],
    });
    const shrunk = shrunkBy(
      simplifyNodes,
      plan,
      ([first, second]) =>
        first.includes('5') && second.includes('SELECT * FROM t WHERE') && second.includes('5'),
    );
    expect(sqlIn(shrunk)).toEqual(['DELETE FROM t WHERE 5', 'SELECT * FROM t WHERE 5']);
  });
});

describe('simplifying values', () => {
  const simplest = (value: SqlValue, isInteresting: (value: SqlValue) => boolean): SqlValue => {
    const plan = planOf({ draws: { d0: { kind: 'rowDraw', values: { a: value } } }, statements: [raw('x')] });
    const valueIn = (candidate: Plan) => {
      const draw = candidate.groups[0].draws.d0;
      return draw.kind === 'rowDraw' ? draw.values.a : null;
    };
    return valueIn(shrunkBy(simplifyValues, plan, (_, candidate) => isInteresting(valueIn(candidate))));
  };

  it('goes to the smallest number, the shortest text and the simplest class that will do', () => {
    expect(simplest(9_223_372_036_854_775_807n, () => true)).toBe(0n);
    expect(simplest(-77n, (value) => typeof value === 'bigint' && value < 0n)).toBe(-1n);
    expect(simplest(1000n, (value) => typeof value === 'bigint' && value >= 10n)).toBe(10n);
    expect(
      simplest('a long text with x in it', (value) => typeof value === 'string' && value.includes('x')),
    ).toBe('x');
    expect(simplest(3.25, (value) => typeof value === 'number')).toBe(1);
    expect(simplest(new Uint8Array([1, 2, 3]), (value) => value instanceof Uint8Array)).toEqual(
      new Uint8Array(0),
    );
  });

  it('comes to an end from every value, since each step is simpler', () => {
    for (const start of [
      2n ** 63n - 1n,
      -(2n ** 63n),
      1e300,
      -0,
      Number.POSITIVE_INFINITY,
      'éé\0',
      new Uint8Array(9),
    ]) {
      let value: SqlValue = start;
      for (let steps = 0; steps < 300; steps++) {
        const next: SqlValue | undefined = [...simplerValues(value)].at(-1);
        if (next === undefined) break;
        value = next;
      }
      expect([...simplerValues(value)].length, String(start)).toBeLessThan(3);
    }
  });
});

describe('weakening faults', () => {
  it('goes to the plainest power cut and the default world that will do', () => {
    const script =
      '-- dirt: seed 9\n-- dirt: start checkpointed\nSELECT 1;\n-- dirt: power cut torn 77\nSELECT 2;';
    const plan = planOfScript(script, 1);
    const hasCut = (_: string[], candidate: Plan) =>
      stepsOf(candidate).some(({ step }) => step.do === 'powerCut');
    const shrunk = shrunkBy(weakenFaults, plan, hasCut);
    expect(shrunk.world).toEqual(DEFAULT_WORLD);
    expect(stepsOf(shrunk)[1].step).toEqual({ do: 'powerCut', survival: { unsynced: 'drop', choice: '0' } });
  });

  it('takes a fault away when it is not needed, and moves it to the front when it is', () => {
    const plan = planOfScript('-- dirt: power cut at 9 subset 4\nSELECT 1;', 1);
    expect(stepsOf(shrunkBy(weakenFaults, plan, () => true))[0].step).not.toHaveProperty('cut');
    const needed = shrunkBy(weakenFaults, plan, (_, { groups }) => 'cut' in groups[0].steps[0]);
    expect(needed.groups[0].steps[0]).toMatchObject({
      cut: { afterMutatingIo: 1, unsynced: 'drop', choice: '0' },
    });
  });
});

describe('renaming', () => {
  it('numbers names in the order of their appearance and leaves values alone', () => {
    const plan = planOf({
      draws: { d0: { kind: 'rowDraw', values: { c7: 't9' } } },
      statements: [
        { kind: 'createTable', name: 't9', columns: [{ name: 'c7' }, { name: 'c3' }] },
        { kind: 'insert', table: 't9', columns: ['c7'], source: { kind: 'values', rows: [{ draw: 'd0' }] } },
        { kind: 'delete', table: 't9', where: { kind: 'hex', digits: 'c9' } },
      ],
    });
    expect(sqlIn(shrunkBy(rename, plan, () => true))).toEqual([
      'CREATE TABLE t0 (c0, c1)',
      "INSERT INTO t0 (c0) VALUES ('t9')",
      'DELETE FROM t0 WHERE 0xc9',
    ]);
  });

  it('are renamed in the text of a raw statement too, so that it is still about the same tables', () => {
    const plan = planOf({
      statements: [
        { kind: 'createTable', name: 't7', columns: [{ name: 'c3' }] },
        { kind: 'raw', sql: "SELECT c3->>'t7', 1e7 FROM t7", changes: [], reads: ['t7'] },
      ],
    });
    const small = shrunkBy(rename, plan, () => true);
    expect(sqlIn(small)[1]).toBe("SELECT c0->>'t7', 1e7 FROM t0");
    expect(small.groups[0].steps[1]).toMatchObject({ statement: { reads: ['t0'] } });
  });
});

describe('draws that nothing mentions', () => {
  it('are forgotten', () => {
    const plan = planOf({
      draws: {
        d0: { kind: 'expressionDraw', expression: integer(1) },
        d1: { kind: 'rowDraw', values: { a: 1n } },
        d2: { kind: 'expressionDraw', expression: integer(2) },
      },
      statements: [{ kind: 'delete', table: 't', where: { kind: 'draw', draw: 'd2' } }],
    });
    expect(Object.keys(withoutUnusedDraws(plan).groups[0].draws)).toEqual(['d2']);
  });
});
