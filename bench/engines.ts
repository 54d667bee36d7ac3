// What the adapters and the fuel cost: statements per second of the raw bindings and through our interface. They take turns
// every few statements, so that whatever else the machine does hits all alike.

import { readFileSync } from 'node:fs';
import type { Engine } from '../src/engines/engine.ts';
import { sqlite } from '../src/engines/sqlite/sqlite.ts';
import { instrumentedModule } from '../src/engines/turso/module-cache.ts';
import { installedModule, installedVersion, tursoFromModule } from '../src/engines/turso/turso.ts';
import { DEFAULT_FUEL } from '../src/planning/limits.ts';
import { createWorld, type World } from '../src/world/world.ts';
import { DEFAULT_WORLD } from '../src/world/world-spec.ts';
import { rawSqlite } from './raw-sqlite.ts';
import { rawTurso } from './raw-turso.ts';

const ROUNDS = Number(process.argv[2] ?? 25);
const WARM_UP_ROUNDS = 5;
const BLOCKS = 100;
const BLOCK = 20;
const LEAST_RATIO = 0.9;
const SCHEMA = ['CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT, c REAL)', 'CREATE INDEX i ON t (b)'];

type Run = (sql: string) => unknown;
interface Contender {
  readonly name: string;
  readonly start: (world: World) => Run | Promise<Run>;
}

const original = readFileSync(installedModule());
const plain = new WebAssembly.Module(original);
const instrumented = new WebAssembly.Module(instrumentedModule(original));

const turso = tursoFromModule(instrumented, installedVersion());

const raw: Contender = {
  name: `turso ${turso.version} raw`,
  start: (world) => rawTurso(instrumented, world),
};
const [rawRate, adapterRate] = await compare([
  raw,
  { name: `turso ${turso.version} adapter`, start: (world) => adapter(turso, world) },
]);
const [fuelRate, plainRate] = await compare([
  raw,
  { name: `turso ${turso.version} raw, without fuel`, start: (world) => rawTurso(plain, world) },
]);
const [sqliteRawRate, sqliteAdapterRate] = await compare([
  { name: `sqlite ${sqlite.version} raw`, start: rawSqlite },
  { name: `sqlite ${sqlite.version} adapter`, start: (world) => adapter(sqlite, world) },
]);

console.log(`turso: fuel costs ${((1 - fuelRate / plainRate) * 100).toFixed(1)} %`);
const ratios = { turso: adapterRate / rawRate, sqlite: sqliteAdapterRate / sqliteRawRate };
for (const [name, ratio] of Object.entries(ratios)) {
  console.log(
    `${name}: adapter / raw = ${ratio.toFixed(3)}${ratio < LEAST_RATIO ? ` (less than ${LEAST_RATIO})` : ''}`,
  );
}
process.exitCode = Object.values(ratios).every((ratio) => ratio >= LEAST_RATIO) ? 0 : 1;

/** The rate of each, in statements per second. */
async function compare(contenders: readonly Contender[]): Promise<number[]> {
  // Modules are compiled better and better while they run: each gets the same time to warm up, by itself.
  for (const contender of contenders) {
    for (let round = 0; round < WARM_UP_ROUNDS; round++) await measure([contender], round);
  }
  const times = contenders.map((): number[][] => []);
  for (let round = 0; round < ROUNDS; round++) {
    const measured = await measure(contenders, round);
    measured.forEach((blocks, i) => void times[i].push(blocks));
  }
  return contenders.map(({ name }, i) => {
    const rate = ((BLOCKS * BLOCK) / undisturbed(times[i])) * 1000;
    console.log(`${name.padEnd(32)} ${Math.round(rate).toLocaleString('en').padStart(8)} statements/s`);
    return rate;
  });
}

/** All run the same statements, taking turns after each block. Returns the time of each block. */
async function measure(contenders: readonly Contender[], round: number): Promise<number[][]> {
  const runs = await Promise.all(contenders.map(({ start }) => start(createWorld(DEFAULT_WORLD))));
  for (const run of runs) for (const sql of SCHEMA) run(sql);
  globalThis.gc?.();
  await new Promise((resolve) => setImmediate(resolve));
  const times = runs.map((): number[] => []);
  for (let block = 0; block < BLOCKS; block++) {
    const statements = Array.from({ length: BLOCK }, (_, i) => statement(block * BLOCK + i));
    for (let turn = 0; turn < runs.length; turn++) {
      const who = (turn + block + round) % runs.length;
      const run = runs[who];
      const start = performance.now();
      for (const sql of statements) run(sql);
      times[who].push(performance.now() - start);
    }
  }
  return times;
}

/** Every round does the same: the fastest time of each block is what it takes when nothing disturbs it. */
function undisturbed(rounds: readonly number[][]): number {
  let total = 0;
  for (let block = 0; block < BLOCKS; block++) total += Math.min(...rounds.map((round) => round[block]));
  return total;
}

/** A small-table mix with a fresh text each time. */
function statement(i: number): string {
  const key = (i * 7919) % 100;
  switch (i % 5) {
    case 0:
      return `INSERT INTO t VALUES (${i}, 'text ${key}', ${i}.5)`;
    case 1:
      return `SELECT * FROM t WHERE a = ${i - 1}`;
    case 2:
      return `UPDATE t SET c = c + ${key} WHERE a = ${i - 2}`;
    case 3:
      return `SELECT a, c FROM t WHERE b = 'text ${key}' ORDER BY a LIMIT 5`;
    default:
      return i % 2 === 0
        ? `DELETE FROM t WHERE a = ${i - 4}`
        : `SELECT count(*), sum(c) FROM t WHERE a > ${i - 40}`;
  }
}

async function adapter(engine: Engine, world: World): Promise<Run> {
  const instance = await engine.boot(world);
  if (instance.kind !== 'instance') throw new Error(`${engine.name} does not boot`);
  const connection = await instance.connect();
  if (connection.kind !== 'connection') throw new Error(`${engine.name} does not open its database`);
  return (sql) => connection.run(sql, DEFAULT_FUEL);
}
