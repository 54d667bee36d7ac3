// A workload that asks the world for everything that could differ between two runs: time, randomness, transactions,
// two connections, refusals, reopening. Its fingerprint is the same exactly when the runs are.

import { createHash } from 'node:crypto';
import type { Engine } from '../../src/engines/engine.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import type { Outcome } from '../../src/sql/outcome.ts';
import { rowKey } from '../../src/sql/value.ts';
import { createWorld } from '../../src/world/world.ts';
import { DEFAULT_WORLD, type WorldSpec } from '../../src/world/world-spec.ts';
import { openSession } from './session.ts';

export interface Fingerprint {
  /** One line per statement: short enough to compare by eye when a test fails. */
  readonly outcomes: readonly string[];
  readonly contents: string;
  readonly trace: string;
}

const ROUNDS = 3;

export async function fingerprint(engine: Engine, spec: Partial<WorldSpec>): Promise<Fingerprint> {
  const world = createWorld({ ...DEFAULT_WORLD, ...spec });
  const outcomes: string[] = [];
  const contents = createHash('sha256');
  for (let round = 0; round < ROUNDS; round++) {
    const { instance, connection } = await openSession(engine, world);
    for (const sql of statements(round)) outcomes.push(line(await connection.run(sql, DEFAULT_FUEL)));
    contents.update(world.disk.contentHash());
    outcomes.push(line(await instance.close()));
    await instance.drop();
    contents.update(world.disk.contentHash());
  }
  return { outcomes, contents: contents.digest('hex'), trace: world.disk.traceHash };
}

function statements(round: number): string[] {
  return [
    `CREATE TABLE t${round} (a INTEGER PRIMARY KEY, b, c TEXT)`,
    `CREATE INDEX i${round} ON t${round} (b)`,
    `INSERT INTO t${round} VALUES (1, random(), datetime('now'))`,
    `INSERT INTO t${round} VALUES (2, hex(randomblob(20)), strftime('%s', 'now')), (3, 0.5, 'x')`,
    'BEGIN',
    ...Array.from({ length: 20 }, (_, i) => `INSERT INTO t${round} VALUES (${10 + i}, random(), ${i})`),
    'COMMIT',
    `INSERT INTO t${round} VALUES (1, 0, 0)`,
    'BEGIN',
    `DELETE FROM t${round} WHERE a > 15`,
    'ROLLBACK',
    `UPDATE t${round} SET c = random() WHERE a < 12`,
    `SELECT * FROM t${round} ORDER BY a`,
    'SELECT * FROM nowhere',
    `SELECT a, b FROM t${round} ORDER BY random() LIMIT 5`,
    `DELETE FROM t${round} WHERE a % 3 = 0`,
    "SELECT random(), datetime('now')",
  ];
}

function line(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'rows':
      return `rows ${outcome.changes} ${outcome.rows.map(rowKey).join(';')}`;
    case 'refused':
      return `refused ${outcome.class} ${outcome.message}`;
    default:
      return outcome.kind;
  }
}
