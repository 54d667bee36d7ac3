// A failing disk gives clean outcomes, and the database stays what it was: every kind of failure is tried at every
// operation of a statement.

import { describe, expect, test } from 'vitest';
import type { Connection } from '../../src/engines/engine.ts';
import { sqlite as engine } from '../../src/engines/sqlite/sqlite.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import type { Row } from '../../src/sql/value.ts';
import type { IoFault } from '../../src/world/faults/index.ts';
import { createWorld, type World } from '../../src/world/world.ts';
import { DEFAULT_WORLD } from '../../src/world/world-spec.ts';
import { openSession, rowsOf, type Session } from '../world/session.ts';

const OPERATIONS = 30;
const CONTENTS = 'SELECT a, length(b) FROM t ORDER BY a';
const WRITES = [
  "INSERT INTO t VALUES (100, 'new')",
  "UPDATE t SET b = b || 'x' WHERE a < 20",
  'DELETE FROM t',
  'CREATE INDEX i ON t (b)',
  'PRAGMA incremental_vacuum',
];

describe.each(['wal', 'delete'] as const)('in %s mode', (journalMode) => {
  async function start(): Promise<{ world: World; before: readonly Row[] } & Session> {
    const world = createWorld({ ...DEFAULT_WORLD, journalMode, pageSize: 512 });
    const session = await openSession(engine, world);
    await rowsOf(session.connection, 'CREATE TABLE t (a INTEGER PRIMARY KEY, b)');
    await rowsOf(
      session.connection,
      "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r LIMIT 40) INSERT INTO t SELECT x, printf('%.*c', x * 10, 'b') FROM r",
    );
    return { world, ...session, before: await rowsOf(session.connection, CONTENTS) };
  }

  async function expectSound(connection: Connection): Promise<void> {
    expect(await rowsOf(connection, 'PRAGMA integrity_check')).toEqual([['ok']]);
    await rowsOf(connection, "REPLACE INTO t VALUES (1000, 'works')");
    await rowsOf(connection, 'DELETE FROM t WHERE a = 1000');
  }

  describe.each<IoFault['kind']>(['writeError', 'syncError', 'diskFull', 'readError', 'shortRead'])(
    '%s',
    (kind) => {
      test('a write is done or refused, and then nothing of it is there', async () => {
        let refusals = 0;
        for (const sql of WRITES) {
          for (let nth = 1; nth <= OPERATIONS; nth++) {
            const { world, instance, connection, before } = await start();
            world.disk.arm({ kind, nth });
            const outcome = await connection.run(sql, DEFAULT_FUEL);
            world.disk.disarm();
            const contents = await rowsOf(connection, CONTENTS);
            if (outcome.kind !== 'rows') {
              expect(outcome).toMatchObject({ kind: 'refused', class: 'io' });
              expect(contents).toEqual(before);
              refusals++;
            }
            await expectSound(connection);
            await instance.close();
            const again = await openSession(engine, world);
            expect(await rowsOf(again.connection, CONTENTS)).toEqual(contents);
            await again.instance.close();
          }
        }
        if (kind === 'writeError' || kind === 'syncError' || kind === 'diskFull')
          expect(refusals).toBeGreaterThan(3);
        if (kind === 'shortRead') expect(refusals).toBe(0);
      });

      test('a connection is opened or refused, and a read gives all rows or none', async () => {
        let refusals = 0;
        for (let nth = 1; nth <= OPERATIONS; nth++) {
          const { world, instance, before } = await start();
          await instance.drop();
          world.disk.arm({ kind, nth });
          const booted = await engine.boot(world);
          if (booted.kind !== 'instance') throw new Error(booted.kind);
          const connection = await booted.connect();
          if (connection.kind === 'connection') {
            const outcome = await connection.run(CONTENTS, DEFAULT_FUEL);
            if (outcome.kind === 'rows') expect(outcome.rows).toEqual(before);
            else expect(outcome).toMatchObject({ kind: 'refused', class: 'io' });
            if (outcome.kind !== 'rows') refusals++;
          } else {
            expect(connection).toMatchObject({ kind: 'refused', class: 'io' });
            refusals++;
          }
          await booted.drop();
          world.disk.disarm();
          const again = await openSession(engine, world);
          expect(await rowsOf(again.connection, CONTENTS)).toEqual(before);
          await expectSound(again.connection);
          await again.instance.close();
        }
        if (kind === 'readError') expect(refusals).toBeGreaterThan(3);
        if (kind === 'shortRead') expect(refusals).toBe(0);
      });
    },
  );

  test('a full disk is named as such', async () => {
    const { world, instance, connection } = await start();
    world.disk.arm({ kind: 'diskFull', nth: 1 });
    expect(await connection.run('DELETE FROM t', DEFAULT_FUEL)).toMatchObject({
      message: 'database or disk is full',
    });
    await instance.drop();
  });

  test('a failing commit leaves a transaction that can be rolled back', async () => {
    const { world, instance, connection, before } = await start();
    await rowsOf(connection, 'BEGIN');
    await rowsOf(connection, 'DELETE FROM t WHERE a > 5');
    world.disk.arm({ kind: 'writeError', nth: 1 });
    expect(await connection.run('COMMIT', DEFAULT_FUEL)).toMatchObject({ kind: 'refused', class: 'io' });
    world.disk.disarm();
    await connection.run('ROLLBACK', DEFAULT_FUEL);
    expect(await rowsOf(connection, CONTENTS)).toEqual(before);
    await instance.close();
  });
});
