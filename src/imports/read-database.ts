// A database file of somebody as what plans start from: its schema as SQLite reads it, and its rows, as statements that make the same again. So
// the plan is data like any other, and each statement of it can be shrunk away; the layout of the file's pages is not kept.

import { existsSync, readFileSync } from 'node:fs';
import { dialect } from '../dialect/index.ts';
import { DATABASE_FILE, sqlite } from '../engines/index.ts';
import { DirtError } from '../errors.ts';
import { explained, fileError } from '../files/index.ts';
import { PLAN_FORMAT, type Plan } from '../plan/index.ts';
import { DEFAULT_FUEL, MOST_TABLE_ROWS } from '../planning/index.ts';
import { Session } from '../run/index.ts';
import type { Statement } from '../sql/ast.ts';
import { literal } from '../sql/build.ts';
import type { Row } from '../sql/index.ts';
import { DEFAULT_WORLD, Disk } from '../world/index.ts';

export interface ReadDatabase {
  readonly plan: Plan;
  readonly tables: number;
  readonly rows: number;
  /** What plans start without, and why. */
  readonly leftOut: readonly string[];
}

/** Of an INSERT. */
const ROWS_AT_ONCE = 100;

export async function readDatabase(path: string): Promise<ReadDatabase> {
  const bytes = (name: string) =>
    explained(
      () => new Uint8Array(readFileSync(name)),
      (reason) => fileError('read', name, reason),
    );
  const files = new Map([[DATABASE_FILE, bytes(path)]]);
  // What is committed may still be in its log.
  if (existsSync(`${path}-wal`)) files.set(`${DATABASE_FILE}-wal`, bytes(`${path}-wal`));
  const session = new Session(sqlite, DEFAULT_WORLD, { disk: Disk.of(files) });
  try {
    return await planFrom(async (sql) => {
      const outcome = await session.run(0, { kind: 'raw', sql, changes: [] }, DEFAULT_FUEL);
      if (outcome.kind === 'rows') return outcome.rows;
      throw new DirtError(
        'DIRT_START',
        `SQLite cannot read ${path}: ${'message' in outcome ? outcome.message : outcome.kind}`,
        'name a file in the format of SQLite',
      );
    });
  } finally {
    await session.drop();
  }
}

type Ask = (sql: string) => Promise<readonly Row[]>;

async function planFrom(ask: Ask): Promise<ReadDatabase> {
  const read = (await dialect.readers())();
  const leftOut: string[] = [];
  const statements: Statement[] = [];
  let rows = 0;
  let tables = 0;
  const objects = await ask(
    "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY type = 'trigger', type = 'view', type = 'index', rowid",
  );
  for (const [type, name, sql] of objects as readonly (readonly [string, string, string])[]) {
    const found = read(sql);
    if ('problem' in found || found.statement.kind === 'raw' || found.asText !== undefined) {
      leftOut.push(
        `${type} ${name}: ${'problem' in found ? found.problem.message : (found.unread ?? 'it says "a"')}`,
      );
      continue;
    }
    statements.push(found.statement);
    if (type !== 'table') continue;
    tables++;
    const inserts = await insertsInto(name, ask);
    rows += inserts.rows;
    if (inserts.more > 0)
      leftOut.push(`${inserts.more} rows of ${name}: a table has at most ${MOST_TABLE_ROWS}`);
    statements.push(...inserts.statements);
  }
  const steps = statements.map((statement, id) => ({
    do: 'run' as const,
    id,
    on: 0,
    statement,
    expect: 'any' as const,
    fuel: DEFAULT_FUEL,
  }));
  const plan: Plan = {
    format: PLAN_FORMAT,
    seed: '0',
    index: 0,
    made: { dirt: '', profile: '', ledger: '' },
    world: DEFAULT_WORLD,
    groups: steps.map((step) => ({ property: 'start', draws: {}, steps: [step] })),
  };
  return { plan, tables, rows, leftOut };
}

async function insertsInto(
  table: string,
  ask: Ask,
): Promise<{ statements: Statement[]; rows: number; more: number }> {
  const quoted = quote(table);
  const known = await ask(
    `SELECT name FROM pragma_table_xinfo(${quote(table, "'")}) WHERE hidden = 0 ORDER BY cid`,
  );
  const columns = known.map(([name]) => String(name));
  const list = columns.map((name) => quote(name)).join(', ');
  const all = await ask(`SELECT ${list} FROM ${quoted} LIMIT ${MOST_TABLE_ROWS}`);
  const [[count]] = await ask(`SELECT count(*) FROM ${quoted}`);
  const statements: Statement[] = [];
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) {
    const rows = all.slice(from, from + ROWS_AT_ONCE).map((row) => row.map(literal));
    statements.push({ kind: 'insert', table, columns, source: { kind: 'values', rows } });
  }
  return { statements, rows: all.length, more: Number(count) - all.length };
}

function quote(name: string, mark = '"'): string {
  return `${mark}${name.replaceAll(mark, mark + mark)}${mark}`;
}
