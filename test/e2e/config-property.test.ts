import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { dirt } from './dirt.ts';

/** SQLite with a bug of its own: a query that orders by 'marker' returns a row that is nowhere. */
const ENGINE = `
import { type Engine, sqlite, wrapEngine } from 'dirt';

export function faultySqlite(): Engine {
  const engine = wrapEngine(sqlite, () => ({
    rows: (outcome, { text }) =>
      text.includes("ORDER BY 'marker'")
        ? { ...outcome, rows: outcome.rows.map((row) => row.map(() => 'nowhere')) }
        : outcome,
  }));
  return { ...engine, version: 'dev' };
}
`;

const PROPERTIES = `
import { defineCheck, property, select, sql } from 'dirt';

const within = defineCheck('within', (some, all) => some.every((row) => all.map(String).includes(String(row))));

export const firstRow = property(
  'first-row',
  { claims: 'The first row of a table is one of its rows.' },
  ({ db, pick, run, assert, assume }) => {
    const t = pick(db.tables);
    assume(t.view.rowCount > 1);
    const first = run(select('*').from(t).orderBy(sql.text('marker')).limit(1), { undetermined: true });
    assert(within(first, run(select('*').from(t))));
  },
);
`;

function projectWith(properties: string, more = ''): string {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'dirt/properties'), { recursive: true });
  writeFileSync(join(cwd, 'dirt/engine.ts'), ENGINE);
  writeFileSync(join(cwd, 'dirt/properties/rows.ts'), properties);
  writeFileSync(
    join(cwd, 'dirt.config.ts'),
    `import { defineConfig } from 'dirt';
import { faultySqlite } from './dirt/engine.ts';

export default defineConfig({
  engines: { faulty: faultySqlite },
  engine: 'faulty',
  properties: 'dirt/properties/**/*.ts',
  bugs: 'dirt/bugs',
  limits: { plans: 1, steps: 40, workers: 1, shrinkLimit: 300 },
  ${more}
});
`,
  );
  return cwd;
}

describe('a property in a folder that the configuration names', () => {
  const cwd = projectWith(PROPERTIES);

  it('is listed with its claim and its file', () => {
    const { out } = dirt(['properties'], { cwd });
    expect(out).toContain('first-row\n  The first row of a table is one of its rows.\n');
    expect(out).toContain('defined in dirt/properties/rows.ts\n');
  });

  it('finds a bug of an engine of the configuration, which replays in other processes', () => {
    const { status, out, error } = dirt(['run', '--seed', '1', '--properties', 'first-row', '--verbose'], {
      cwd,
    });
    expect(error).toContain('probing what faulty@dev supports');
    expect(out).toContain('faulty@dev (WebAssembly), property first-row');
    expect(out).toContain('The first row of a table is one of its rows.');
    expect(out).toMatch(/first-row +[1-9]/);
    expect(status).toBe(1);
    const id = /property first-row[\s\S]*?npx dirt replay (\S+)/.exec(out)?.[1] ?? 'none';

    const again = dirt(['replay', id, '--times', '2'], { cwd });
    expect(again.out).toContain('faulty@dev: fails 2 of 2 times');
    expect(again.status).toBe(1);
    expect(dirt(['replay', id, '--engine', 'sqlite'], { cwd }).status).toBe(0);
    // The plan in its folder knows where it belongs, from anywhere in the project.
    expect(dirt(['replay', `dirt/bugs/${id}/plan.json`], { cwd }).status).toBe(1);
    // Without the configuration nobody knows the check that the plan names.
    const alone = dirt(['replay', join(cwd, `dirt/bugs/${id}/plan.json`), '--engine', 'sqlite']);
    expect(alone.error).toContain('a check "within" that is not defined here');
    expect(alone.status).toBe(2);
  });
});

describe('a property that is wrong ends the run with 2 and is named', () => {
  it.each([
    [
      'false on the model',
      'assert(isEmpty(run(select("*").from(t))));',
      /the property always-empty is wrong/,
    ],
    [
      'throwing',
      '(t as never as { none: { more: 1 } }).none.more; assert(isEmpty(run(select("*").from(t))));',
      /rows\.ts: the property always-empty throws TypeError/,
    ],
    [
      'running nothing',
      'run(undefined as never); assert(isEmpty(run(select("*").from(t))));',
      /the property always-empty runs undefined, which is no statement: write sql/,
    ],
  ])('%s', (_, body, says) => {
    const cwd = projectWith(`
import { isEmpty, property, select } from 'dirt';
export const alwaysEmpty = property(
  'always-empty',
  { claims: 'No table ever has a row.' },
  ({ db, pick, run, assert }) => {
    const t = pick(db.tables);
    ${body}
  },
);
`);
    const { status, error } = dirt(
      ['run', '--engine', 'sqlite', '--properties', 'always-empty', '--seed', '1'],
      {
        cwd,
      },
    );
    expect(error).toMatch(says);
    expect(error).not.toMatch(/\n {4}at /);
    expect(status).toBe(2);
  });
});
