// What testing costs. First the calls of the same plans on the bare binding of Turso and through DIRT, plan by plan in turns;
// then whole campaigns with one worker, with two, and with the reference, each after a warm-up. Or the speed of campaigns against
// that of another revision.
//
//   npm run bench -- [plans] [seconds per campaign]
//   npm run bench -- --against <revision>
//   npm run bench -- --help

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Command, Option } from 'commander';
import { tuneForCampaigns, WORKER_LIMITS } from '../src/campaign/tuning.ts';
import { parseCount } from '../src/cli/options/parse.ts';
import { DirtError } from '../src/errors.ts';
import type { Totals } from '../src/events/campaign-event.ts';
import { measureAgainst } from './against.ts';
import type { BareFigures, BareRequest } from './bare.ts';
import { runCampaign } from './campaign.ts';
import { CommandFailed, Interrupted } from './workplace.ts';

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

async function speedOf(seconds: number, workers: number, reference: string | null): Promise<Speed> {
  let warm: Totals | null = null;
  const last = await runCampaign({
    seconds: seconds + WARM_UP_MS / 1000,
    workers,
    settings: { seed: SEED, engine: 'turso', statements: STATEMENTS, reference, shrinks: false },
    onEvent: (event) => {
      if (event.event === 'progress' && event.elapsedMs >= WARM_UP_MS) warm ??= event;
    },
  });
  const first = warm ?? last;
  const measured = (last.elapsedMs - first.elapsedMs) / 1000;
  return {
    statementsPerSecond: (last.statements - first.statements) / measured,
    plansPerSecond: (last.plans - first.plans) / measured,
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

async function bareAgainstDirt(plans: number): Promise<void> {
  const request: BareRequest = { plans, statements: STATEMENTS, seed: SEED, warmUpMs: WARM_UP_MS };
  const worker = new Worker(new URL('./bare.js', import.meta.url), {
    workerData: request,
    resourceLimits: WORKER_LIMITS,
  });
  const [{ statements, dirtMs, bareMs }] = (await once(worker, 'message')) as [BareFigures];
  const rate = (milliseconds: number) => `${Math.round((1000 * statements) / milliseconds)} statements/s`;
  print(`${plans} plans, ${statements} statements, each plan on both in turns, after a warm-up:`);
  print(`  bare binding  ${rate(bareMs)}`);
  print(`  through DIRT  ${rate(dirtMs)}: ${percent(bareMs / dirtMs)} of the bare binding (goal: 60 %)`);
}

async function costOfTesting(plans: number, seconds: number): Promise<void> {
  tuneForCampaigns();
  await bareAgainstDirt(plans);
  print(`\nCampaigns of ${seconds} s after a warm-up, plans of ${STATEMENTS} statements, no shrinking:`);
  const one = await speedOf(seconds, 1, null);
  show('1 worker', one);
  const two = await speedOf(seconds, 2, null);
  show('2 workers', two);
  const referenced = await speedOf(seconds, 2, 'sqlite');
  show('2 workers and reference', referenced);
  const ratio = (a: Speed, b: Speed) => a.statementsPerSecond / b.statementsPerSecond;
  print(`  two workers are ${ratio(two, one).toFixed(2)} times one (goal: 1.7)`);
  print(`  the reference leaves ${percent(ratio(referenced, two))} of the speed (goal: 50 %)`);
  print(`  share in the engine: goal 70 %`);
}

// ── The command ──────────────────────────────────────────────────────────────────────────────────────────────

interface Options {
  readonly against?: string;
  readonly engine: string[];
  readonly profile: string;
  readonly reference: string;
  readonly workers: number;
  readonly rounds: number;
  readonly seconds: number;
}

const HELP = `
With --against, ratios above 1 say that the working tree is faster. The time of a run is that of its process, less that of a
run of one plan. CPU time is that of all threads of DIRT, without engines in processes of their own. A ratio counts statements
that the engine accepted or refused, the same way on both sides; if both ran the same plans, it is also the ratio by plan.
A working tree with changes is measured as it is when the command starts.`;

const OF_AGAINST = ['engine', 'profile', 'reference', 'workers', 'rounds', 'seconds'] as const;

const command = new Command('npm run bench --')
  .description('what testing costs; or, with --against, how fast the working tree is beside another revision')
  .argument('[plans]', 'without --against: plans on the bare binding and through DIRT', parseCount, 120)
  .argument('[seconds]', 'without --against: seconds per campaign', parseCount, 40)
  .option('--against <revision>', 'a commit, branch or tag of this repository')
  .optionsGroup('With --against:')
  .option('--engine <names...>', 'one after the other', ['turso', 'sqlite'])
  .option('--profile <name>', 'what the plans are about', 'default')
  .addOption(
    new Option('--reference <engine>', 'who decides when engine and model disagree')
      .choices(['sqlite', 'none'])
      .default('sqlite'),
  )
  .option('--workers <n>', 'worker threads', parseCount, 1)
  .option('--rounds <n>', 'how often each side runs', parseCount, 6)
  .option('--seconds <n>', 'how much CPU time a run takes per worker, about', parseCount, 10)
  .addHelpText('after', HELP)
  .action(async (plans: number, seconds: number, options: Options) => {
    const { against, engine: engines, ...rest } = options;
    if (against !== undefined) {
      if (command.args.length > 0)
        command.error(
          `error: --against takes no arguments beside its options, but got: ${command.args.join(' ')}`,
        );
      return measureAgainst({ revision: against, engines, ...rest }, process.cwd());
    }
    const stray = OF_AGAINST.find((name) => command.getOptionValueSource(name) === 'cli');
    if (stray !== undefined) command.error(`error: --${stray} goes with --against <revision>`);
    return costOfTesting(plans, seconds);
  });

try {
  await command.parseAsync();
} catch (error) {
  if (error instanceof Interrupted) process.exitCode = error.exitCode;
  else if (error instanceof DirtError || error instanceof CommandFailed) {
    process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = 2;
  } else throw error;
}
