// What the adapters and the fuel cost: statements a second of the raw bindings and through our interface, in alternating
// rounds on fresh databases, so that whatever else the machine does hits both. The medians are compared.

import { readFileSync } from 'node:fs';
import { DEFAULT_FUEL, type Engine } from '../src/engines/engine.ts';
import { loadSqlite } from '../src/engines/sqlite/sqlite.ts';
import { instrumentedModule } from '../src/engines/turso/module-cache.ts';
import { installedModule, installedVersion, tursoFromModule } from '../src/engines/turso/turso.ts';
import { DEFAULT_WORLD } from '../src/plan/world-spec.ts';
import { createWorld, type World } from '../src/world/world.ts';
import { rawSqlite } from './raw-sqlite.ts';
import { rawTurso } from './raw-turso.ts';

const ROUNDS = Number(process.argv[2] ?? 25);
const STATEMENTS = 2000;
const LEAST_RATIO = 0.9;

type Run = (sql: string) => unknown;
interface Contender {
  readonly name: string;
  readonly start: (world: World) => Run | Promise<Run>;
}

const original = readFileSync(installedModule());
const plain = new WebAssembly.Module(original);
const instrumented = new WebAssembly.Module(instrumentedModule(original));

const turso = tursoFromModule(instrumented, installedVersion());
const sqlite = await loadSqlite();

const [rawRate, adapterRate, plainRate] = await compare([
  { name: `turso ${turso.version} raw`, start: (world) => rawTurso(instrumented, world) },
  { name: `turso ${turso.version} adapter`, start: (world) => adapter(turso, world) },
  { name: `turso ${turso.version} raw, without fuel`, start: (world) => rawTurso(plain, world) },
]);
const [sqliteRawRate, sqliteAdapterRate] = await compare([
  { name: `sqlite ${sqlite.version} raw`, start: rawSqlite },
  { name: `sqlite ${sqlite.version} adapter`, start: (world) => adapter(sqlite, world) },
]);

console.log(`turso: fuel costs ${((1 - rawRate / plainRate) * 100).toFixed(1)} %`);
const ratios = { turso: adapterRate / rawRate, sqlite: sqliteAdapterRate / sqliteRawRate };
for (const [name, ratio] of Object.entries(ratios)) {
  console.log(
    `${name}: adapter / raw = ${ratio.toFixed(3)}${ratio < LEAST_RATIO ? ` (less than ${LEAST_RATIO})` : ''}`,
  );
}
process.exitCode = Object.values(ratios).every((ratio) => ratio >= LEAST_RATIO) ? 0 : 1;

/** The median rate of each, in statements a second. */
async function compare(contenders: readonly Contender[]): Promise<number[]> {
  const rates = contenders.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [i, contender] of contenders.entries()) {
      const rate = await measure(contender, round);
      // The first round warms up.
      if (round > 0) rates[i].push(rate);
    }
  }
  return contenders.map(({ name }, i) => {
    const rate = median(rates[i]);
    console.log(`${name.padEnd(32)} ${Math.round(rate).toLocaleString('en').padStart(8)} statements/s`);
    return rate;
  });
}

async function measure(contender: Contender, round: number): Promise<number> {
  const run = await contender.start(createWorld({ ...DEFAULT_WORLD, seed: String(round) }));
  run('CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT, c REAL)');
  run('CREATE INDEX i ON t (b)');
  const statements = Array.from({ length: STATEMENTS }, (_, i) => statement(i));
  globalThis.gc?.();
  await new Promise((resolve) => setImmediate(resolve));
  const start = performance.now();
  for (const sql of statements) run(sql);
  return (STATEMENTS / (performance.now() - start)) * 1000;
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

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
