import { expect, test } from 'vitest';
import { emptyDatabase, predict } from '../../../src/dialect/sqlite/model/predict.ts';
import { readers } from '../../../src/dialect/sqlite/read/read.ts';
import { type SqliteBug, type SqliteBugId, sqliteBugs } from '../../../src/dialect/sqlite/sqlite-bugs.ts';
import { newestSqlite, sqlite } from '../../../src/engines/sqlite/sqlite.ts';
import type { Statement } from '../../../src/sql/ast.ts';
import { type Row, sameRow } from '../../../src/sql/value.ts';
import { openReference, type Reference } from '../../conformance/reference.ts';

const ids = Object.keys(sqliteBugs) as SqliteBugId[];
const bugs: Readonly<Record<SqliteBugId, SqliteBug>> = sqliteBugs;

/** The statements of a script, for the model. */
async function read(script: readonly string[]): Promise<readonly Statement[]> {
  const readNext = (await readers())();
  return script.map((sql) => {
    const made = readNext(sql);
    if ('problem' in made) throw new Error(`${sql}: ${made.problem.message}`);
    return made.statement;
  });
}

function lastOf(sqlite: Reference, script: readonly string[]): readonly Row[] | { readonly refused: string } {
  let last: readonly Row[] | { readonly refused: string } = [];
  for (const sql of script) {
    try {
      last = sqlite.query(sql);
    } catch (error) {
      last = { refused: (error as Error).message };
    }
  }
  return last;
}

const areRows = (outcome: SqliteBug['gives']): outcome is readonly Row[] => !('refused' in outcome);

const sides = [...ids].flatMap((id) =>
  (['installed', 'newest'] as const).map((which) => [id, which] as const),
);

test.each(sides)('the table says truly whether %s is in SQLite, %s', async (id, which) => {
  const { script, gives, insteadOf, seenIn, absentFrom = [] } = bugs[id];
  const sqlite = await openReference(which);
  const version = String(sqlite.query('SELECT sqlite_version()')[0][0]);
  const outcome = lastOf(sqlite, script);
  sqlite.close();
  const isRight =
    areRows(outcome) &&
    outcome.length === insteadOf.length &&
    outcome.every((found, i) => sameRow(found, insteadOf[i]));
  expect([...seenIn, ...absentFrom]).toContain(version);
  expect(isRight).toBe(absentFrom.includes(version));
  if (isRight) return;
  if (areRows(gives)) expect(outcome).toEqual(gives);
  else expect(outcome).toMatchObject({ refused: expect.stringContaining(gives.refused) });
});

test.each(ids)('%s is in one of the two SQLites: the model steps back for a reason', async (id) => {
  expect(bugs[id].seenIn).toEqual(
    expect.arrayContaining([expect.stringMatching(`^(${sqlite.version}|${newestSqlite.version})$`)]),
  );
});

test.each(ids)('the model holds no engine to %s, and says why by its id', async (id) => {
  let database = emptyDatabase();
  for (const statement of await read(bugs[id].script)) {
    const predicted = predict(database, 0, statement);
    database = predicted.database;
    const { prediction } = predicted;
    if (prediction.kind === 'rows') continue;
    expect(prediction).toMatchObject({ bug: id, reason: expect.stringContaining(id) });
    // What is only unknown may be undetermined for other reasons.
    if (bugs[id].effect === 'undetermined') expect(prediction.kind).toBe('undetermined');
    return;
  }
  expect.fail('the model predicts all of the script');
});

test.each(['likelihood(a, 0.5)', '+likelihood(a, 0.5)'])(
  'a virtual column that is a REAL one under hints and signs, as %s, meets virtual-whole-reals, too',
  async (copied) => {
    const [, ...others] = bugs['virtual-whole-reals'].script;
    let database = emptyDatabase();
    const script = await read([`CREATE TABLE t (a REAL, b AS (${copied}))`, ...others]);
    for (const statement of script.slice(0, -1)) database = predict(database, 0, statement).database;
    expect(predict(database, 0, script[script.length - 1]).prediction).toMatchObject({
      bug: 'virtual-whole-reals',
    });
  },
);
