// What testing costs. First the calls of the same plans on the bare binding of Turso and through DIRT, plan by plan in turns;
// then whole campaigns with one worker, with two, and with the reference, each after a warm-up.
//
//   npm run bench -- [plans] [seconds a campaign]

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Totals } from '../src/campaign/events.ts';
import { tuneForCampaigns, WORKER_LIMITS } from '../src/campaign/tuning.ts';
import type { BareFigures, BareRequest } from './bare.ts';
import { runCampaign } from './campaign.ts';

const PLANS = Number(process.argv[2] ?? 120);
const SECONDS = Number(process.argv[3] ?? 40);
const STATEMENTS = 500;
const WARM_UP_MS = 10_000;
const SEED = 'bench';

function print(text: string): void {
  process.stdout.write(`${text}\n`);
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

async function bareAgainstDirt(): Promise<void> {
  const request: BareRequest = { plans: PLANS, statements: STATEMENTS, seed: SEED, warmUpMs: WARM_UP_MS };
  const worker = new Worker(new URL('./bare.js', import.meta.url), {
    workerData: request,
    resourceLimits: WORKER_LIMITS,
  });
  const [{ statements, dirtMs, bareMs }] = (await once(worker, 'message')) as [BareFigures];
  const rate = (milliseconds: number) => `${Math.round((1000 * statements) / milliseconds)} statements/s`;
  print(`${PLANS} plans, ${statements} statements, each plan on both in turns, after a warm-up:`);
  print(`  bare binding  ${rate(bareMs)}`);
  print(`  through DIRT  ${rate(dirtMs)}: ${percent(bareMs / dirtMs)} of the bare binding (goal: 60 %)`);
}

tuneForCampaigns();
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
