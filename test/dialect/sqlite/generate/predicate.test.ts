import { expect, test } from 'vitest';
import { allFeatures, without } from '../../../../src/dialect/sqlite/features/feature-set.ts';
import { contextFor } from '../../../../src/dialect/sqlite/generate/expressions/grow.ts';
import { tableSource } from '../../../../src/dialect/sqlite/generate/queries/source.ts';
import { defaultSetting } from '../../../../src/dialect/sqlite/generate/setting.ts';
import { statement } from '../../../../src/dialect/sqlite/generate/statements/statements.ts';
import { printExpression } from '../../../../src/dialect/sqlite/print/print.ts';
import type { DatabaseView, TableView } from '../../../../src/dialect/view.ts';
import { rectify } from '../../../../src/planning/rectify.ts';
import { Random } from '../../../../src/random.ts';
import type { Expression } from '../../../../src/sql/ast.ts';
import { openReference, type Reference } from '../../../conformance/reference.ts';
import { SqliteView } from './sqlite-view.ts';

function predicate(
  random: Random,
  table: TableView,
  view: DatabaseView,
  features = allFeatures(),
): Expression {
  const context = contextFor(random, view, defaultSetting({ features }), [tableSource(table, table.name)]);
  return context.grow.predicate(context, context.grammar.weights.limit.expressionDepth - 1);
}

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
      const sql = printExpression(predicate(random, table, view));
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
      const made = predicate(random, table, view);
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

test('without the feature there are no subqueries', async () => {
  await eachTable('plain', 3, (table, view, _sqlite, random) => {
    const bare = without(
      allFeatures(),
      'expression.exists',
      'expression.inSelect',
      'expression.scalarSubquery',
    );
    for (let i = 0; i < 200; i++) {
      expect(printExpression(predicate(random, table, view, bare))).not.toContain('SELECT');
    }
  });
});

test('the same seed gives the same predicate', async () => {
  await eachTable('again', 2, (table, view) => {
    const draw = () => {
      const random = Random.of('predicate', table.name);
      return Array.from({ length: 50 }, () => printExpression(predicate(random, table, view)));
    };
    expect(draw()).toEqual(draw());
  });
});
