import { beforeAll, describe, expect, it } from 'vitest';
import { planAt } from '../../src/campaign/index.ts';
import { dialect } from '../../src/dialect/index.ts';
import { loadSql, type Property } from '../../src/index.ts';
import { readNotation } from '../../src/notation/index.ts';
import { expand } from '../../src/plan/expand.ts';
import { decodePlan, encodePlan, type Group, stepDirective } from '../../src/plan/index.ts';
import { profiles } from '../../src/planning/index.ts';
import { FAULT_KINDS, PAGE_SIZES } from '../../src/world/index.ts';

beforeAll(loadSql);

const FILE = 'properties/mine.dirt';

function groupsOf(property: Property): readonly Group[] {
  const settings = {
    seed: 'notation',
    statements: 150,
    profile: { ...profiles.transactions, properties: 60 },
    properties: [property.name],
    features: dialect.features.ids,
    abilities: {
      faults: FAULT_KINDS,
      journalModes: ['wal'],
      pageSizes: PAGE_SIZES,
      connections: 16,
    } as const,
  };
  const { plan } = planAt(settings, 0, [property]);
  expect(decodePlan(encodePlan(plan), 'the plan')).toEqual(plan);
  const groups = plan.groups.filter((group) => group.property === property.name);
  if (groups.length === 0) expect.fail(`there is no instance of ${property.name}`);
  return groups;
}

/** The lines below `gen property db:`, as the steps of an instance. */
function stepsOf(...lines: readonly string[]): string[] {
  const [property] = readNotation(
    ['gen property db:', ...lines.map((line) => `    ${line}`)].join('\n'),
    FILE,
  );
  const [{ steps, draws }] = groupsOf(property);
  return steps.map((step) => {
    if (step.do === 'run') return `${step.on + 1}: ${dialect.print(expand(step.statement, draws))}`;
    return step.do === 'assert'
      ? JSON.stringify(step.check, (_, value) => (typeof value === 'bigint' ? Number(value) : value))
      : (stepDirective(step) ?? `${step.do} ${'what' in step ? step.what : ''}`);
  });
}

const ANY = '! inspect contents';

describe('a property in the notation', () => {
  it('is called as its file, and claims what the comment above says', () => {
    const text =
      '-- Rows are rows.\n-- Always.\ngen property db:\n    ! inspect contents\n\ngen property other db =\n    ! inspect integrity';
    const [mine, other] = readNotation(text, FILE);
    expect(mine).toMatchObject({ name: 'mine', claims: 'Rows are rows. Always.' });
    expect(other).toMatchObject({ name: 'other', claims: 'What properties/mine.dirt:6 says.' });
  });

  it('needs what its text says: faults, connections and the load of its statements', () => {
    const text = (...lines: readonly string[]) =>
      readNotation(['gen property db:', ...lines].join('\n    '), FILE)[0].needs;
    expect(text('t <- pick db.tables', '! on 3: SELECT * FROM t', ANY)).toEqual({
      load: 'read',
      faults: [],
      connections: 3,
    });
    expect(text('t <- pick db.tables', '! DELETE FROM t', '! FAULT reopen', ANY)).toEqual({
      load: 'write',
      faults: ['reopen'],
      connections: 1,
    });
    expect(text('! FAULT power cut', ANY).faults).toEqual(['powerCut', 'kill']);
    expect(text('! CREATE TABLE x (a)', ANY).load).toBe('create');
  });

  it('says where each step is written, so that reports can point there', () => {
    const [property] = readNotation(
      'gen property db:\n\n    t <- pick db.tables\n    ! RS := SELECT *\n        FROM t\n    ! assert(RS == t)',
      FILE,
    );
    const [{ steps }] = groupsOf(property);
    expect(steps.map((step) => 'source' in step && step.source)).toEqual([`${FILE}:4`, `${FILE}:6`]);
  });

  it('selects from the tables that expressions are about, where no FROM says so', () => {
    const [first] = stepsOf(
      't <- pick db.tables',
      'c <- pick t.columns',
      'v <- genOf expression c.type',
      'p := t.c = v',
      'q <- gen expression (t, c)',
      '! SELECT (p AND q)',
      ANY,
    );
    expect(first).toMatch(/^1: SELECT (t\d+)\.[ck]\d+ = .* FROM \1$/);
  });

  it('keeps names of the notation apart from those of the database, primes and all', () => {
    const [first] = stepsOf(
      't0 <- pick db.tables',
      "c0' <- pick t0.columns",
      "(c1, c2) := (c0', c0')",
      "! SELECT c1, c2, t0.c0', 'c0''' FROM t0",
      ANY,
    );
    expect(first).toMatch(/^1: SELECT ([ck]\d+), \1, (t\d+)\.\1, 'c0''' FROM \2$/);
  });

  it('compares parts of rows as they were stored, and selects the columns that they were taken from', () => {
    const steps = stepsOf(
      '(t, u) <- (pick db.tables as a, pick db.tables as b)',
      '(c, d) <- (pick t.columns, pick u.columns)',
      '(r, s) <- (gen row t, gen row u)',
      'both := (r.c, s.d)',
      '! INSERT INTO t VALUES r',
      '! INSERT INTO u VALUES (s)',
      '! RS := SELECT both FROM t, u',
      '! assert(both in RS)',
    );
    expect(steps[2]).toMatch(/^1: SELECT a\.[ck]\d+, b\.[ck]\d+ FROM t\d+ AS a, t\d+ AS b$/);
    const { row } = JSON.parse(steps[3]);
    expect(row.parts.map((part: { row: string; of: { row: string } }) => [part.row, part.of.row])).toEqual([
      ['part', 'stored'],
      ['part', 'stored'],
    ]);
  });

  it('runs transactions on several connections, and what must be refused', () => {
    const steps = stepsOf(
      't <- pick db.tables',
      '(r, s) <- (gen row t, gen row t)',
      '! BEGIN',
      '! INSERT INTO t VALUES r',
      '! on 2: refuse busy: INSERT INTO t VALUES s',
      '! COMMIT',
      '! on 2: RS := SELECT * FROM t',
      '! on 2: assert(RS == t)',
    );
    expect(steps.map((step) => step.slice(0, 9))).toEqual([
      '1: BEGIN',
      '1: INSERT',
      '2: INSERT',
      '1: COMMIT',
      '2: SELECT',
      '{"check":',
    ]);
    expect(JSON.parse(steps[5])).toMatchObject({ check: 'sameBag', right: { term: 'table', on: 1 } });
  });

  it('asks for faults between statements and during them', () => {
    expect(
      stepsOf('t <- pick db.tables', '! FAULT reopen', '! FAULT clock jump', '! inspect integrity'),
    ).toEqual(['-- dirt: reopen', expect.stringMatching(/^-- dirt: clock /), 'inspect integrity']);
    const [property] = readNotation(
      'gen property db:\n    t <- pick db.tables\n    ! FAULT power cut during DELETE FROM t\n    ! inspect contents',
      FILE,
    );
    expect(groupsOf(property)[0].steps[0]).toMatchObject({ do: 'run', cut: {}, source: `${FILE}:3` });
    const [other] = readNotation(
      'gen property db:\n    t <- pick db.tables\n    ! RS := FAULT ioError during SELECT * FROM t\n    ! assert(RS in t)',
      FILE,
    );
    expect(groupsOf(other)[0].steps[0]).toMatchObject({ do: 'run', ioFault: {} });
  });

  it('calls what it creates otherwise in every instance', () => {
    const [property] = readNotation(
      "gen property db:\n    ! CREATE TABLE x (a INTEGER, b TEXT)\n    ! INSERT INTO x (b, a) VALUES ('b', 1)\n    ! i := CREATE INDEX y ON x (a)\n    ! RS := SELECT a, b FROM x WHERE x.a = 1\n    ! assert(RS == x)\n    ! DROP TABLE x",
      FILE,
    );
    const created = groupsOf(property).map(
      ({ steps: [step] }) =>
        step.do === 'run' && step.statement.kind === 'createTable' && step.statement.name,
    );
    expect(created.length).toBeGreaterThan(1);
    expect(new Set(created).size).toBe(created.length);
    for (const name of created) expect(name).toMatch(/^t\d+$/);
  });

  it('has generators of its own, which draw and give', () => {
    const [property] = readNotation(
      'gen equality (t: table, n: number):\n    c <- pick t.columns\n    v <- gen value c\n    return t.c = v OR n\ngen property db:\n    t <- pick db.tables\n    p <- gen equality (t, 7)\n    ! RS := SELECT p\n    ! assert(RS.length() == t.length() and not RS.length() > t.length())',
      FILE,
    );
    const [{ steps, draws }] = groupsOf(property);
    const [first] = steps;
    if (first.do !== 'run') expect.fail('the first step is a statement');
    expect(dialect.print(expand(first.statement, draws))).toMatch(
      /^SELECT (t\d+)\.[ck]\d+ = .* OR 7 FROM \1$/,
    );
  });

  it('lets random statements happen meanwhile, and assumes what it takes for granted', () => {
    const steps = stepsOf(
      '(t, u) <- (pick db.tables, pick db.tables)',
      'assume(t != u and t.columns.length() + 1 > 1)',
      'r <- gen row t',
      '! INSERT INTO t VALUES r',
      '! meanwhile keep r in t',
      '! RS := SELECT * FROM t',
      '! assume(RS.count(NULL) >= 0)',
      '! assert(r in RS and (r) in RS)',
    );
    expect(steps[0]).toMatch(/^1: INSERT/);
    expect(steps.at(-2)).toMatch(/^1: SELECT \* FROM t\d+$/);
  });
});
