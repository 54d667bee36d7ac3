// Boots Turso many times with a few statements each and prints by how many bytes the resident set grew at most:
// `turso-memory-process.ts <boots>`.

import { argv, stdout } from 'node:process';
import { loadTurso } from '../../src/engines/turso/turso.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import { createWorld } from '../../src/world/world.ts';
import { DEFAULT_WORLD } from '../../src/world/world-spec.ts';
import { openSession } from '../world/session.ts';

const engine = await loadTurso();
const before = process.memoryUsage.rss();
let largest = before;
for (let boot = 0; boot < Number(argv[2]); boot++) {
  const world = createWorld({ ...DEFAULT_WORLD, seed: String(boot) });
  const { instance, connection } = await openSession(engine, world);
  await connection.run('CREATE TABLE t (a)', DEFAULT_FUEL);
  await connection.run('INSERT INTO t VALUES (1), (2)', DEFAULT_FUEL);
  await connection.run('SELECT * FROM t', DEFAULT_FUEL);
  // The ways in which an instance ends: closed, dropped, out of fuel, power cut.
  if (boot % 4 === 0) await instance.close();
  if (boot % 4 === 1) await connection.run('SELECT * FROM t ORDER BY a', 1);
  if (boot % 4 === 2) {
    world.disk.cutPowerAfter(1);
    await connection.run('INSERT INTO t VALUES (3)', DEFAULT_FUEL);
  }
  await instance.drop();
  largest = Math.max(largest, process.memoryUsage.rss());
}
stdout.write(String(largest - before));
