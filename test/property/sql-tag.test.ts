import { beforeAll, describe, expect, it } from 'vitest';
import { planAt } from '../../src/campaign/index.ts';
import { dialect } from '../../src/dialect/index.ts';
import { loadSql, type Property, property, sameBag, sql } from '../../src/index.ts';
import { expand } from '../../src/plan/expand.ts';
import { profiles } from '../../src/planning/index.ts';

beforeAll(loadSql);

/** The statements of the first instance of a property, draws in their places. */
function instanceOf(made: Property): string[] {
  const settings = {
    seed: 'tag',
    statements: 80,
    profile: profiles.general,
    properties: [made.name],
    features: dialect.features.ids,
  };
  const { groups } = planAt(settings, 0, [made]).plan;
  const own = groups.find((group) => group.property === made.name);
  if (own === undefined) expect.fail('there is no instance');
  return own.steps.map((step) =>
    step.do === 'run' ? dialect.print(expand(step.statement, own.draws)) : step.do,
  );
}

const text = (made: ReturnType<typeof sql>) => dialect.print(made.kind === 'query' ? made.node : made);

describe('sql`…`', () => {
  it('says whatever SQL can say of tables, columns, conditions and queries', () => {
    const lines = instanceOf(
      property('joined', { claims: 'x' }, ({ db, pick, gen, run, assert }) => {
        const [t, u] = [pick(db.tables).as('x'), pick(db.tables).as('y')];
        const [c, p] = [pick(t.columns), gen.predicate(t)];
        const q = sql`SELECT ${c} AS a, row_number() OVER (PARTITION BY ${c} ORDER BY 1) AS n FROM ${t} LEFT JOIN ${u} ON ${p} WHERE ${c} IN (${[1, 'two', null]})`;
        const options = { undetermined: true };
        const all = run(sql`SELECT max(n) FROM ${q}`, options);
        assert(sameBag(all, run(sql`WITH w AS (${q}) SELECT max(w.n) FROM w`, options)));
      }),
    );
    expect(lines[0]).toMatch(
      /^SELECT max\(n\) FROM \(SELECT x\.c\d+ AS a, row_number\(\) OVER .* FROM t\d+ AS x LEFT JOIN t\d+ AS y ON .* WHERE x\.c\d+ IN \(1, 'two', NULL\)\)$/,
    );
  });

  it('inserts what stands in it as data', () => {
    const c = sql.column('c', 'x');
    expect(text(sql`SELECT ${c}, ${1}, ${1.5}, ${"it's"}, ${null}, ${true} FROM t AS x`)).toBe(
      "SELECT x.c, 1, 1.5, 'it''s', NULL, TRUE FROM t AS x",
    );
    expect(text(sql`SELECT coalesce(${[c, 3]}) IN (${[1, 2]})`)).toBe('SELECT coalesce(x.c, 3) IN (1, 2)');
    expect(text(sql`INSERT INTO t (a, b) VALUES (${1}, 2), (3, ${null})`)).toBe(
      'INSERT INTO t (a, b) VALUES (1, 2), (3, NULL)',
    );
    expect(text(sql`CREATE INDEX ${'i9'} ON ${'t'} (${c} DESC)`)).toBe('CREATE INDEX i9 ON t (x.c DESC)');
  });

  it('takes a query for a table, for a SELECT or for a value, as its place says', () => {
    const s = sql`SELECT a FROM t`;
    expect(text(sql`SELECT * FROM ${s} AS z JOIN ${s} USING (a)`)).toBe(
      'SELECT * FROM (SELECT a FROM t) AS z JOIN (SELECT a FROM t) USING (a)',
    );
    expect(text(sql`${s} UNION ALL ${s} ORDER BY 1`)).toBe(
      'SELECT a FROM t UNION ALL SELECT a FROM t ORDER BY 1',
    );
    expect(text(sql`SELECT (${s}), ${s} + 1 WHERE EXISTS (${s}) OR 1 IN (${s})`)).toBe(
      'SELECT (SELECT a FROM t), (SELECT a FROM t) + 1 WHERE EXISTS (SELECT a FROM t) OR 1 IN (SELECT a FROM t)',
    );
    expect(text(sql`INSERT INTO u ${s}`)).toBe('INSERT INTO u SELECT a FROM t');
    expect(text(sql`WITH w AS (${s}) SELECT * FROM w`)).toBe('WITH w AS (SELECT a FROM t) SELECT * FROM w');
  });

  it('runs in plans with rows that are drawn, inserted and selected', () => {
    const lines = instanceOf(
      property('pivoted', { claims: 'x' }, ({ db, pick, gen, run, assert }) => {
        const t = pick(db.tables);
        const r = gen.row(t);
        run(sql`INSERT INTO ${t} VALUES ${r}`);
        const found = run(sql`SELECT * FROM ${t}`);
        assert(sameBag(found, run(sql`SELECT ${r} FROM ${t}`)));
      }),
    );
    expect(lines[0]).toMatch(/^INSERT INTO t\d+ \(.*\) VALUES \(.*\)$/);
    expect(lines[2]).toMatch(/^SELECT c\d+, .* FROM t\d+$/);
  });

  it('is read once, however often a property is planned', () => {
    const statement = () => sql`SELECT ${1} + a FROM t`;
    const [one, two] = [statement(), statement()];
    expect(text(one)).toBe(text(two));
  });

  it('says what is wrong, with the line', () => {
    const c = sql.column('c');
    expect(() => sql`SELECT ${c}\n FRM ${'t'}`).toThrow(/line 2: near "FRM"|line 2/);
    expect(() => sql`SELECT a FROM ${c} WHERE`).toThrow(/incomplete input/);
    expect(() => sql`SELECT ${c} FROM json_each(1)`).toThrow(/table-valued/);
    expect(() => sql`INSERT INTO ${3} VALUES (1)`).toThrow(/number 1 is no name of a table/);
    expect(() => sql`SELECT ${sql`DELETE FROM t`}`).toThrow(/is a statement, and no expression/);
    expect(() => sql`SELECT a FROM t WHERE ${[1, 2]}`).toThrow(/several things/);
  });
});
