import { describe, expect, it } from 'vitest';
import { printStatement } from '../../src/dialect/sqlite/print/print.ts';
import { program } from '../../src/engines/program/program.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { type EngineHooks, wrapEngine } from '../../src/engines/wrap-engine.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import { integer } from '../../src/sql/build.ts';
import { refused } from '../../src/sql/outcome.ts';
import { selectAll } from '../../src/sql/select-all.ts';
import { afterPowerCut, createWorld, type World } from '../../src/world/world.ts';
import { DEFAULT_WORLD } from '../../src/world/world-spec.ts';
import { connect, openSession, rowsOf } from '../world/session.ts';

/** The same, but everything that it does takes a moment. */
const slowSqlite = wrapEngine(sqlite, () => ({ run: async ({ go }) => go(), boot: async () => null }));

const opened = (hooks: EngineHooks, engine = sqlite, world = createWorld(DEFAULT_WORLD)) =>
  openSession(
    wrapEngine(engine, () => hooks),
    world,
  );

describe('a wrapped engine', () => {
  it('without hooks is the engine, and as synchronous as that', async () => {
    const wrapped = wrapEngine(sqlite, () => ({}));
    const { name, version, abilities } = wrapped;
    expect({ name, version, abilities }).toEqual({
      name: 'sqlite',
      version: sqlite.version,
      abilities: sqlite.abilities,
    });
    const { connection } = await openSession(wrapped, createWorld(DEFAULT_WORLD));
    expect(connection.run('SELECT 1', DEFAULT_FUEL)).toMatchObject({
      kind: 'rows',
      rows: [[1n]],
      changes: 0,
    });
  });

  it('does not ask an engine for its name before somebody wants to know', () => {
    expect(() => wrapEngine(program({ command: ['./there-is-none'] }), () => ({}))).not.toThrow();
  });

  it.each(['sqlite', 'slow SQLite'])('of %s runs other statements and tells other rows', async (name) => {
    const engine = name === 'sqlite' ? sqlite : slowSqlite;
    const { connection } = await opened(
      {
        statement: (statement) =>
          statement.kind === 'select' ? { ...statement, limit: integer(1) } : statement,
        rows: (outcome) => ({ ...outcome, rows: outcome.rows.map((row) => [...row, 'told']) }),
      },
      engine,
    );
    await rowsOf(connection, 'CREATE TABLE t(a)');
    await rowsOf(connection, 'INSERT INTO t VALUES (1), (2)');
    const all = selectAll('t');
    const outcome = await connection.run(printStatement(all), DEFAULT_FUEL, all);
    expect(outcome).toMatchObject({ kind: 'rows', rows: [[1n, 'told']] });
  });

  it('may do something else than run the statement, also on other connections', async () => {
    const { instance, connection } = await opened({
      run: ({ statement, connection: number, text, go, goOn }) => {
        if (statement.kind === 'raw' && text === 'SELECT 1') return go('SELECT 2');
        return number === 1 ? (goOn(0, text) ?? refused('other', 'closed')) : go();
      },
    });
    const second = await connect(instance);
    expect(await rowsOf(connection, 'SELECT 1')).toEqual([[2n]]);
    await rowsOf(connection, 'CREATE TEMP TABLE t(a)');
    expect(await rowsOf(second, 'SELECT count(*) FROM t')).toEqual([[0n]]);
    await connection.close();
    expect(await second.run('SELECT count(*) FROM t', DEFAULT_FUEL)).toMatchObject({ message: 'closed' });
  });

  it('keeps what the hooks know over reopening and power cuts, and no longer', async () => {
    const lives: string[][] = [];
    const engine = wrapEngine(sqlite, () => {
      const seen: string[] = [];
      lives.push(seen);
      return {
        boot: ({ afterCrash }) => {
          seen.push(afterCrash ? 'boot after a crash' : 'boot');
          return null;
        },
        close: async (run) => {
          const outcome = await run('SELECT 7');
          seen.push(`close ${outcome.kind}`);
        },
      };
    });
    const open = async (world: World) => (await openSession(engine, world)).instance;
    const world = createWorld(DEFAULT_WORLD);
    await (await open(world)).close();
    await (await open(world)).drop();
    world.disk.powerOff();
    await open(afterPowerCut(world, { unsynced: 'drop', choice: '' }));
    await open(createWorld(DEFAULT_WORLD));
    expect(lives).toEqual([['boot', 'close rows', 'boot', 'boot after a crash'], ['boot']]);
  });

  it('may fail to open, and may sit on another disk', async () => {
    await expect(opened({ boot: () => refused('corrupt', 'damaged') })).rejects.toThrow('damaged');
    let written = 0;
    const { connection } = await opened({
      disk: (disk) => ({
        write: (file, bytes, offset) => {
          written += bytes.length;
          disk.write(file, bytes, offset);
        },
      }),
    });
    await rowsOf(connection, 'CREATE TABLE t(a)');
    expect(written).toBeGreaterThan(4096);
  });
});
