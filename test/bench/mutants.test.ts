// `npm run mutants` in small size: the file of results, and mutants of the real module.

import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { changesOf } from '../../bench/mutants/changes.ts';
import { plansOf } from '../../bench/mutants/corpus.ts';
import { functionNames } from '../../bench/mutants/functions.ts';
import { executedBy, gapsIn } from '../../bench/mutants/map.ts';
import { drawMutants, type Mutant } from '../../bench/mutants/mutant.ts';
import { fateOf } from '../../bench/mutants/report.ts';
import { ResultsFile } from '../../bench/mutants/results.ts';
import { EXECUTED, sitesOf, withChanges } from '../../bench/mutants/sites.ts';
import { type Result, Trial } from '../../bench/mutants/trial.ts';
import { installedWasm } from '../../src/engines/sqlite/builds.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { visitCode } from '../../src/engines/wasm/rewrite.ts';
import { readSections, SectionId } from '../../src/engines/wasm/sections.ts';
import { examine } from '../../src/run/examine.ts';

const wasm = readFileSync(installedWasm());
const { content } = readSections(wasm).find(({ id }) => id === SectionId.code)!;
const CORPUS = { seed: 'test of mutants', statements: 200 };

async function tried(mutant: Mutant): Promise<Result> {
  const trial = new Trial(wasm, mutant);
  for await (const planned of plansOf(CORPUS)) {
    if (trial.isKilled) break;
    const { trace } = await examine(planned, sqlite, { opener: sqlite });
    await trial.run({ ...planned, trace });
  }
  return trial.result;
}

test.each([0, 1, 2])('change %i of every instruction leaves a valid module', (which) => {
  const changes = new Map<number, readonly number[]>();
  visitCode(content, ({ opcode, start, end }) => {
    const change = changesOf(opcode, content.subarray(start, end))[which];
    if (change !== undefined) changes.set(start, change.code);
  });
  expect(changes.size).toBeGreaterThan(1000);
  const changed = Uint8Array.from(withChanges(wasm, changes));
  expect(() => new WebAssembly.Module(changed)).not.toThrow();
});

describe('mutants of SQLite', async () => {
  const executed = await executedBy(wasm, CORPUS);
  const { sites } = sitesOf(wasm);
  const byPlans = sites.filter(({ stretch }) => executed[stretch] & EXECUTED.byPlans);

  test('plans and witnesses execute a part of the module, and each of them something that the other does not', () => {
    const count = (flag: number) => sites.filter(({ stretch }) => executed[stretch] === flag).length;
    expect(byPlans.length).toBeGreaterThan(10_000);
    expect(byPlans.length).toBeLessThan(sites.length);
    expect(count(EXECUTED.byWitnesses)).toBeGreaterThan(100);
    expect(count(EXECUTED.byPlans)).toBeGreaterThan(100);
  });

  test('what plans of other profiles would bring is told by feature', async () => {
    const gaps = await gapsIn(wasm, executed);
    const { instructions, alone } = gaps.find(({ feature }) => feature === 'explain')!;
    expect(instructions).toBeGreaterThanOrEqual(alone);
    expect(alone).toBeGreaterThan(100);
  });

  test('the same seed draws the same mutants, and more of them begin with those', () => {
    const few = drawMutants(wasm, byPlans, 's', 3);
    expect(drawMutants(wasm, byPlans, 's', 5).slice(0, 3)).toEqual(few);
    expect(drawMutants(wasm, byPlans, 'other', 3)).not.toEqual(few);
  });

  test('a change that changes nothing is executed by statements, and nobody notices anything', async () => {
    const [drawn] = drawMutants(wasm, byPlans, 's', 1);
    let code: readonly number[] = [];
    visitCode(content, ({ start, end }) => {
      if (start === drawn.at) code = [...content.subarray(start, end)];
    });
    const result = await tried({ ...drawn, code });
    expect(fateOf(result)).toBe('same');
    expect(Object.values(result.met).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
  });

  test('some of a few mutants are noticed, and trying them again gives the same', async () => {
    const mutants = drawMutants(wasm, byPlans, 'b', 2);
    const results: Result[] = [];
    for (const mutant of mutants) results.push(await tried(mutant));
    const killed = results.find(({ kill }) => kill !== null)!;
    expect(killed).toBeDefined();
    expect(await tried(killed.mutant)).toEqual(killed);
  });
});

test('functions without a name are told by an exported one before them and by what they say', () => {
  const nameOf = functionNames(wasm);
  const names = Array.from({ length: 1500 }, (_, definition) => nameOf(definition));
  expect(names).toContain('sqlite3_step');
  expect(names.some((name) => /^function \d+, \d+ behind sqlite3_\w+, says "/.test(name))).toBe(true);
});

describe('the file of results', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dirt-mutants-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'results.jsonl');
  const request = { seed: 's', statements: 10, wasm };
  const resultOf = (number: number) => ({ mutant: { number } }) as Result;

  test('goes on after a kill in the middle of a line, and loses no other', () => {
    const file = new ResultsFile(path, request);
    expect(file.read()).toBeNull();
    file.start(Uint8Array.of(1, 0, 3));
    file.add(resultOf(0));
    file.add(resultOf(1));
    truncateSync(path, readFileSync(path).length - 5);
    expect(file.read()).toEqual({ executed: Uint8Array.of(1, 0, 3), results: [resultOf(0)] });
    file.add(resultOf(2));
    expect(file.read()?.results).toEqual([resultOf(0), resultOf(2)]);
  });

  test('does not mix the results of two runs', () => {
    const other = new ResultsFile(path, { ...request, seed: 'other' });
    expect(() => other.read()).toThrow('has the results of another run');
  });
});
