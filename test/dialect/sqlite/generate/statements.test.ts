import { describe, expect, test } from 'vitest';
import { defaultSetting } from '../../../../src/dialect/sqlite/generate/setting.ts';
import { createTable } from '../../../../src/dialect/sqlite/generate/statements/create-table.ts';
import { insert } from '../../../../src/dialect/sqlite/generate/statements/insert.ts';
import { statement } from '../../../../src/dialect/sqlite/generate/statements/statements.ts';
import { defaultWeights, type Weights } from '../../../../src/dialect/sqlite/generate/weights.ts';
import { printStatement } from '../../../../src/dialect/sqlite/print/print.ts';
import { Random } from '../../../../src/random.ts';
import type { Statement } from '../../../../src/sql/ast.ts';
import { openReference } from '../../../conformance/reference.ts';
import { errorsIn } from '../print/errors-in.ts';
import { everything } from './everything.ts';
import { SqliteView } from './sqlite-view.ts';

interface Attempt {
  readonly made: Statement;
  readonly problem: string | undefined;
}

async function plan(seed: string, length: number, weights: Weights): Promise<Attempt[]> {
  const sqlite = await openReference();
  const view = new SqliteView(sqlite);
  const random = Random.of(seed);
  const setting = defaultSetting({ weights });
  const attempts: Attempt[] = [];
  for (let i = 0; i < length; i++) {
    const made = statement(random, view, setting);
    attempts.push({ made, problem: view.run(made) });
  }
  sqlite.close();
  return attempts;
}

async function plans(name: string, count: number, weights: Weights): Promise<Attempt[]> {
  const all: Attempt[] = [];
  for (let i = 0; i < count; i++) all.push(...(await plan(`${name}/${i}`, 100, weights)));
  return all;
}

/** What only the values in the rows decide, or another test that has written to the same file. */
const RUN_TIME =
  /constraint failed|integer overflow|string or blob too big|cannot store|by a trigger|output file already exists|malformed JSON/;

/** The default weights, but for what must be refused. */
const RIGHT: Weights = {
  ...defaultWeights,
  statement: { ...defaultWeights.statement, mistakenQuery: 0, mistakenWrite: 0, mistakenSchema: 0 },
};

describe('on SQLite, with the default weights', async () => {
  const attempts = await plans('default', 40, RIGHT);

  test('more than nine statements in ten succeed', () => {
    const good = attempts.filter(({ problem }) => problem === undefined);
    expect(good.length / attempts.length).toBeGreaterThan(0.95);
  });

  test('what is refused is refused for a value, not for what the statement is', () => {
    const wrong = attempts.filter(({ problem }) => problem !== undefined && !RUN_TIME.test(problem));
    // SQLite itself refuses a few right queries with RIGHT JOIN, of which from.ts avoids those it knows.
    const report = wrong.map(({ made, problem }) => `${problem}\n${printStatement(made)}`).join('\n\n');
    expect(wrong.length, report).toBeLessThanOrEqual(attempts.length / 2000);
  });

  test('all kinds of statement appear, and none is forgotten by a weight', () => {
    const kinds = new Set(attempts.map(({ made }) => made.kind));
    expect([...kinds].sort()).toEqual(
      [
        'alterTable',
        'analyze',
        'begin',
        'commit',
        'createIndex',
        'createTable',
        'createTableAs',
        'createTrigger',
        'createView',
        'delete',
        'drop',
        'insert',
        'pragma',
        'reindex',
        'release',
        'rollback',
        'rollbackTo',
        'savepoint',
        'select',
        'update',
        'vacuum',
      ].sort(),
    );
  });

  test('every statement parses', () => {
    expect(attempts.flatMap(({ made }) => errorsIn(printStatement(made)))).toEqual([]);
  });
});

test('also what the model does not follow is right SQL', async () => {
  // SQLite has no BEGIN CONCURRENT.
  const weights = { ...everything, transactionMode: { ...everything.transactionMode, concurrent: 0 } };
  const attempts = await plans('everything', 25, weights);
  const wrong = attempts.filter(({ problem }) => problem !== undefined && !RUN_TIME.test(problem));
  const report = wrong.map(({ made, problem }) => `${problem}\n${printStatement(made)}`).join('\n\n');
  expect(wrong.length, report).toBeLessThanOrEqual(attempts.length / 500);
});

test('the same seed gives the same statements', async () => {
  // The SQLite of these tests has the real clock, and stored times are values like others.
  const timeless = (sql: string) => sql.replace(/\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d/g, 'now');
  const printed = async () =>
    (await plan('again', 150, everything)).map(({ made }) => timeless(printStatement(made)));
  expect(await printed()).toEqual(await printed());
});

test('a table can be as wide, and a row as big, as the weights say', async () => {
  const sqlite = await openReference();
  const view = new SqliteView(sqlite);
  const random = Random.of('wide');
  const setting = defaultSetting();
  const table = createTable(random, view, setting, { columns: 150 });
  expect(table.columns.length).toBeGreaterThanOrEqual(150);
  expect(view.run(table)).toBeUndefined();
  let longest = 0;
  for (let i = 0; i < 20; i++) {
    const made = insert(random, view, setting, { rows: 1, size: 20_000 });
    if (made === undefined) throw new Error('there is a table');
    view.run(made);
    longest = Math.max(longest, printStatement(made).length);
  }
  expect(view.tables[0].rowCount).toBeGreaterThan(5);
  expect(longest).toBeGreaterThan(20_000);
  sqlite.close();
});
