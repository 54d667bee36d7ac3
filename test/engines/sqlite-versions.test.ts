// SQLite in several versions: each is itself, in one thread, on disks of their own.

import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engines/engine.ts';
import { resolveEngine } from '../../src/engines/resolve.ts';
import { newestSqlite, sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import { createWorld } from '../../src/world/world.ts';
import { DEFAULT_WORLD } from '../../src/world/world-spec.ts';
import { openSession } from '../world/session.ts';

async function connected(engine: Engine) {
  const { connection } = await openSession(engine, createWorld(DEFAULT_WORLD));
  return async (sql: string) => {
    const outcome = await connection.run(sql, DEFAULT_FUEL);
    return outcome.kind === 'rows' ? outcome.rows : outcome;
  };
}

describe('the two installed versions of SQLite', () => {
  it('are resolved by name and version without a network', async () => {
    expect(await resolveEngine('sqlite')).toBe(sqlite);
    expect(await resolveEngine(`sqlite@${sqlite.version}`)).toBe(sqlite);
    expect(await resolveEngine(`sqlite@${newestSqlite.version}`)).toBe(newestSqlite);
  });

  it('run side by side, each with a library and data of its own', async () => {
    const [old, newest] = await Promise.all([connected(sqlite), connected(newestSqlite)]);
    expect(await old('SELECT sqlite_version()')).toEqual([[sqlite.version]]);
    expect(await newest('SELECT sqlite_version()')).toEqual([[newestSqlite.version]]);
    await old('CREATE TABLE t AS SELECT 1 AS a');
    await newest('CREATE TABLE t AS SELECT 2 AS a');
    expect(await old('SELECT a FROM t')).toEqual([[1n]]);
    expect(await newest('SELECT a FROM t')).toEqual([[2n]]);
  });
});
