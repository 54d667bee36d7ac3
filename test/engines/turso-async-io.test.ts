// Asynchronous I/O of Turso: it completes in the order that the world gives, nothing else changes, and what is under way when the power goes
// off has not happened.

import { describe, expect, it } from 'vitest';
import { resolveEngine } from '../../src/engines/resolve.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { shrink } from '../../src/find/shrink/shrink.ts';
import { worldDirectives } from '../../src/plan/directive.ts';
import { planOfScript } from '../../src/plan/script.ts';
import { unrehearsed } from '../../src/plan/test-step.ts';
import { execute, outcomesOf } from '../../src/run/execute.ts';
import { forEngine } from '../../src/run/referee.ts';

const turso = await resolveEngine('turso');
const FUEL = 50_000_000;

/** Rows of several pages, so that many writes are under way at once. */
const SCRIPT = `CREATE TABLE t(a, b); CREATE INDEX i ON t(b);
${Array.from({ length: 12 }, (_, n) => `INSERT INTO t VALUES (${n}, '${'x'.repeat(3000 + n)}');`).join('\n')}
UPDATE t SET b = b || a; DELETE FROM t WHERE a % 3 = 0; PRAGMA wal_checkpoint(TRUNCATE);
SELECT a, length(b) FROM t ORDER BY a; PRAGMA integrity_check;`;

const run = (script: string, asyncIo?: string) => {
  const plan = planOfScript(script, FUEL);
  return execute(
    unrehearsed({ ...plan, world: { ...plan.world, ...(asyncIo !== undefined && { asyncIo }) } }),
    turso,
  );
};

describe('asynchronous I/O', () => {
  it('changes no outcome and no contents, whatever the order in which it completes', async () => {
    // What it costs the engine to wait is its own affair.
    const seen = async (order?: string) =>
      outcomesOf(await run(SCRIPT, order)).map(({ outcome }) => ({ ...outcome, cost: undefined }));
    const plain = await seen();
    for (const order of ['fifo', '1', '2', '3']) expect(await seen(order)).toEqual(plain);
  });

  it('completes in the order of the world: the same twice, and another from another seed', async () => {
    const traces = await Promise.all(
      ['1', '1', '2', 'fifo'].map(async (order) => (await run(SCRIPT, order)).disk.traceHash),
    );
    expect(traces[0]).toBe(traces[1]);
    expect(new Set(traces).size).toBe(3);
  });

  it('leaves out what is under way when the power goes off', async () => {
    const lost = new Set<number>();
    for (let at = 1; at < 12; at++) {
      const script = `CREATE TABLE t(a); PRAGMA wal_checkpoint(TRUNCATE);\n-- dirt: power cut at ${at} keep\nINSERT INTO t VALUES (zeroblob(30000));\nSELECT count(*) FROM t; PRAGMA integrity_check;`;
      const { records } = await run(script, String(at));
      const [count, integrity] = records.slice(-3, -1).map(({ outcome }) => outcome);
      expect(integrity).toMatchObject({ rows: [['ok']] });
      lost.add(count.kind === 'rows' ? Number(count.rows[0][0]) : -1);
    }
    expect([...lost].sort()).toEqual([0, 1]);
  });

  it('is a directive of scripts, and nothing for engines that do not carry it', async () => {
    const plan = planOfScript('-- dirt: asynchronous io 77\nSELECT 1;', FUEL);
    expect(plan.world.asyncIo).toBe('77');
    expect(worldDirectives(plan.world)).toEqual(['-- dirt: asynchronous io 77']);
    const test = unrehearsed(plan);
    await expect(execute(test, sqlite)).rejects.toThrow('asynchronous I/O');
    expect((await execute(forEngine(sqlite, test), sqlite)).records).toHaveLength(3);
  });

  it('shrinks to I/O in turn, and to none that is asynchronous where that is not needed', async () => {
    const plan = {
      ...planOfScript('SELECT 1;', FUEL),
      world: { ...planOfScript('', 1).world, asyncIo: '77' },
    };
    const worldAfter = async (stillFails: (asyncIo: string | undefined) => boolean) =>
      (
        await shrink(plan, 0, {
          stillFails: async ({ world }) => stillFails(world.asyncIo),
          goOn: () => true,
        })
      ).plan.world;
    expect((await worldAfter(() => true)).asyncIo).toBeUndefined();
    expect((await worldAfter((asyncIo) => asyncIo !== undefined)).asyncIo).toBe('fifo');
  });
});
