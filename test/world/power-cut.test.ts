// The disk is fair: SQLite, which is known to survive power cuts, survives them here; made careless, it does not.

import { describe, expect, test } from 'vitest';
import type { Engine } from '../../src/engines/engine.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import { sized } from '../size.ts';
import { powerCutSuite } from './power-cut-suite.ts';

const CUTS = sized(100, 300);

describe.each(['wal', 'delete'] as const)('sqlite in %s mode', (journalMode) => {
  test.each(['checkpointed', 'empty'] as const)(
    'loses nothing that was acknowledged, from a database that is %s',
    async (start) => {
      const report = await powerCutSuite(sqlite, { cuts: CUTS, journalMode, start, seed: '1' });
      expect(report.failures).toEqual([]);
      expect(report.survived).toBe(CUTS);
      expect(report.inside).toBeGreaterThan(CUTS * 0.75);
    },
  );

  test('loses commits when it does not sync', async () => {
    const engine = withPragma(sqlite, 'PRAGMA synchronous = OFF');
    const report = await powerCutSuite(engine, { cuts: CUTS, journalMode, start: 'checkpointed', seed: '1' });
    const kinds = new Set(report.failures.map((failure) => failure.kind));
    expect(kinds).toContain('lostCommit');
    expect(report.survived).toBeLessThan(CUTS * 0.8);
    // To a process that is killed, syncing makes no difference.
    expect(report.failures.filter((failure) => failure.unsynced === 'keep')).toEqual([]);
  });
});

test('sqlite may lose its last commit when the deletion of its journal is not synced', async () => {
  const engine = withPragma(sqlite, 'PRAGMA synchronous = FULL');
  const report = await powerCutSuite(engine, {
    cuts: CUTS,
    journalMode: 'delete',
    start: 'checkpointed',
    seed: '1',
  });
  expect(new Set(report.failures.map((failure) => failure.kind))).toEqual(new Set(['lostCommit']));
});

/** The engine, with a setting that each of its connections begins with. */
function withPragma(engine: Engine, pragma: string): Engine {
  return {
    ...engine,
    async boot(world) {
      const instance = await engine.boot(world);
      if (instance.kind !== 'instance') return instance;
      return {
        kind: 'instance',
        async connect() {
          const connection = await instance.connect();
          if (connection.kind === 'connection') await connection.run(pragma, DEFAULT_FUEL);
          return connection;
        },
        close: () => instance.close(),
        drop: () => instance.drop(),
      };
    },
  };
}
