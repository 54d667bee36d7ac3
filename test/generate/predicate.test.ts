import { expect, test } from 'vitest';
import { allFeatures, without } from '../../src/features/feature-set.ts';
import { predicate } from '../../src/generate/predicate.ts';
import { rectify } from '../../src/generate/rectify.ts';
import { defaultSetting } from '../../src/generate/setting.ts';
import { tableSource } from '../../src/generate/source.ts';
import { statement } from '../../src/generate/statements.ts';
import type { TableView } from '../../src/model/view.ts';
import { Random } from '../../src/random.ts';
import { printExpression } from '../../src/sql/print.ts';
import { openReference, type Reference } from '../conformance/reference.ts';
import { SqliteView } from './sqlite-view.ts';

async function eachTable(
  name: string,
  plans: number,
  use: (table: TableView, view: SqliteView, sqlite: Reference, random: Random) => void,
): Promise<void> {
  for (let seed = 0; seed < plans; seed++) {
    const sqlite = await openReference();
    const view = new SqliteView(sqlite);
    const random = Random.of(name, seed);
    const setting = defaultSetting();
    for (let i = 0; i < 60; i++) view.run(statement(random, view, setting));
    for (const table of view.tables) if (table.rowCount >= 3) use(table, view, sqlite, random);
    sqlite.close();
  }
}

test('most predicates tell the rows of a table apart', async () => {
  let all = 0;
  let telling = 0;
  await eachTable('telling', 20, (table, view, sqlite, random) => {
    for (let i = 0; i < 40; i++) {
      const sql = printExpression(predicate(random, [tableSource(table, table.name)], { view }));
      try {
        const truth = `iif((${sql}) IS NULL, 2, (${sql}) IS TRUE)`;
        const [[answers]] = sqlite.query(`SELECT count(DISTINCT ${truth}) FROM ${table.name}`);
        all++;
        if (answers !== 1n) telling++;
      } catch {
        // A value that does not fit, such as abs() of the least integer.
      }
    }
  });
  expect(all).toBeGreaterThan(1000);
  expect(telling / all).toBeGreaterThan(0.6);
});

test('a rectified predicate finds the row for which it was rectified', async () => {
  let checked = 0;
  await eachTable('rectify', 10, (table, view, sqlite, random) => {
    if (table.withoutRowid) return;
    for (let i = 0; i < 20; i++) {
      const made = predicate(random, [tableSource(table, table.name)], { view });
      const [[rowid]] = sqlite.query(
        `SELECT rowid FROM ${table.name} LIMIT 1 OFFSET ${random.below(table.rowCount)}`,
      );
      const among = `FROM ${table.name} WHERE ${table.name}.rowid = ${rowid}`;
      try {
        const sql = printExpression(made);
        const [[value]] = sqlite.query(`SELECT iif((${sql}) IS NULL, NULL, (${sql}) IS TRUE) ${among}`);
        const rectified = rectify(made, value === null ? null : value === 1n);
        const found = sqlite.query(`SELECT 1 ${among} AND (${printExpression(rectified)})`);
        expect(found.length, printExpression(rectified)).toBe(1);
        checked++;
      } catch (error) {
        if (!/integer overflow/.test((error as Error).message)) throw error;
      }
    }
  });
  expect(checked).toBeGreaterThan(200);
});

test('without a view of the database, or without the feature, there are no subqueries', async () => {
  await eachTable('plain', 3, (table, view, _sqlite, random) => {
    const sources = [tableSource(table, table.name)];
    const bare = without(
      allFeatures(),
      'expression.exists',
      'expression.inSelect',
      'expression.scalarSubquery',
    );
    for (let i = 0; i < 200; i++) {
      expect(printExpression(predicate(random, sources))).not.toContain('SELECT');
      expect(printExpression(predicate(random, sources, { view, features: bare }))).not.toContain('SELECT');
    }
  });
});

test('the same seed gives the same predicate', async () => {
  await eachTable('again', 2, (table, view) => {
    const draw = () => {
      const random = Random.of('predicate', table.name);
      const sources = [tableSource(table, table.name)];
      return Array.from({ length: 50 }, () => printExpression(predicate(random, sources, { view })));
    };
    expect(draw()).toEqual(draw());
  });
});
