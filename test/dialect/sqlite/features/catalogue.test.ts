import { expect, test } from 'vitest';
import {
  catalogue,
  featureIds,
  isCombination,
  isInSqlite,
  requiredFeatures,
} from '../../../../src/dialect/sqlite/features/catalogue.ts';
import type { Engine, Instance } from '../../../../src/engines/engine.ts';
import { sqlite } from '../../../../src/engines/sqlite/sqlite.ts';
import { probe } from '../../../../src/ledger/probe.ts';

test('every witness gives on SQLite what it claims, and what only Turso has is not there', async () => {
  const { features } = await probe(sqlite);
  const wrong = featureIds.filter((id) => (features[id]?.status === 'supported') !== isInSqlite(id));
  expect(wrong.map((id) => `${id}: ${features[id]?.reason}`)).toEqual([]);
});

test('no witness depends on the order in which an engine happens to visit rows', async () => {
  const { features } = await probe(backwards(sqlite), { ids: featureIds.filter(isInSqlite) });
  const wrong = featureIds.filter((id) => features[id]?.status === 'broken');
  expect(wrong.map((id) => `${id}: ${features[id]?.reason}`)).toEqual([]);
});

test('a witness uses only names that can be numbered afresh, so that witnesses do not meet', () => {
  for (const id of featureIds) {
    for (const sql of catalogue[id].witness.statements) {
      const made =
        /CREATE (?:TEMP |UNIQUE |MATERIALIZED )?(?:TABLE|INDEX|VIEW|TRIGGER) (?:IF NOT EXISTS )?(?:q0\.)?(\w+)/.exec(
          sql,
        );
      if (made !== null) expect(made[1], `${id}: ${sql}`).toMatch(/^[tivgs]\d$/);
    }
  }
});

test('every feature has a description of its own', () => {
  const descriptions = featureIds.map((id) => catalogue[id].description);
  const repeated = descriptions.filter((text, i) => descriptions.indexOf(text) !== i);
  expect(repeated).toEqual([]);
});

test('what every engine must have is plain SQLite', () => {
  for (const id of requiredFeatures) {
    expect(isInSqlite(id)).toBe(true);
    expect(isCombination(id)).toBe(false);
  }
});

/** SQLite that visits tables from their end where it may. */
function backwards(engine: Engine): Engine {
  return {
    ...engine,
    boot: async (world) => {
      const instance = (await engine.boot(world)) as Instance;
      return {
        kind: 'instance',
        connect: async () => {
          const connection = await instance.connect();
          if (connection.kind === 'connection')
            await connection.run('PRAGMA reverse_unordered_selects = ON', 1_000_000);
          return connection;
        },
        close: () => instance.close(),
        drop: () => instance.drop(),
      };
    },
  };
}
