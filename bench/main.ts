// What testing costs: where the time goes, by engine and profile, how two workers and long plans compare, what looking into failures
// takes, and the bare binding of Turso. Or the speed of campaigns against that of another revision.
//
//   npm run bench
//   npm run bench -- --against <revision>
//   npm run bench -- --help

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Command, Option } from 'commander';
import { tuneForCampaigns, WORKER_LIMITS } from '../src/campaign/tuning.ts';
import { parseCount } from '../src/cli/options/parse.ts';
import { DirtError } from '../src/errors.ts';
import { measureAgainst } from './against.ts';
import type { BareFigures, BareRequest } from './bare.ts';
import { runCampaign } from './campaign.ts';
import { runOnNodes } from './other-node.ts';
import { linesOf, measureWhere, rateOf } from './spent.ts';
import { CommandFailed, Interrupted } from './workplace.ts';

/** Per plan, as `dirt run` has it. */
const STATEMENTS = 100;
const LONG_PLAN = 10 * STATEMENTS;
const BARE_PLANS = 40;
const WARM_UP_MS = 5000;
const SEED = 'bench';

interface Options {
  readonly against?: string;
  readonly node?: string[];
  readonly engine: string[];
  readonly profile: string[];
  readonly reference: string;
  readonly workers: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly plans?: number;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

// ── What testing costs ───────────────────────────────────────────────────────────────────────────────────────

async function costOfTesting({
  engine: engines,
  profile: profiles,
  reference,
  seconds,
}: Options): Promise<void> {
  tuneForCampaigns();
  print(
    `Node ${process.version}. Plans of ${STATEMENTS} statements, reference ${reference}, nothing is looked into.`,
  );
  const request = {
    reference: reference === 'none' ? null : reference,
    statements: STATEMENTS,
    seed: SEED,
    warmUpMs: WARM_UP_MS,
    measuredMs: seconds * 1000,
  };
  for (const engine of engines) {
    for (const profile of profiles) {
      print(`\n${engine}, profile ${profile}, one worker:`);
      const [figures] = await measureWhere({ ...request, engine, profile }, 1);
      for (const line of linesOf(figures)) print(line);
    }
    const [profile] = profiles;
    print(`\n${engine}, profile ${profile}:`);
    const usual = rateOf(await measureWhere({ ...request, engine, profile }, 1));
    const two = rateOf(await measureWhere({ ...request, engine, profile }, 2));
    const long = rateOf(await measureWhere({ ...request, engine, profile, statements: LONG_PLAN }, 1));
    print(`  two workers are ${(two / usual).toFixed(2)} times one`);
    print(
      `  a statement of a plan of ${LONG_PLAN} costs ${(usual / long).toFixed(2)} times one of a plan of ${STATEMENTS}`,
    );
    await shareOfLooking(engine, request.reference, seconds);
  }
  await bareAgainstDirt();
}

async function shareOfLooking(engine: string, reference: string | null, seconds: number): Promise<void> {
  const { workerMs, lookMs, elapsedMs } = await runCampaign({
    seconds,
    workers: 1,
    settings: { seed: SEED, engine, statements: STATEMENTS, reference, shrinks: true },
    onEvent: () => {},
  });
  const share = percent(lookMs / Math.max(1, workerMs + lookMs));
  print(
    `  looking into failures and shrinking take ${share} of a campaign of ${Math.round(elapsedMs / 1000)} s that knows none`,
  );
}

async function bareAgainstDirt(): Promise<void> {
  const request: BareRequest = {
    plans: BARE_PLANS,
    statements: STATEMENTS,
    seed: SEED,
    warmUpMs: WARM_UP_MS,
  };
  const worker = new Worker(new URL('./bare.js', import.meta.url), {
    workerData: request,
    resourceLimits: WORKER_LIMITS,
  });
  const [{ statements, dirtMs, bareMs }] = (await once(worker, 'message')) as [BareFigures];
  const rate = (milliseconds: number) => `${Math.round((1000 * statements) / milliseconds)} statements/s`;
  print(
    `\n${BARE_PLANS} plans, ${statements} statements, each on the bare binding of Turso and through DIRT, without a reference:`,
  );
  print(`  bare ${rate(bareMs)}, through DIRT ${rate(dirtMs)}: ${percent(bareMs / dirtMs)}`);
}

// ── The command ──────────────────────────────────────────────────────────────────────────────────────────────

const HELP = `
With --against, ratios above 1 say that the working tree is faster. The time of a run is that of its process, less that of a
run of one plan, and less the share that its workers spent on looking into failures. CPU time is that of all threads of DIRT,
without engines in processes of their own. A ratio counts statements that the engine accepted or refused, the same way on both
sides; if both ran the same plans, it is also the ratio by plan. A working tree with changes is measured as it is when the
command starts.

Without it, parts of the time are those of the worker's thread. "reference" and "opener" are SQLite beside the engine under test.`;

const OF_AGAINST = ['workers', 'rounds', 'plans'] as const;

const command = new Command('npm run bench --')
  .description('what testing costs; or, with --against, how fast the working tree is beside another revision')
  .option('--against <revision>', 'a commit, branch or tag of this repository')
  .option('--node <versions...>', 'on these versions of Node, which are fetched; else on this one')
  .option('--engine <names...>', 'one after the other', ['turso', 'sqlite'])
  .option('--profile <names...>', 'what the plans are about', ['general', 'faults'])
  .addOption(
    new Option('--reference <engine>', 'who decides when engine and model disagree')
      .choices(['sqlite', 'none'])
      .default('sqlite'),
  )
  .option(
    '--seconds <n>',
    'how long a measurement takes, about; with --against the CPU time of its plans per worker',
    parseCount,
    10,
  )
  .optionsGroup('With --against:')
  .option('--workers <n>', 'worker threads', parseCount, 1)
  .option('--rounds <n>', 'how often each side runs', parseCount, 6)
  .option('--plans <n>', 'how many plans a run has, in the place of --seconds', parseCount)
  .addHelpText('after', HELP)
  .action(async (options: Options) => {
    const { against, node, engine: engines, profile: profiles, ...rest } = options;
    if (node !== undefined) return runOnNodes(node, withoutNode(options));
    if (against !== undefined)
      return measureAgainst({ revision: against, engines, profiles, ...rest }, process.cwd());
    const stray = OF_AGAINST.find((name) => command.getOptionValueSource(name) === 'cli');
    if (stray !== undefined) command.error(`error: --${stray} goes with --against <revision>`);
    return costOfTesting(options);
  });

/** The same options for another process. */
function withoutNode(options: Options): string[] {
  return Object.entries(options)
    .filter(([name]) => name !== 'node' && command.getOptionValueSource(name) === 'cli')
    .flatMap(([name, value]) => [`--${name}`, ...[value].flat().map(String)]);
}

try {
  await command.parseAsync();
} catch (error) {
  if (error instanceof Interrupted) process.exitCode = error.exitCode;
  else if (error instanceof DirtError || error instanceof CommandFailed) {
    process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = 2;
  } else throw error;
}
