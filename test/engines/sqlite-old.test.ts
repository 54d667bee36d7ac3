// Published versions of SQLite that are not installed: they are fetched, and run like the installed ones.

import { expect, it } from 'vitest';
import { resolveEngine, versionsOf } from '../../src/engines/resolve.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { planOfScript } from '../../src/plan/script.ts';
import { replay } from '../../src/run/replay.ts';

// LIKE in a script is beyond the model, so that only the reference can tell.
const plan = planOfScript(
  "CREATE TABLE t (a); INSERT INTO t VALUES (1); SELECT 'a' LIKE 'A', a FROM t",
  1_000_000,
);

it.each(['3.44.0', '3.47.2', '3.51.2', '3.53.4', '3.53.4-build1'])(
  'sqlite@%s is the engine and the reference',
  async (version) => {
    const engine = await resolveEngine(`sqlite@${version}`);
    expect(engine.version).toBe(version);
    expect(await replay(plan, engine)).toBeNull();
    expect(await replay(plan, sqlite, { reference: engine })).toBeNull();
  },
  60_000,
);

it('a version that does not exist, or not for Node, is refused with those that do', async () => {
  for (const version of ['9.9.9', '3.43.0', '3.51.1'])
    await expect(resolveEngine(`sqlite@${version}`)).rejects.toThrow(/use one of 3\.44\.0, .*3\.54\.1/);
});

it('bisecting goes through the versions of SQLite, and not through the builds of each', async () => {
  const versions = await versionsOf('sqlite');
  expect(versions).toEqual([...new Set(versions)]);
  expect(versions).toContain(sqlite.version);
});
