// How much a queue and a coordinator take: chunks of a campaign whose workers do nothing. `DIRT_QUEUE=… npm run bench:fleet -- [chunks]`
// prints chunks per minute and the coordinator's CPU time per chunk. The workers are another process, as in a fleet.

import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CampaignOptions, ENDLESS_EPOCH, NO_RATCHET } from '../src/campaign/index.ts';
import { BugBase } from '../src/find/index.ts';
import {
  Coordinator,
  Errands,
  type FiledCampaign,
  FleetQueue,
  packed,
  unpacked,
} from '../src/fleet/index.ts';
import { defaultProfile } from '../src/planning/index.ts';
import { DIRT_VERSION } from '../src/version.ts';

const CHUNKS = 20_000;
/** Pieces of work that the empty workers have at once. */
const AT_ONCE = 32;
/** What workers say that a plan took them, and plans per chunk: as many as the first chunks have. */
const PLAN_MS = 1_000;
const PLANS = 8;
const ROLE = 'DIRT_BENCH_WORKER';

const settings: CampaignOptions['settings'] = {
  seed: 'bench',
  statements: 1,
  profile: defaultProfile,
  properties: [],
  features: [],
  silenced: [],
  regressed: [],
  config: null,
  engine: 'sqlite',
  reference: null,
  shrinks: true,
  doublecheck: false,
  shrinkLimit: 1,
  plansPerEpoch: ENDLESS_EPOCH,
  known: [],
};

/** What a worker says of a chunk on which it did nothing. */
function nothingDone(work: unknown): string {
  const { kind, from = 0, to = 0 } = work as { kind: string; from?: number; to?: number };
  const worker = 'bench';
  if (kind === 'canary') return packed({ kind, worker, plans: 1, isFound: true });
  const result = {
    profile: 'general',
    statements: 0,
    refusals: 0,
    engineMs: 0,
    totalMs: 0,
    properties: {},
    tolerated: {},
    accepted: {},
    features: {},
    exercised: {},
    diedAtOnce: false,
  };
  const plans = Array.from({ length: to - from }, (_, nth) => ({
    index: from + nth,
    result,
    failures: [],
    told: [],
    lookMs: 0,
  }));
  const asked = { version: '1', against: null, opener: 'sqlite@1' };
  return packed({ kind, worker, asked, tookMs: plans.length * PLAN_MS, plans });
}

async function beWorker(): Promise<void> {
  const queue = await FleetQueue.open();
  const taking = queue.work(AT_ONCE, async ({ job }) => nothingDone(unpacked(job.work)));
  process.once('disconnect', () => void taking.close().finally(() => process.exit()));
}

async function coordinate(chunks: number): Promise<void> {
  const worker = fork(fileURLToPath(import.meta.url), { env: { ...process.env, [ROLE]: '1' } });
  const folder = mkdtempSync(join(tmpdir(), 'dirt-bench-fleet-'));
  const queue = await FleetQueue.open();
  const { known, ...told } = settings;
  const filed: FiledCampaign = {
    id: 'dirt-0',
    dirt: DIRT_VERSION,
    project: null,
    settings: { ...told, known },
    version: '1',
    platform: null,
    engineHash: null,
    stuckMs: 60_000,
  };
  const errands = new Errands({ filed, queue, journal: join(folder, 'journal.jsonl'), say: console.error });
  const campaign: CampaignOptions = {
    settings,
    workers: 1,
    budgetMs: null,
    plans: PLANS * chunks,
    bugs: new BugBase(join(folder, 'bugs')),
    dirtBugs: new BugBase(join(folder, 'dirt-is-wrong')),
    ratchet: NO_RATCHET,
    properties: [],
    onEvent: () => {},
  };
  const coordinator = new Coordinator({
    campaign,
    id: filed.id,
    queue,
    errands,
    chunkMs: PLANS * PLAN_MS,
    say: () => {},
  });
  const began = performance.now();
  const cpu = process.cpuUsage();
  const { plans } = await coordinator.run();
  const minutes = (performance.now() - began) / 60_000;
  const { user, system } = process.cpuUsage(cpu);
  errands.finish();
  console.log(`${queue.place}: ${plans / PLANS} chunks in ${(60 * minutes).toFixed(1)} s`);
  console.log(`chunks per minute  ${Math.round(chunks / minutes)}`);
  console.log(`coordinator        ${((user + system) / 1000 / chunks).toFixed(2)} ms of CPU per chunk`);
  worker.disconnect();
  await queue.close();
  rmSync(folder, { recursive: true });
}

if (process.env[ROLE]) await beWorker();
else await coordinate(Number(process.argv[2] ?? CHUNKS));
