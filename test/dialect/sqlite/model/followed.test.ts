// What the model follows beyond single tables and plain queries: each script gives on SQLite what the model says, statement by statement, and the
// model says something about each.

import { describe, expect, it } from 'vitest';
import { emptyDatabase, predict } from '../../../../src/dialect/sqlite/model/predict.ts';
import { readers } from '../../../../src/dialect/sqlite/read/read.ts';
import { sqlite } from '../../../../src/engines/sqlite/sqlite.ts';
import { wrapEngine } from '../../../../src/engines/wrap-engine.ts';
import { sameBag } from '../../../../src/plan/evaluate-check.ts';
import { readScript } from '../../../../src/plan/read-script.ts';
import { testOf } from '../../../../src/plan/rehearse.ts';
import { planOfScript } from '../../../../src/plan/script.ts';
import { examine } from '../../../../src/run/examine.ts';
import type { Finding } from '../../../../src/run/finding.ts';
import { Session } from '../../../../src/run/session.ts';
import { DEFAULT_WORLD } from '../../../../src/world/world-spec.ts';

const FUEL = 10_000_000;

/** What model and SQLite say differently, or the model does not say at all. */
async function disagreements(script: readonly string[]): Promise<string[]> {
  const read = (await readers())();
  const session = new Session(sqlite, DEFAULT_WORLD);
  let database = emptyDatabase();
  const found: string[] = [];
  for (const sql of script) {
    const statement = read(sql);
    if ('problem' in statement) throw new Error(`${sql}: ${statement.problem.message}`);
    const predicted = predict(database, 0, statement.statement);
    database = predicted.database;
    const { prediction } = predicted;
    const outcome = await session.run(0, statement.statement, FUEL, sql);
    if (statement.statement.kind === 'pragma') continue;
    const agrees =
      prediction.kind === 'rows' && outcome.kind === 'rows'
        ? sameBag(prediction.rows, outcome.rows) && prediction.changes === outcome.changes
        : prediction.kind === 'refused' &&
          outcome.kind === 'refused' &&
          prediction.class === outcome.class &&
          (prediction.constraint ?? outcome.constraint) === outcome.constraint;
    const show = (value: unknown) =>
      JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}` : part));
    if (!agrees) found.push(`${sql}: model ${show(prediction)}, SQLite ${show(outcome)}`);
  }
  await session.drop();
  return found;
}

const family = (onDelete: string, onUpdate: string, child = 'c INTEGER DEFAULT 1'): string[] => [
  'PRAGMA foreign_keys = on',
  'CREATE TABLE t0 (k INTEGER PRIMARY KEY, a TEXT)',
  `CREATE TABLE t1 (${child}, b TEXT, FOREIGN KEY (c) REFERENCES t0 (k) ON DELETE ${onDelete} ON UPDATE ${onUpdate})`,
  "INSERT INTO t0 VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, NULL)",
  "INSERT INTO t1 VALUES (1, 'x'), (2, 'y'), (2, 'z'), (NULL, 'n')",
];

const look = ['SELECT * FROM t0', 'SELECT * FROM t1'];

describe('foreign keys', () => {
  for (const action of ['NO ACTION', 'RESTRICT', 'SET NULL', 'SET DEFAULT', 'CASCADE']) {
    it(`a parent that goes or changes: ${action}`, async () => {
      const script = [
        ...family(action, action),
        'DELETE FROM t0 WHERE k = 4',
        ...look,
        'DELETE FROM t0 WHERE k = 2',
        ...look,
        'UPDATE t0 SET k = 7 WHERE k = 1',
        ...look,
        "UPDATE t0 SET a = 'other'",
        'DELETE FROM t0 WHERE k IN (3, 7)',
        ...look,
      ];
      expect(await disagreements(script)).toEqual([]);
    });
  }

  it('a child without a parent is refused, and nothing of its statement stays', async () => {
    const script = [
      ...family('CASCADE', 'CASCADE'),
      "INSERT INTO t1 VALUES (1, 'kept'), (9, 'orphan')",
      'INSERT OR IGNORE INTO t1 VALUES (9, NULL)',
      'UPDATE t1 SET c = 9 WHERE c = 2',
      'UPDATE t1 SET c = 3 WHERE c = 2',
      ...look,
    ];
    expect(await disagreements(script)).toEqual([]);
  });

  it('an action that breaks a constraint of the child is refused', async () => {
    const notNull = family('SET NULL', 'CASCADE', 'c INTEGER NOT NULL UNIQUE');
    const script = [
      ...notNull.slice(0, 4),
      "INSERT INTO t1 VALUES (1, 'x'), (2, 'y')",
      'DELETE FROM t0 WHERE k = 1',
      'UPDATE t0 SET k = 5 WHERE k = 2',
      ...look,
    ];
    expect(await disagreements(script)).toEqual([]);
  });

  it('a cascade reaches grandchildren, and rows of the table itself', async () => {
    const script = [
      'PRAGMA foreign_keys = on',
      'CREATE TABLE t0 (k INTEGER PRIMARY KEY, p INTEGER, FOREIGN KEY (p) REFERENCES t0 (k) ON DELETE CASCADE)',
      'CREATE TABLE t1 (k INTEGER PRIMARY KEY, p INTEGER, FOREIGN KEY (p) REFERENCES t0 (k) ON DELETE CASCADE)',
      'CREATE TABLE t2 (p INTEGER, FOREIGN KEY (p) REFERENCES t1 (k) ON DELETE SET NULL)',
      'INSERT INTO t0 VALUES (1, NULL), (2, 1), (3, 2), (4, 4)',
      'INSERT INTO t1 VALUES (1, 3), (2, 4)',
      'INSERT INTO t2 VALUES (1), (2)',
      'DELETE FROM t0 WHERE k = 1',
      ...look,
      'SELECT * FROM t2',
    ];
    expect(await disagreements(script)).toEqual([]);
  });
});

describe('an engine that gets foreign keys wrong', () => {
  /** What the model finds on SQLite with one text in the place of another. */
  async function findingWith(from: RegExp, to: string): Promise<Finding | null> {
    const script = [
      ...family('CASCADE', 'SET NULL'),
      'UPDATE t0 SET k = 9 WHERE k = 1',
      'DELETE FROM t0 WHERE k = 2',
      ...look,
    ];
    const { plan, lost } = await readScript(planOfScript(script.join(';\n'), FUEL));
    expect(lost).toBeNull();
    const wrong = wrapEngine(sqlite, () => ({ run: (call) => call.go(call.text.replace(from, to)) }));
    return (await examine(testOf(plan), wrong)).finding;
  }

  it('is not blamed if it gets them right', async () => {
    expect(await findingWith(/nothing of this/, '')).toBeNull();
  });

  it('is found where it does not enforce them', async () => {
    expect(await findingWith(/foreign_keys = on/, 'foreign_keys = off')).not.toBeNull();
  });

  it('is found where it takes one action for another', async () => {
    expect(await findingWith(/ON DELETE CASCADE/, 'ON DELETE SET NULL')).not.toBeNull();
    expect(await findingWith(/ON UPDATE SET NULL/, 'ON UPDATE CASCADE')).not.toBeNull();
  });
});

describe('recursive common tables', () => {
  it('count, close a graph and stop at duplicates', async () => {
    const script = [
      'CREATE TABLE t0 (a INTEGER, b INTEGER)',
      'INSERT INTO t0 VALUES (1, 2), (2, 3), (3, 1), (3, 4), (5, 6), (NULL, 1)',
      'WITH RECURSIVE q(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM q WHERE x < 7) SELECT x, x * x FROM q',
      'WITH RECURSIVE q(x) AS (SELECT 1 UNION SELECT (x * 3) % 7 FROM q) SELECT count(*), sum(x) FROM q',
      'WITH RECURSIVE q AS (SELECT a + 0 AS x FROM t0 WHERE a > 1 UNION ALL SELECT x - 1 FROM q WHERE x > 0) SELECT * FROM t0 JOIN q ON x = b',
      'WITH RECURSIVE q(x) AS (VALUES (3) UNION ALL SELECT x - 1 FROM q WHERE x > (SELECT min(a) FROM t0)) SELECT x FROM q ORDER BY x',
      'SELECT (WITH RECURSIVE q(x) AS (SELECT +a + 0 UNION ALL SELECT x + 1 FROM q WHERE x < 4) SELECT count(*) FROM q) FROM t0',
    ];
    expect(await disagreements(script)).toEqual([]);
  });
});

describe('bare columns', () => {
  it('beside one min() or max() are those of its row', async () => {
    const script = [
      'CREATE TABLE t0 (a INTEGER, b TEXT, c INTEGER)',
      "INSERT INTO t0 VALUES (1, 'x', 5), (1, 'y', 3), (2, 'z', NULL), (2, 'w', 9), (3, 'v', NULL)",
      'SELECT a, b, min(c) FROM t0 GROUP BY a',
      'SELECT b, max(c), count(*), sum(c) FROM t0',
      'SELECT b FROM t0 GROUP BY a HAVING max(c) > 3',
      'SELECT a, b, max(b) FROM t0 GROUP BY a ORDER BY c',
    ];
    expect(await disagreements(script)).toEqual([]);
  });
});

describe('DISTINCT in EXISTS and IN', () => {
  const tables = ['CREATE TABLE t0 (a INTEGER)', 'INSERT INTO t0 VALUES (1), (1), (2), (2)'];

  it('is followed where it makes no difference that SQLite forgets it', async () => {
    const script = [
      ...tables,
      'SELECT EXISTS (SELECT DISTINCT a FROM t0 LIMIT 1 OFFSET 9)',
      'SELECT EXISTS (SELECT DISTINCT a FROM t0 ORDER BY a LIMIT 5 OFFSET 0)',
      'SELECT 2 IN (SELECT DISTINCT a FROM t0 ORDER BY a DESC LIMIT 5 OFFSET 0)',
    ];
    expect(await disagreements(script)).toEqual([]);
  });

  it('is undetermined where it does', async () => {
    const script = [...tables, 'SELECT EXISTS (SELECT DISTINCT a FROM t0 ORDER BY a LIMIT 1 OFFSET 2)'];
    const [difference] = await disagreements(script);
    expect(difference).toContain('"kind":"undetermined","reason":"DISTINCT in EXISTS"');
  });
});
