import { describe, expect, it } from 'vitest';
import { checkup } from '../../src/checkup/checkup.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { resolveEngine } from '../../src/engines/resolve.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import type { Outcome } from '../../src/sql/outcome.ts';
import { mutantOf } from '../mutants/mutant.ts';

/** The claims that do not hold, with what is said of each. */
async function complaints(engine: Engine): Promise<[string, string | undefined][]> {
  const found: [string, string | undefined][] = [];
  for await (const { claim, verdict, complaint } of checkup(engine))
    if (verdict !== 'ok' && verdict !== 'skipped') found.push([`${verdict}: ${claim}`, complaint?.saw]);
  return found;
}

const lying = (name: string, lie: (outcome: Outcome, sql: string) => Outcome) =>
  mutantOf(sqlite, { name, lie });

describe('the doctor for adapters', () => {
  it.each(['sqlite', 'turso'])('has no complaint about %s', async (name) => {
    expect(await complaints(await resolveEngine(name))).toEqual([]);
  });

  it('complains about a violation that is classed as other, which switches half of SQL off', async () => {
    const engine = lying('other', (outcome) =>
      outcome.kind === 'refused' ? { kind: 'refused', class: 'other', message: outcome.message } : outcome,
    );
    const [[claim, saw]] = await complaints(engine);
    expect(claim).toMatch(/^wrong: refuses with a class/);
    expect(saw).toContain('UNIQUE constraint failed');
  });

  it('complains about integers that went through a double', async () => {
    const engine = lying('double', (outcome) =>
      outcome.kind === 'rows'
        ? {
            ...outcome,
            rows: outcome.rows.map((row) =>
              row.map((value) => (typeof value === 'bigint' ? BigInt(Number(value)) : value)),
            ),
          }
        : outcome,
    );
    expect(await complaints(engine)).toEqual([
      ['wrong: returns values exactly', '9007199254740993 is 9007199254740992'],
    ]);
  });

  it('complains about an adapter that throws, and about one that does not run at all, and ends then', async () => {
    const throwing: Engine = {
      ...sqlite,
      boot: () => {
        throw new Error('no such file');
      },
    };
    expect(await complaints(throwing)).toEqual([
      ['wrong: opens a database, makes a table, writes and reads', 'the adapter threw: no such file'],
    ]);
  });

  it('complains about a table that is gone after closing, and about changes of another statement', async () => {
    const forgetful: Engine = {
      ...sqlite,
      boot: (world) => {
        world.disk.replaceFiles([]);
        return sqlite.boot(world);
      },
    };
    expect((await complaints(forgetful)).map(([claim]) => claim)).toEqual([
      'wrong: keeps what is committed when it is closed and opened again',
      'wrong: keeps what is committed when its process dies',
    ]);
    const miscounting = lying('changes', (outcome) =>
      outcome.kind === 'rows' ? { ...outcome, changes: 7 } : outcome,
    );
    expect(await complaints(miscounting)).toEqual([
      ['wrong: counts the rows that a statement writes', '7 for an INSERT of 1 row'],
    ]);
  });
});
