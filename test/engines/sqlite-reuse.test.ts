// One module of SQLite serves all instances of a thread: nothing of a run may depend on what ran in it before.

import { expect, test } from 'vitest';
import { planAt } from '../../src/campaign/settings.ts';
import { featureIds } from '../../src/dialect/sqlite/features/catalogue.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { installedBuild, newestBuild, type SqliteBuild } from '../../src/engines/sqlite/builds.ts';
import { SqliteInstance } from '../../src/engines/sqlite/instance.ts';
import { SharedModule } from '../../src/engines/sqlite/shared-module.ts';
import { newestSqlite, sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { profiles } from '../../src/planning/profiles.ts';
import { execute, outcomesOf } from '../../src/run/execute.ts';

const PLANS = 8;

/** The same engine with a new module for every boot. */
function freshEachTime(engine: Engine, build: SqliteBuild): Engine {
  return {
    ...engine,
    boot: async (world) => new SqliteInstance(await SharedModule.create(build), world),
  };
}

test.each([
  [sqlite, installedBuild()],
  [newestSqlite, newestBuild()],
] as const)('outcomes, disk and I/O are those of a fresh module, %#', async (engine, build) => {
  const { abilities } = engine;
  const fresh = freshEachTime(engine, build);
  for (const profile of [profiles.faults, profiles.transactions]) {
    const settings = {
      seed: 'reuse',
      statements: 30,
      profile,
      properties: [],
      features: featureIds,
      abilities,
    };
    for (let index = 0; index < PLANS; index++) {
      const test = planAt(settings, index);
      const [used, anew] = [await execute(test, engine), await execute(test, fresh)];
      expect(outcomesOf(used)).toEqual(outcomesOf(anew));
      expect(used.disk.traceHash).toBe(anew.disk.traceHash);
      expect(used.disk.contentHash()).toBe(anew.disk.contentHash());
    }
  }
});
