// The same plans through DIRT and, call by call, on the bare binding of Turso: what the difference costs. A thread like a
// campaign's worker; it tells its parent the figures.

import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { requestAt } from '../src/campaign/settings.ts';
import type { BoundDatabase } from '../src/engines/turso/binding.ts';
import { collectIfDue } from '../src/engines/turso/collector.ts';
import { instrumentedModule } from '../src/engines/turso/module-cache.ts';
import { InstancePool } from '../src/engines/turso/pool.ts';
import type { RunningModule } from '../src/engines/turso/running-module.ts';
import { installedModule, loadTurso } from '../src/engines/turso/turso.ts';
import { usableFeatures } from '../src/ledger/ledger.ts';
import { probedLedger } from '../src/ledger/probed-ledger.ts';
import { Planner } from '../src/planning/planner.ts';
import { profiles } from '../src/planning/profiles.ts';
import { judgeFully } from '../src/run/judge-fully.ts';
import { refereeWith } from '../src/run/referee.ts';
import { Disk } from '../src/world/disk.ts';
import { createWorld } from '../src/world/world.ts';
import { connectionsOf, runRaw } from './raw-turso.ts';
import { type Call, recorded } from './recorded.ts';

export interface BareRequest {
  readonly plans: number;
  readonly statements: number;
  readonly seed: string;
  readonly warmUpMs: number;
}

export interface BareFigures {
  readonly statements: number;
  readonly dirtMs: number;
  readonly bareMs: number;
}

async function compare({ plans, statements, seed, warmUpMs }: BareRequest): Promise<BareFigures> {
  const pool = new InstancePool(new WebAssembly.Module(instrumentedModule(readFileSync(installedModule()))));
  const calls: Call[] = [];
  const turso = await loadTurso();
  const engine = recorded(turso, calls);
  const settings = {
    seed,
    statements,
    profile: profiles.general,
    properties: [],
    features: usableFeatures(await probedLedger(turso)),
    abilities: turso.abilities,
  };
  const started = performance.now();
  let [dirtMs, bareMs, count] = [0, 0, 0];
  for (let index = 0, measured = 0; measured < plans; index++) {
    calls.length = 0;
    const before = performance.now();
    const planner = new Planner(requestAt(settings, index));
    const options = { referee: refereeWith(null), doublecheck: false };
    const { finding } = await judgeFully(planner, engine, options);
    const between = performance.now();
    // What hangs has no end on the bare binding.
    if (finding?.kind === 'hang') continue;
    await replay(calls, pool);
    const after = performance.now();
    if (before - started < warmUpMs) continue;
    measured++;
    dirtMs += between - before;
    bareMs += after - between;
    count += calls.filter(({ call }) => call === 'run').length;
  }
  return { statements: count, dirtMs, bareMs };
}

/** Refusals are part of the plan; a panic is the end of the instance, as it was for DIRT. */
async function replay(calls: readonly Call[], pool: InstancePool): Promise<void> {
  let running: RunningModule | null = null;
  let connect: (() => BoundDatabase) | null = null;
  let connections: (BoundDatabase | undefined)[] = [];
  for (const call of calls) {
    try {
      switch (call.call) {
        case 'boot':
          if (running !== null) pool.giveBack(running);
          await collectIfDue();
          connections = [];
          running = pool.boot(createWorld(call.spec, Disk.of(call.files)));
          connect = connectionsOf(running);
          break;
        case 'connect':
          connections[call.on] = connect?.();
          break;
        case 'run': {
          const database = connections[call.on];
          if (database !== undefined) runRaw(database, call.sql);
          break;
        }
        case 'close':
          for (const database of connections) database?.close();
      }
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) connections = [];
    }
  }
  if (running !== null) pool.giveBack(running);
}

parentPort?.postMessage(await compare(workerData as BareRequest));
