import { expect, test } from 'vitest';
import { defaultSetting } from '../../src/dialect/sqlite/generate/setting.ts';
import {
  statement,
  statementNames,
  statementNamesOf,
} from '../../src/dialect/sqlite/generate/statements/statements.ts';
import { printStatement } from '../../src/dialect/sqlite/print/print.ts';
import { Random } from '../../src/random.ts';
import {
  classOf,
  isReading,
  isTransactionControl,
  type StatementClass,
} from '../../src/sql/statement-class.ts';
import { openReference, type Reference } from '../conformance/reference.ts';
import { SqliteView } from '../dialect/sqlite/generate/sqlite-view.ts';

const CLASSES: readonly StatementClass[] = [
  'query',
  'pragma',
  'write',
  'schema',
  'transaction',
  'maintenance',
];

test('on SQLite a statement of a class changes only what its class says', async () => {
  const seen = new Set<StatementClass>();
  for (let seed = 0; seed < 12; seed++) {
    const random = Random.of('classes', seed);
    const setting = defaultSetting();
    const sqlite = await openReference();
    const view = new SqliteView(sqlite);
    for (let i = 0; i < 80; i++) {
      const made = statement(random, view, setting);
      const before = contentsOf(sqlite, view);
      if (view.run(made) !== undefined) continue;
      const found = classOf(made);
      seen.add(found);
      const sql = printStatement(made);
      const after = contentsOf(sqlite, view);
      if (isReading(made) || found === 'maintenance') expect(after, sql).toEqual(before);
      if (found === 'write') expect(after.schema, sql).toEqual(before.schema);
      if (made.kind === 'begin' || made.kind === 'commit') expect(isTransactionControl(made)).toBe(true);
    }
    sqlite.close();
  }
  expect([...seen].sort()).toEqual([...CLASSES].sort());
});

function contentsOf(sqlite: Reference, view: SqliteView) {
  const rows = view.tables.map(({ name }) => sqlite.query(`SELECT * FROM "${name}" ORDER BY 1`).length);
  return {
    schema: sqlite.query(
      "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY name",
    ),
    rows,
  };
}

test('a production makes what the classes of statements say, so that a share of the workload is what it asks for', async () => {
  const names = CLASSES.flatMap((of) => statementNamesOf(of));
  expect([...names].sort()).toEqual([...statementNames].sort());
  const random = Random.of('productions');
  const setting = defaultSetting();
  const sqlite = await openReference();
  const view = new SqliteView(sqlite);
  for (let i = 0; i < 100; i++) view.run(statement(random, view, setting));
  for (const wanted of CLASSES) {
    for (let i = 0; i < 60; i++) {
      const made = statement(random, view, setting, statementNamesOf(wanted));
      // Where a production finds nothing to work on, a plain query takes its place.
      if (classOf(made) !== 'query') expect(classOf(made), printStatement(made)).toBe(wanted);
      view.run(made);
    }
  }
  sqlite.close();
});
