// What only older builds of Turso do: they panic where the bundled one refuses.

import { expect, test } from 'vitest';
import type { Engine } from '../../src/engines/engine.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import { createWorld, type World } from '../../src/world/world.ts';
import { DEFAULT_WORLD } from '../../src/world/world-spec.ts';
import { openSession, rowsOf, type Session } from '../world/session.ts';
import { turso } from './turso-versions.ts';

async function openNew(engine: Engine): Promise<Session & { world: World }> {
  const world = createWorld(DEFAULT_WORLD);
  return { world, ...(await openSession(engine, world)) };
}

test('a panic has a message and a place, ends the instance, and leaves the database sound', async () => {
  const engine = await turso('0.4.4');
  const { world, instance, connection } = await openNew(engine);
  await rowsOf(connection, 'CREATE TABLE t (a)');
  const panic = await connection.run('ROLLBACK TO nowhere', DEFAULT_FUEL);
  expect(panic).toEqual({
    kind: 'panic',
    message: 'txn_name and savepoint not supported yet',
    location: 'core/translate/rollback.rs:13:5',
  });
  expect(await connection.run('SELECT 1', DEFAULT_FUEL)).toEqual(panic);
  await instance.drop();
  const again = await openSession(engine, world);
  expect(await rowsOf(again.connection, 'SELECT * FROM t')).toEqual([]);
});

test('an overflow of the stack is a panic', async () => {
  const { connection } = await openNew(await turso('0.4.4'));
  const deep = `SELECT ${'('.repeat(100_000)}1${')'.repeat(100_000)}`;
  expect(await connection.run(deep, DEFAULT_FUEL)).toMatchObject({ kind: 'panic' });
});

test('builds that take a failed read for an assertion do not claim to carry it', async () => {
  expect((await turso('0.4.4')).abilities.faults).not.toContain('readError');
  expect((await turso('0.5.3')).abilities.faults).toContain('readError');
});
