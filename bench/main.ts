// What testing costs. First the SQL of the same plans on the bare binding of Turso and through DIRT, plan by plan in turns; then
// whole campaigns with one worker, with two, and with the reference, each after a warm-up.
//
//   npm run bench -- [plans] [seconds a campaign]

import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type { Totals } from '../src/campaign/events.ts';
import { requestAt } from '../src/campaign/settings.ts';
import type { Connection, Engine } from '../src/engines/engine.ts';
import { loadSqlite } from '../src/engines/sqlite/sqlite.ts';
import { instrumentedModule } from '../src/engines/turso/module-cache.ts';
import { installedModule, loadTurso } from '../src/engines/turso/turso.ts';
import { supportedFeatures } from '../src/features/ledger.ts';
import { judgeFully } from '../src/run/judge-fully.ts';
import { probedLedger } from '../src/run/probed-ledger.ts';
import { Planner } from '../src/workload/plan-of.ts';
import { profiles } from '../src/workload/profiles.ts';
import { createWorld } from '../src/world/world.ts';
import { runCampaign } from './campaign.ts';
import { rawTurso } from './raw-turso.ts';

const PLANS = Number(process.argv[2] ?? 120);
const SECONDS = Number(process.argv[3] ?? 40);
const STATEMENTS = 500;
const WARM_UP_MS = 10_000;
const SEED = 'bench';

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

// ── The same SQL, bare and through DIRT ──────────────────────────────────────────────────────────────────────

/** The engine, and whatever it is told to run. */
function overheard(engine: Engine, heard: string[]): Engine {
  const listening = (connection: Connection): Connection => ({
    kind: 'connection',
    run: (sql, fuel, statement) => {
      heard.push(sql);
      return connection.run(sql, fuel, statement);
    },
    close: () => connection.close(),
  });
  return {
    ...engine,
    // One connection from the beginning to the end is all that the bare binding has to imitate.
    abilities: { ...engine.abilities, faults: [], connections: 1 },
    boot: async (world) => {
      const instance = await engine.boot(world);
      if (instance.kind !== 'instance') return instance;
      return {
        kind: 'instance',
        connect: async () => {
          const connection = await instance.connect();
          return connection.kind === 'connection' ? listening(connection) : connection;
        },
        close: () => instance.close(),
        drop: () => instance.drop(),
      };
    },
  };
}

async function bareAgainstDirt(): Promise<void> {
  const module = new WebAssembly.Module(instrumentedModule(readFileSync(installedModule())));
  const heard: string[] = [];
  const turso = await loadTurso();
  const engine = overheard(turso, heard);
  const arbiter = await loadSqlite();
  const settings = {
    seed: SEED,
    statements: STATEMENTS,
    profile: profiles.default,
    properties: [],
    features: supportedFeatures(await probedLedger(turso)),
    abilities: engine.abilities,
  };
  const started = performance.now();
  let [dirtMs, bareMs, statements] = [0, 0, 0];
  for (let index = 0, measured = 0; measured < PLANS; index++) {
    heard.length = 0;
    const before = performance.now();
    const planner = new Planner(requestAt(settings, index));
    const options = { arbiter, reference: null, doublecheck: false, grow: () => planner.grow() };
    await judgeFully(planner.plan, engine, planner.rehearsed, options);
    const between = performance.now();
    runBare(module, planner, heard);
    const after = performance.now();
    if (before - started < WARM_UP_MS) continue;
    measured++;
    dirtMs += between - before;
    bareMs += after - between;
    statements += heard.length;
  }
  const rate = (milliseconds: number) => `${Math.round((1000 * statements) / milliseconds)} statements/s`;
  print(`${PLANS} plans, ${statements} statements, each plan on both in turns, after a warm-up:`);
  print(`  bare binding  ${rate(bareMs)}`);
  print(`  through DIRT  ${rate(dirtMs)}: ${percent(bareMs / dirtMs)} of the bare binding (goal: 60 %)`);
}

/** Refusals are part of the plan; a panic is the end of it, as it was for DIRT. */
function runBare(module: WebAssembly.Module, { plan }: Planner, sql: readonly string[]): void {
  try {
    const run = rawTurso(module, createWorld(plan.world));
    for (const text of sql) {
      try {
        run(text);
      } catch (error) {
        if (error instanceof WebAssembly.RuntimeError) return;
      }
    }
  } catch {
    // Opening can fail too.
  }
}

// ── Campaigns ────────────────────────────────────────────────────────────────────────────────────────────────

interface Speed {
  readonly statementsPerSecond: number;
  readonly plansPerSecond: number;
  readonly engineShare: number;
}

async function speedOf(workers: number, reference: string | null): Promise<Speed> {
  let warm: Totals | null = null;
  const last = await runCampaign({
    seconds: SECONDS + WARM_UP_MS / 1000,
    workers,
    settings: { seed: SEED, engine: 'turso', statements: STATEMENTS, reference, shrinks: false },
    onEvent: (event) => {
      if (event.event === 'progress' && event.elapsedMs >= WARM_UP_MS) warm ??= event;
    },
  });
  const first = warm ?? last;
  const seconds = (last.elapsedMs - first.elapsedMs) / 1000;
  return {
    statementsPerSecond: (last.statements - first.statements) / seconds,
    plansPerSecond: (last.plans - first.plans) / seconds,
    engineShare: (last.engineMs - first.engineMs) / (last.workerMs - first.workerMs),
  };
}

function show(name: string, { statementsPerSecond, plansPerSecond, engineShare }: Speed): void {
  const rates = `${Math.round(statementsPerSecond)} statements/s, ${plansPerSecond.toFixed(1)} plans/s`;
  print(`  ${name.padEnd(26)} ${rates}, ${percent(engineShare)} of the time in the engine`);
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

await bareAgainstDirt();
print(`\nCampaigns of ${SECONDS} s after a warm-up, plans of ${STATEMENTS} statements, no shrinking:`);
const one = await speedOf(1, null);
show('1 worker', one);
const two = await speedOf(2, null);
show('2 workers', two);
const referenced = await speedOf(2, 'sqlite');
show('2 workers and reference', referenced);
const ratio = (a: Speed, b: Speed) => a.statementsPerSecond / b.statementsPerSecond;
print(`  two workers are ${ratio(two, one).toFixed(2)} times one (goal: 1.7)`);
print(`  the reference leaves ${percent(ratio(referenced, two))} of the speed (goal: 50 %)`);
print(`  share in the engine: goal 70 %`);
