// A database file as what plans start from: the same contents again, made by statements that the model follows.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DATABASE_FILE } from '../../src/engines/engine.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { readDatabase } from '../../src/imports/read-database.ts';
import { type Plan, planOfScript, renewed, sqlOf, unrehearsed, viewAfter } from '../../src/plan/index.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import { execute } from '../../src/run/execute.ts';
import { Session } from '../../src/run/session.ts';
import { DEFAULT_WORLD } from '../../src/world/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** The file that SQLite makes of a script. */
async function fileOf(script: string): Promise<string> {
  const { disk } = await execute(unrehearsed(planOfScript(script, DEFAULT_FUEL)), sqlite);
  const path = join(temporaryFolder(), 'made.db');
  writeFileSync(path, disk.files().get(DATABASE_FILE)!);
  return path;
}

async function rowsAfter(plan: Plan, sql: string) {
  const session = new Session(sqlite, DEFAULT_WORLD);
  for (const each of [...sqlOf(plan), sql]) {
    const outcome = await session.run(0, { kind: 'raw', sql: each, changes: [] }, DEFAULT_FUEL);
    if (each === sql) {
      await session.drop();
      return outcome;
    }
  }
  return null;
}

const SHOP = `CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT NOT NULL, "big city" DEFAULT 'Ulm', twice AS (id * 2));
CREATE UNIQUE INDEX by_name ON people(name);
CREATE TABLE kv(k PRIMARY KEY, v BLOB) WITHOUT ROWID;
CREATE VIEW few AS SELECT name FROM people WHERE id < 3;
INSERT INTO people(id, name, "big city") VALUES (7, 'Ann', NULL), (9, 'it''s', 1.5);
INSERT INTO kv VALUES ('a', x'00ff'), (2, 9007199254740993);
CREATE TRIGGER seen AFTER INSERT ON people BEGIN UPDATE people SET "big city" = 'seen'; END;`;

describe('a database file', () => {
  it('becomes statements that make its schema and its rows again, triggers last', async () => {
    const { plan, tables, rows, leftOut } = await readDatabase(await fileOf(SHOP));
    expect([tables, rows, leftOut]).toEqual([2, 4, []]);
    expect(sqlOf(plan).at(-1)).toContain('TRIGGER');
    expect(await rowsAfter(plan, 'SELECT *, twice FROM people ORDER BY id')).toMatchObject({
      rows: [
        [7n, 'Ann', null, 14n, 14n],
        [9n, "it's", 1.5, 18n, 18n],
      ],
    });
    expect(await rowsAfter(plan, 'SELECT * FROM kv ORDER BY k')).toMatchObject({
      rows: [
        [2n, 9007199254740993n],
        ['a', new Uint8Array([0, 255])],
      ],
    });
  });

  it('is known to the model with all its rows', async () => {
    const { plan } = await readDatabase(await fileOf(SHOP));
    const view = viewAfter(renewed(plan)!);
    expect(view?.tables.map(({ name, knowledge, rowCount }) => [name, knowledge, rowCount])).toEqual([
      ['kv', 'exact', 2],
      ['people', 'exact', 2],
    ]);
    expect(view?.views.map(({ name }) => name)).toEqual(['few']);
  });

  it('is told what is left out of it, such as rows of a table that is too large', async () => {
    const many = `CREATE TABLE t(a); WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 3100) INSERT INTO t SELECT i FROM n;`;
    const { rows, leftOut } = await readDatabase(await fileOf(many));
    expect(rows).toBe(3000);
    expect(leftOut).toEqual(['100 rows of t: a table has at most 3000']);
  });

  it('is named if SQLite cannot read it', async () => {
    const path = join(temporaryFolder(), 'no.db');
    writeFileSync(path, 'no database, but long enough to be looked at'.repeat(20));
    await expect(readDatabase(path)).rejects.toThrow(/SQLite cannot read .*no\.db/);
    await expect(readDatabase('/nowhere.db')).rejects.toThrow(/cannot read \/nowhere\.db/);
  });
});
