import { describe, expect, it } from 'vitest';
import { planAt } from '../../src/campaign/settings.ts';
import { featureIds } from '../../src/dialect/sqlite/features/catalogue.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { model } from '../../src/engines/model.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { testOf } from '../../src/plan/rehearse.ts';
import { planOfScript } from '../../src/plan/script.ts';
import { unrehearsed } from '../../src/plan/test-step.ts';
import { profiles } from '../../src/planning/profiles.ts';
import { examine } from '../../src/run/examine.ts';
import { execute, type Trace } from '../../src/run/execute.ts';
import { nondeterminismOf } from '../../src/run/judges/determinism.ts';
import { Disk } from '../../src/world/disk.ts';

const FUEL = 1_000_000;
const lastRows = ({ records }: Trace) => {
  const outcome = records.at(-2)!.outcome;
  return outcome.kind === 'rows' ? outcome.rows : outcome;
};
const run = (script: string) => execute(unrehearsed(planOfScript(script, FUEL)), sqlite);

describe('executing a plan', () => {
  it('records the boot, every step and the close', async () => {
    const { records } = await run('SELECT 1;\n-- dirt: reopen\nSELECT 2;');
    expect(records.map(({ at }) => at)).toEqual([-1, 0, 1, 2, 3]);
  });

  it('lets SQLite write to the file and goes on with it, contents unchanged and a page on the free list', async () => {
    const script = `CREATE TABLE t(a UNIQUE); INSERT INTO t VALUES (1), (2);
      -- dirt: sqlite writes
      SELECT a FROM t ORDER BY a; PRAGMA freelist_count;`;
    const { records } = await execute(unrehearsed(planOfScript(script, FUEL)), sqlite, { opener: sqlite });
    expect(records[4].outcome).toMatchObject({ rows: [[1n], [2n]] });
    expect(records[5].outcome).not.toMatchObject({ rows: [[0n]] });
  });

  it('judges the close at the end like every other step', async () => {
    const instanceThatDiesOnClose: Engine['boot'] = async (world) => {
      const booted = await sqlite.boot(world);
      if (booted.kind !== 'instance') return booted;
      const close = async () => ({ kind: 'panic', message: 'on close', location: '' }) as const;
      return { kind: 'instance', connect: () => booted.connect(), drop: () => booted.drop(), close };
    };
    const plan = planOfScript('SELECT 1;', FUEL);
    const mutant = { ...sqlite, boot: instanceThatDiesOnClose };
    const { finding } = await examine(testOf(plan), mutant);
    expect(finding).toMatchObject({ kind: 'panic', at: 1 });
  });

  it('loses what a power cut drops, and keeps what was committed', async () => {
    const committed = 'CREATE TABLE t(a); INSERT INTO t VALUES (1); BEGIN; INSERT INTO t VALUES (2);';
    expect(lastRows(await run(`${committed}\n-- dirt: power cut drop\nSELECT a FROM t;`))).toEqual([[1n]]);
  });

  it('cuts inside a statement: it took effect or it did not', async () => {
    const states = new Set<string>();
    for (let n = 1; n < 12; n++) {
      const script = `CREATE TABLE t(a); INSERT INTO t VALUES (1);\n-- dirt: power cut at ${n} keep\nINSERT INTO t VALUES (2); SELECT count(*) FROM t;`;
      states.add(String(lastRows(await run(script))));
    }
    expect([...states].sort()).toEqual(['1', '2']);
  });

  it('reports an I/O error of the disk as the refusal that it is, and goes on', async () => {
    const script =
      'CREATE TABLE t(a);\n-- dirt: write error 1\nINSERT INTO t VALUES (1);\nSELECT count(*) FROM t;';
    const { records } = await run(script);
    expect(records[2].outcome).toMatchObject({ kind: 'refused', class: 'io' });
    expect(records[3].outcome).toMatchObject({ kind: 'rows', rows: [[0n]] });
  });

  it('is deterministic, and the check for it can fail', async () => {
    const script = 'CREATE TABLE t(a); INSERT INTO t VALUES (random()); SELECT a FROM t;';
    const [first, second] = [await run(script), await run(script)];
    expect(nondeterminismOf(first, second)).toBeNull();
    const other = await run(`-- dirt: seed 1\n${script}`);
    expect(nondeterminismOf(first, other)?.kind).toBe('nondeterminism');
    expect(nondeterminismOf(first, { ...second, disk: Disk.of(second.disk.files()) })?.signature).toMatch(
      /io$/,
    );
    expect(nondeterminismOf(first, { ...second, disk: Disk.of(new Map()) })?.signature).toMatch(/bytes$/);
  });
});

describe('judging a plan', () => {
  const plannedAt = (index: number) =>
    planAt(
      { seed: 'judge', statements: 40, profile: profiles.general, properties: [], features: featureIds },
      index,
    );

  it('finds nothing on SQLite', async () => {
    for (let index = 0; index < 10; index++) {
      expect((await examine(plannedAt(index), sqlite, { opener: sqlite })).finding).toBeNull();
    }
  });

  it('finds nothing on the model but what it says it does not know', async () => {
    const found: string[] = [];
    for (let index = 0; index < 10; index++) {
      const { finding } = await examine(plannedAt(index), model);
      if (finding !== null && !finding.message.includes('the model does not know'))
        found.push(finding.message);
    }
    expect(found).toEqual([]);
  });
});
