import { describe, expect, it } from 'vitest';
import { needsOf, suspectsIn } from '../../../src/find/counterfactuals/counterfactuals.ts';
import { ownNeeds } from '../../../src/find/counterfactuals/suspects.ts';
import type { Plan, RunStep } from '../../../src/plan/plan.ts';
import { sqlOf } from '../../../src/plan/test-step.ts';
import type { Expression, FromItem, Select, Statement } from '../../../src/sql/ast.ts';
import { binary, call, column, equal, literal } from '../../../src/sql/build.ts';
import { planOf as planOfSteps, runStep } from '../small-plans.ts';

/** The second statement is on another connection. */
function planOf(...statements: readonly Statement[]): Plan {
  return planOfSteps(
    statements.map((statement, id) => ({ ...runStep(id, statement), on: id === 1 ? 1 : 0 })),
  );
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

const ALL = suspectsIn(everything).filter(({ ways }) => ways[0](everything) !== null);

describe('a suspect', () => {
  it.each(ALL)('$name is taken out as a whole, and is nothing where it is not', ({ name, ways: [edit] }) => {
    const without = edit(everything)!;
    expect(edit(plain)).toBeNull();
    expect(sqlOf(without).join(';') === sqlOf(everything).join(';')).toBe(name === 'a second connection');
    expect(edit(without)).toBeNull();
  });

  it('is needed if the plan passes without it', async () => {
    const { needed } = await needsOf(
      everything,
      async (candidate) => !sqlOf(candidate).join(';').includes('WITHOUT ROWID'),
    );
    expect(needed.map(({ name }) => name)).toEqual(['WITHOUT ROWID']);
  });

  it('is not needed if the plan is no valid test without it', async () => {
    const { needed, untold } = await needsOf(everything, async () => null);
    expect(needed).toEqual([]);
    expect(untold.map(({ name }) => name)).toContain('WITHOUT ROWID');
  });
});

const edited = (name: string, plan: Plan): string[] =>
  sqlOf(
    suspectsIn(plan)
      .find((each) => each.name === name)!
      .ways.flatMap((way) => way(plan) ?? [])[0],
  );

describe('an edit keeps the meaning:', () => {
  const table: Statement = {
    kind: 'createTable',
    name: 't0',
    columns: [{ name: 'c0' }, { name: 'c1', generated: { expression: column('c0'), stored: false } }],
  };
  const insert: Statement = {
    kind: 'insert',
    table: 't0',
    source: { kind: 'values', rows: [[literal(1n)]] },
  };

  it('a generated column becomes a plain one that holds the same values', () => {
    expect(edited('a generated column', planOf(table, insert))).toEqual([
      'CREATE TABLE t0 (c0, c1)',
      'INSERT INTO t0 (c0) VALUES (1)',
      'UPDATE t0 SET c1 = c0',
    ]);
  });

  it('an added column is declared at once, and rows inserted before have its default', () => {
    const add: Statement = {
      kind: 'alterTable',
      table: 't1',
      action: { kind: 'addColumn', column: { name: 'c2' } },
    };
    const plan = planOf(
      { kind: 'createTable', name: 't1', columns: [{ name: 'c0' }] },
      { ...insert, table: 't1' } as Statement,
      add,
    );
    expect(edited('ADD COLUMN', plan)).toEqual([
      'CREATE TABLE t1 (c0, c2)',
      'INSERT INTO t1 (c0) VALUES (1)',
    ]);
  });

  it('a column that is dropped stays, and is no matter of ADD COLUMN', () => {
    const drop: Statement = { kind: 'alterTable', table: 't0', action: { kind: 'dropColumn', column: 'c1' } };
    const plan = planOf({ kind: 'createTable', name: 't0', columns: [{ name: 'c0' }, { name: 'c1' }] }, drop);
    expect(edited('DROP COLUMN', plan)).toEqual(['CREATE TABLE t0 (c0, c1)']);
    expect(
      suspectsIn(plan)
        .find(({ name }) => name === 'ADD COLUMN')
        ?.ways[0](plan),
    ).toBeNull();
  });

  it('a view whose columns are named before its query is put in the place of its name with these names', () => {
    const all = (name: string): Select => ({
      kind: 'select',
      body: { kind: 'core', columns: [{ kind: 'all' }], from: { kind: 'table', name } },
    });
    const plan = planOf(
      table,
      { kind: 'createView', name: 'v0', columns: ['c7', 'c8'], select: all('t0') },
      all('v0'),
    );
    expect(edited('a view', plan).at(-1)).toBe(
      'SELECT * FROM (WITH v0 (c7, c8) AS (SELECT * FROM t0) SELECT * FROM v0) AS v0',
    );
  });

  describe('a comparison that a declared type has a say in', () => {
    const typed = (where: Expression): Plan =>
      planOf(
        { kind: 'createTable', name: 't0', columns: [{ name: 'c0', type: 'INTEGER' }, { name: 'c1' }] },
        { kind: 'insert', table: 't0', source: { kind: 'values', rows: [[literal(1n), literal('7')]] } },
        {
          kind: 'select',
          body: { kind: 'core', columns: [{ kind: 'all' }], from: { kind: 'table', name: 't0' }, where },
        },
      );
    const written = (where: Expression) => edited('a comparison that converts', typed(where)).at(-1);
    const inSelect: Expression = {
      kind: 'inSelect',
      operand: column('c1'),
      negated: false,
      select: {
        kind: 'select',
        body: {
          kind: 'core',
          columns: [{ kind: 'expression', expression: column('c0') }],
          from: { kind: 'table', name: 't0' },
        },
      },
    };

    it.each<[Expression, string]>([
      [equal(column('c0'), column('c1')), 'c0 = CAST(c1 AS INTEGER)'],
      [binary(column('c1'), '<', column('c0')), 'CAST(c1 AS INTEGER) < c0'],
      [inSelect, 'CAST(c1 AS INTEGER) IN (SELECT c0 FROM t0)'],
      [
        { kind: 'between', operand: column('c0'), low: literal('1'), high: column('c1'), negated: false },
        "c0 BETWEEN CAST('1' AS INTEGER) AND CAST(c1 AS INTEGER)",
      ],
    ])('has its conversion written out: %#', (where, made) => {
      expect(written(where)).toBe(`SELECT * FROM t0 WHERE ${made}`);
    });

    it('or its type taken away', () => {
      const plan = typed(equal(column('c0'), column('c1')));
      expect(edited('a comparison that must not convert', plan).at(-1)).toContain('WHERE +c0 = c1');
    });

    it('is none between columns of one type', () => {
      const plan = typed(equal(column('c0'), column('c0')));
      const [left, right] = suspectsIn(plan).find(({ name }) => name === 'a comparison that converts')!.ways;
      expect([left(plan), right(plan)]).toEqual([null, null]);
    });
  });

  it('a NULL that is inserted or set becomes a 1', () => {
    const plan = planOf(
      { kind: 'insert', table: 't0', source: { kind: 'values', rows: [[literal(null), literal('a')]] } },
      { kind: 'update', table: 't0', set: [{ columns: ['c0'], value: literal(null) }] },
    );
    expect(edited('a stored NULL', plan)).toEqual(["INSERT INTO t0 VALUES (1, 'a')", 'UPDATE t0 SET c0 = 1']);
  });

  it('a RIGHT JOIN becomes a LEFT JOIN with its sides exchanged', () => {
    expect(edited('RIGHT or FULL JOIN', everything).at(-1)).toContain('FROM t0 AS x0 LEFT JOIN t0');
  });

  it('WHERE without FROM gets a table of one row', () => {
    const plan = planOf({
      kind: 'select',
      body: { kind: 'core', columns: [{ kind: 'expression', expression: literal(2n) }], where: literal(1n) },
    });
    expect(edited('WHERE without FROM', plan)).toEqual(['SELECT 2 FROM (VALUES (1)) AS one WHERE 1']);
  });

  it('a common table and a view become subqueries', () => {
    const rows: Select = {
      kind: 'select',
      body: { kind: 'core', columns: [{ kind: 'expression', expression: literal(1n), alias: 'a' }] },
    };
    const all: Select = {
      kind: 'select',
      body: { kind: 'core', columns: [{ kind: 'all' }], from: { kind: 'table', name: 'q0' } },
    };
    const inlined = 'SELECT * FROM (SELECT 1 AS a) AS q0';
    expect(edited('WITH', planOf({ ...all, with: [{ name: 'q0', select: rows }] }))).toEqual([inlined]);
    expect(edited('a view', planOf({ kind: 'createView', name: 'q0', select: rows }, all))).toEqual([
      inlined,
    ]);
  });

  it('a renamed table has its new name from the beginning', () => {
    const plan = planOf(
      { kind: 'createTable', name: 't0', columns: [{ name: 'c0' }] },
      { kind: 'alterTable', table: 't0', action: { kind: 'renameTable', to: 't1' } },
      { ...insert, table: 't1' } as Statement,
    );
    expect(edited('ALTER TABLE RENAME', plan)).toEqual(['CREATE TABLE t1 (c0)', 'INSERT INTO t1 VALUES (1)']);
  });

  it('CASE x WHEN y becomes CASE WHEN x = y, and a row value in front of IN its first item', () => {
    const asking = (expression: Expression): Statement => ({
      kind: 'select',
      body: { kind: 'core', columns: [{ kind: 'expression', expression }] },
    });
    const chosen: Expression = {
      kind: 'case',
      operand: literal('a'),
      // biome-ignore lint/suspicious/noThenProperty: a branch of CASE has one.
      branches: [{ when: literal('b'), then: literal(1n) }],
    };
    expect(edited('CASE x WHEN', planOf(asking(chosen)))).toEqual(["SELECT CASE WHEN 'a' = 'b' THEN 1 END"]);
    const row: Expression = { kind: 'row', items: [literal(1n), literal(2n)] };
    const select: Select = { kind: 'select', body: { kind: 'values', rows: [[literal(1n), literal(2n)]] } };
    const within: Expression = { kind: 'inSelect', operand: row, select, negated: false };
    expect(edited('a row value', planOf(asking(within)))).toEqual(['SELECT 1 = 1 AND 2 = 2']);
  });

  const from = (item: FromItem, where?: Expression): Select => ({
    kind: 'select',
    body: { kind: 'core', columns: [{ kind: 'all' }], from: item, ...(where && { where }) },
  });
  const values: Select = { kind: 'select', body: { kind: 'values', rows: [[literal(1n)]] } };

  it('the rows of a subquery in FROM are in a table, also those of a common table', () => {
    const stored = ['CREATE TABLE m0 (column1)', 'INSERT INTO m0 VALUES (1)'];
    const inline = from({ kind: 'subquery', select: values, alias: 'q0' });
    expect(edited('a subquery in FROM', planOf(inline))).toEqual([...stored, 'SELECT * FROM m0 AS q0']);
    const common: Select = { ...from({ kind: 'table', name: 'q0' }), with: [{ name: 'q0', select: values }] };
    expect(edited('a subquery in FROM', planOf(common))).toEqual([...stored, 'SELECT * FROM m0 AS q0']);
  });

  it('a constant of a subquery stands where it was named', () => {
    const constant: Select = {
      kind: 'select',
      body: { kind: 'core', columns: [{ kind: 'expression', expression: literal(1n), alias: 'x0' }] },
    };
    const plan = planOf(from({ kind: 'subquery', select: constant }, equal(column('x0'), literal(2n))));
    expect(edited('a subquery in FROM', plan)).toEqual(['SELECT * FROM (SELECT 1 AS x0) WHERE 1 = 2']);
  });

  it('a NUL becomes another character, also where a function makes it', () => {
    const made: Expression = { kind: 'call', name: 'char', arguments: [literal(0n)] };
    expect(edited('a NUL', planOf(from({ kind: 'table', name: 't0' }, equal(made, literal('a\0')))))).toEqual(
      ["SELECT * FROM t0 WHERE char(120) = 'ax'"],
    );
  });

  it('collations are gone from columns, terms of ORDER BY and indexes', () => {
    const plan = planOf(
      { kind: 'createTable', name: 't0', columns: [{ name: 'c0', collate: 'NOCASE' }] },
      {
        kind: 'createIndex',
        name: 'i0',
        table: 't0',
        columns: [{ expression: column('c0'), collation: 'RTRIM' }],
      },
      {
        ...from({ kind: 'table', name: 't0' }),
        orderBy: [{ expression: column('c0'), collation: 'NOCASE' }],
      },
    );
    expect(edited('COLLATE', plan)).toEqual([
      'CREATE TABLE t0 (c0)',
      'CREATE INDEX i0 ON t0 (c0)',
      'SELECT * FROM t0 ORDER BY c0',
    ]);
  });

  it('an INTEGER PRIMARY KEY becomes a key that holds the numbers which the rows would have got', () => {
    const keyed: Statement = {
      kind: 'createTable',
      name: 't0',
      columns: [{ name: 'c0', type: 'INTEGER', primaryKey: {} }],
    };
    const rows = [[literal(null)], [literal(7n)], [literal(null)]];
    const plan = planOf(keyed, { ...insert, source: { kind: 'values', rows } } as Statement);
    expect(edited('INTEGER PRIMARY KEY', plan)).toEqual([
      'CREATE TABLE t0 (c0 INT PRIMARY KEY)',
      'INSERT INTO t0 VALUES (1), (7), (8)',
    ]);
    expect(
      suspectsIn(plan)
        .find(({ name }) => name === 'a declared type')!
        .ways[0](plan),
    ).toBeNull();
  });

  it('a statement that must be refused is not run, unless it is the last', () => {
    const plan = planOf(table, insert, insert);
    const refusing = {
      ...plan,
      groups: plan.groups.map((group) => ({
        ...group,
        steps: group.steps.map((step) => ({ ...step, expect: { refused: 'constraint' } }) as RunStep),
      })),
    };
    expect(edited('a refused statement', refusing)).toEqual(['INSERT INTO t0 VALUES (1)']);
  });

  it('every operand is in parentheses', () => {
    const test: Expression = { kind: 'nullTest', form: 'ISNULL', operand: equal(literal(1n), literal(-2n)) };
    expect(
      edited('an operator without parentheses', planOf(from({ kind: 'table', name: 't0' }, test))),
    ).toEqual(['SELECT * FROM t0 WHERE (1 = (-2)) ISNULL']);
  });

  it('a function becomes its first argument', () => {
    const call: Expression = { kind: 'call', name: 'coalesce', arguments: [column('c0'), literal(1n)] };
    expect(edited('coalesce()', planOf(from({ kind: 'table', name: 't0' }, call)))).toEqual([
      'SELECT * FROM t0 WHERE c0',
    ]);
  });

  it('what CREATE TABLE AS takes from a column keeps its type', () => {
    const rows: Select = {
      kind: 'select',
      body: {
        kind: 'core',
        columns: [{ kind: 'expression', expression: column('c0') }],
        from: { kind: 'table', name: 't0' },
      },
    };
    const plan = planOf(
      { kind: 'createTable', name: 't0', columns: [{ name: 'c0', type: 'REAL' }] },
      { kind: 'createTableAs', name: 't1', select: rows },
    );
    expect(edited('CREATE TABLE AS', plan).slice(1)).toEqual([
      'CREATE TABLE t1 (c0 REAL)',
      'INSERT INTO t1 SELECT c0 FROM t0',
    ]);
  });
});

describe('a function or operator that any other could stand for', () => {
  const difference = planOf({
    kind: 'select',
    body: {
      kind: 'core',
      columns: [{ kind: 'expression', expression: binary(literal(0n), '-', column('c0')) }],
      from: { kind: 'table', name: 't0' },
    },
  });

  it('is no cause if the plan fails with another one too', async () => {
    const { needed } = await needsOf(difference, async (plan) => !/[-+] c0/.test(sqlOf(plan).join()));
    expect(needed.find(({ name }) => name === '-')).toMatchObject({ isContainer: true });
  });

  it('is a cause if the plan passes with another one', async () => {
    const { needed } = await needsOf(difference, async (plan) => !/- c0/.test(sqlOf(plan).join()));
    expect(needed.find(({ name }) => name === '-')?.isContainer).toBeUndefined();
    expect(needed.map(({ name }) => name)).toContain('-');
  });
});

describe('a function of a family', () => {
  const date = planOf({
    kind: 'select',
    body: {
      kind: 'core',
      columns: [{ kind: 'expression', expression: call('julianday', literal('')) }],
    },
  });
  const needs = async (fails: RegExp) => {
    const { needed } = await needsOf(date, async (plan) => !fails.test(sqlOf(plan).join()));
    return needed.map(({ name }) => name);
  };

  it('is no cause of its own if the plan fails with another one, too', async () => {
    expect(await needs(/(julianday|date)\(/)).toEqual(['a function of dates']);
  });

  it('is a cause if the plan passes with another one', async () => {
    expect(await needs(/julianday\(/)).toEqual(['julianday()']);
  });
});

it('a computed LIMIT stands for all that is in it', async () => {
  const plan = planOf({
    kind: 'select',
    body: { kind: 'core', columns: [{ kind: 'all' }], from: { kind: 'table', name: 't0' } },
    limit: { kind: 'cast', operand: call('coalesce', literal('4'), literal(1n)), type: 'INTEGER' },
  });
  expect(edited('a computed LIMIT', plan)).toEqual(['SELECT * FROM t0 LIMIT 4']);
  const { needed } = await needsOf(plan, async (each) => !/LIMIT CAST\(coalesce/.test(sqlOf(each).join()));
  expect(ownNeeds(needed).map(({ name }) => name)).not.toContain('CAST');
  expect(ownNeeds(needed).map(({ name }) => name)).toContain('a computed LIMIT');
});

describe('ADD COLUMN', () => {
  const plan = planOf(
    { kind: 'createTable', name: 't0', columns: [{ name: 'c0', primaryKey: { descending: true } }] },
    { kind: 'alterTable', table: 't0', action: { kind: 'addColumn', column: { name: 'c1' } } },
    {
      kind: 'select',
      body: { kind: 'core', columns: [{ kind: 'all' }], from: { kind: 'table', name: 't0' } },
    },
  );
  const neededWhere = async (fails: RegExp) => {
    const { needed } = await needsOf(plan, async (each) => !fails.test(sqlOf(each).join()));
    return ownNeeds(needed).map(({ name }) => name);
  };

  it('is no cause of its own if the plan also fails with a table that is renamed and named back', async () => {
    expect(await neededWhere(/ALTER TABLE/)).toEqual(['ALTER TABLE']);
  });

  it('is a cause if the plan passes with such a table', async () => {
    expect(await neededWhere(/ADD COLUMN/)).toEqual(['ADD COLUMN']);
  });
});

describe('a subquery', () => {
  const reading = (name: string, operand: Expression): Plan =>
    planOf(
      { kind: 'createTable', name: 't0', columns: [{ name: 'c0' }] },
      { kind: 'createTable', name: 't1', columns: [{ name: 'c1' }] },
      {
        kind: 'select',
        body: {
          kind: 'core',
          columns: [{ kind: 'expression', expression: operand }],
          from: { kind: 'table', name: 't0', ...(name !== 't0' && { alias: name }) },
        },
      },
    );
  const from = (name: string, read: string): Select => ({
    kind: 'select',
    body: {
      kind: 'core',
      columns: [{ kind: 'expression', expression: column(read) }],
      from: { kind: 'table', name },
    },
  });
  const exists: Expression = { kind: 'exists', negated: false, select: from('t1', 'c1') };
  const scalar: Expression = { kind: 'scalar', select: from('t1', 'c1') };
  const neededOf = async (plan: Plan, fails: RegExp) => {
    const { needed } = await needsOf(plan, async (each) => !fails.test(sqlOf(each).join()));
    return ownNeeds(needed).map(({ name }) => name);
  };

  it.each([exists, scalar])(
    'of any kind is one cause if another kind in its place fails as well',
    async (operand) => {
      expect(await neededOf(reading('t0', operand), /\(SELECT c1/)).toEqual(['a subquery as an operand']);
    },
  );

  it('of one kind is a cause if another kind in its place passes', async () => {
    expect(await neededOf(reading('t0', exists), /EXISTS/)).toEqual(['EXISTS']);
  });

  it('needs an alias that is the name of another table if it passes beside an alias of its own', async () => {
    const plan = reading('t1', { kind: 'scalar', select: from('t1', 'c1') });
    expect(await neededOf(plan, /t0 AS t1/)).toContain('an alias that is the name of another table');
    expect(await neededOf(reading('q0', scalar), /AS q0/)).not.toContain(
      'an alias that is the name of another table',
    );
  });
});
