// SQLite without the adapter, on the same simulated disk: the shortest loop over the module's own functions. What the
// engine costs through our interface is compared with this.

import { DATABASE_FILE } from '../src/engines/engine.ts';
import { installedBuild } from '../src/engines/sqlite/builds.ts';
import { Memory } from '../src/engines/sqlite/memory.ts';
import { createModule } from '../src/engines/sqlite/module.ts';
import { SimulatedProcess } from '../src/engines/sqlite/simulated-process.ts';
import { registerVfs } from '../src/engines/sqlite/vfs.ts';
import type { World } from '../src/world/world.ts';

const OPEN_READ_WRITE_CREATE = 6;
const ROW = 100;
const LONGEST_SQL = 1 << 16;

/** A function that runs a statement of at most 64 KiB and returns its rows. */
export async function rawSqlite(world: World): Promise<(sql: string) => unknown[][]> {
  const module = await createModule(installedBuild());
  const memory = new Memory(module.memory);
  const sqlite = module.functions;
  registerVfs(module, memory).running = new SimulatedProcess(world, sqlite, memory);
  const text = sqlite.malloc(LONGEST_SQL);
  const out = sqlite.malloc(8);
  memory.writeText(text, DATABASE_FILE);
  sqlite.sqlite3_open_v2(text, out, OPEN_READ_WRITE_CREATE, 0);
  const database = memory.readInt32(out);
  const decoder = new TextDecoder();

  const read = (statement: number, column: number): unknown => {
    switch (sqlite.sqlite3_column_type(statement, column)) {
      case 1:
        return sqlite.sqlite3_column_int64(statement, column);
      case 2:
        return sqlite.sqlite3_column_double(statement, column);
      case 3: {
        const start = sqlite.sqlite3_column_text(statement, column);
        return decoder.decode(
          memory.bytes.subarray(start, start + sqlite.sqlite3_column_bytes(statement, column)),
        );
      }
      case 4: {
        const start = sqlite.sqlite3_column_blob(statement, column);
        return memory.bytes.slice(start, start + sqlite.sqlite3_column_bytes(statement, column));
      }
      default:
        return null;
    }
  };
  const run = (sql: string): unknown[][] => {
    const code = sqlite.sqlite3_prepare_v2(database, text, memory.writeText(text, sql), out, 0);
    if (code !== 0) throw new Error(`${sql}: ${memory.readCString(sqlite.sqlite3_errmsg(database))}`);
    const statement = memory.readInt32(out);
    const rows: unknown[][] = [];
    while (sqlite.sqlite3_step(statement) === ROW) {
      const columns = sqlite.sqlite3_column_count(statement);
      const row: unknown[] = [];
      for (let column = 0; column < columns; column++) row.push(read(statement, column));
      rows.push(row);
    }
    sqlite.sqlite3_finalize(statement);
    return rows;
  };
  run(`PRAGMA page_size = ${world.spec.pageSize}`);
  run(`PRAGMA journal_mode = ${world.spec.journalMode}`);
  return run;
}
