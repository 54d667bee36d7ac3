import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { testOf } from '../../src/plan/rehearse.ts';
import { bounded, MOST_CHARACTERS, record } from '../../src/recording/record.ts';
import type { Recording } from '../../src/recording/recording.ts';
import { printRecording, RECORDING_FILE, readRecording } from '../../src/recording/recording-file.ts';
import { examine } from '../../src/run/examine.ts';
import { refereeWith } from '../../src/run/referee.ts';
import type { Statement } from '../../src/sql/ast.ts';
import { text } from '../../src/sql/build.ts';
import { mutantOf } from '../mutants/mutant.ts';
import { forgetfulEngine, foundBug, planWith } from '../report/found-bug.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const referee = refereeWith();
let recording: Recording;

beforeAll(async () => {
  const { plan, finding, original } = (await foundBug()).investigated;
  const failsAt = (await examine(testOf(original), forgetfulEngine(), { opener: sqlite })).finding?.at ?? 0;
  recording = await record({
    plan,
    finding,
    original: { plan: original, failsAt },
    engine: forgetfulEngine(),
    referee,
  });
});

describe('a recording', () => {
  it('shows the step at which the tables part, before the one at which a judge sees it', () => {
    const { minimal } = recording;
    const parting = minimal.steps.find(({ at }) => at === minimal.partsAt);
    expect(parting?.text).toMatch(/^DELETE/);
    expect(minimal.partsAt).toBeLessThan(minimal.failsAt);
    const [table] = parting?.tables ?? [];
    expect(table).toMatchObject({ name: 't0', differs: true });
    expect(table.model?.rows.length).toBe((table.engine.rows?.rows.length ?? 0) - 1);
  });

  it('has what the model, the reference and the engine say, and the plan as it was found', () => {
    const insert = recording.minimal.steps.find(({ text }) => text.startsWith('INSERT'));
    expect(insert).toMatchObject({
      model: { kind: 'rows' },
      reference: { kind: 'rows' },
      engine: { kind: 'rows' },
    });
    expect(recording.original?.steps.length).toBeGreaterThan(recording.minimal.steps.length - 1);
    expect(recording.failure.message).not.toBe('');
  });

  it('is the same each time, so that a bug base in git does not change by itself', async () => {
    const { plan, finding } = (await foundBug()).investigated;
    const again = await record({ plan, finding, original: null, engine: forgetfulEngine(), referee });
    expect(again.minimal).toEqual(recording.minimal);
  });

  it('does not believe what it saw where looking changes what happens, and looks once more from outside', async () => {
    let looked = false;
    const shy = mutantOf(sqlite, {
      name: 'a DELETE that works only if somebody has just looked',
      rewrite: (sql) => {
        const isForgotten = sql.startsWith('DELETE') && !looked;
        looked = sql.startsWith('SELECT * FROM') || sql.startsWith('EXPLAIN');
        return isForgotten ? 'SELECT 1 WHERE 0' : sql;
      },
    });
    const { minimal } = await record({ ...(await failure()), original: null, engine: shy, referee });
    const deleting = minimal.steps.find(({ text }) => text.startsWith('DELETE'));
    expect(deleting?.tables?.[0]).toMatchObject({
      differs: true,
      engine: { kind: 'rows', rows: { rows: [['0']] } },
    });
  });

  it('stays within its bounds whatever is in the tables, and different values stay different', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => [text(`${'x'.repeat(9_000)}${i}`)]);
    const plan = planWith([
      { kind: 'createTable', name: 't0', columns: [{ name: 'c0' }] },
      ...Array.from(
        { length: 60 },
        (): Statement => ({ kind: 'insert', table: 't0', source: { kind: 'values', rows } }),
      ),
    ]);
    const { finding } = await failure();
    const failsAt = 5;
    const large = await record({
      plan,
      finding: { ...finding, at: failsAt },
      original: { plan, failsAt },
      engine: sqlite,
      referee,
    });
    const cells = large.minimal.steps[1].tables?.[0].engine.rows?.rows.map(([cell]) => cell) ?? [];
    expect(cells.length).toBeGreaterThan(10);
    expect(new Set(cells).size).toBe(cells.length);
    expect(cells[0].length).toBeLessThan(300);
    expect(JSON.stringify(large).length).toBeLessThan(MOST_CHARACTERS);
  });

  it('that is too large loses the plan as it was found first, then the tables, and the steps last', () => {
    const size = JSON.stringify(recording).length;
    const { original, ...rest } = recording;
    expect(bounded(recording, size)).toEqual(recording);
    const smaller = bounded(recording, size - 1);
    expect(smaller.original?.steps.some(({ tables }) => tables !== undefined)).toBe(false);
    expect(smaller.minimal).toEqual(recording.minimal);
    expect(bounded(recording, JSON.stringify(rest).length)).toEqual(rest);
    expect(bounded(recording, 1).minimal).toMatchObject({
      steps: [],
      leftOut: recording.minimal.steps.length,
    });
  });

  it('is read back as it was written, and a broken one is named', () => {
    const folder = temporaryFolder();
    expect(readRecording(folder)).toBe(null);
    writeFileSync(join(folder, RECORDING_FILE), printRecording(recording));
    expect(readRecording(folder)).toEqual(recording);
    writeFileSync(join(folder, RECORDING_FILE), '{"format":1,"engine":2}');
    expect(() => readRecording(folder)).toThrow(/recording.json is broken: /);
  });
});

async function failure() {
  const { plan, finding } = (await foundBug()).investigated;
  return { plan, finding };
}
