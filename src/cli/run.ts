// `dirt run`: the main job.

import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { BugBase } from '../bugs/bug-base.ts';
import type { CampaignEvent } from '../campaign/events.ts';
import { retryKnown } from '../campaign/known-bugs.ts';
import { NO_RATCHET, ratchetOf } from '../campaign/ratchet.ts';
import { Campaign } from '../campaign/supervisor.ts';
import { resolveEngine } from '../engines/resolve.ts';
import { supportedFeatures } from '../features/ledger.ts';
import { jsonReporter } from '../report/json.ts';
import { terminalReporter } from '../report/terminal.ts';
import { printProgress } from './console.ts';
import { EXIT } from './exit-code.ts';
import { ledgerInFile, probeWithNotice } from './ledger-file.ts';
import { planOptions } from './options.ts';
import { parseCount, parseDuration } from './parse.ts';
import { profileNamed } from './profile-file.ts';
import { sentenceOf } from './property-docs.ts';

interface Options {
  readonly engine: string;
  readonly reference: string;
  readonly seed?: string;
  readonly plans?: number;
  readonly budget?: number;
  readonly steps: number;
  readonly workers: number;
  readonly properties?: string[];
  readonly profile: string;
  readonly bugs: string;
  readonly json?: boolean;
  readonly shrink: boolean;
  readonly doublecheck?: boolean;
  readonly cache: boolean;
}

const DEFAULT_BUDGET_MS = 60_000;
const SHRINK_BUDGET_MS = 20_000;

export function runCommand(program: Command): void {
  const command = program
    .command('run')
    .description('random-test an engine')
    .option('--engine <engine>', 'turso, turso@0.4.4, turso-native@0.7.2, sqlite, file:<path>', 'turso')
    .option('--reference <engine>', 'who decides when engine and model disagree: sqlite or none', 'sqlite')
    .option('--seed <seed>', 'repeats a campaign; drawn and printed if not given')
    .option('--plans <n>', 'how many plans to run', parseCount)
    .option(
      '--budget <time>',
      'how long to run: 60s, 5m, 1h (default: 60s, unless --plans is given)',
      parseDuration,
    )
    .option('--workers <n>', 'worker threads', parseCount, availableParallelism())
    .option('--json', 'one event a line, the last is the summary')
    .option('--no-shrink', 'report findings as they are found')
    .option('--doublecheck', 'run every plan twice and compare outcomes, disk bytes and I/O')
    .option('--no-cache', 'probe the engine again for what it supports');
  planOptions(command).action(async (options: Options) => {
    process.exitCode = await run(options);
  });
}

async function run(options: Options): Promise<number> {
  const report = reporterFor(options);
  const engine = await resolveEngine(options.engine, printProgress);
  const file = ledgerInFile(engine);
  const probed = await probeWithNotice(engine, options.cache);
  const ledger = file ?? probed;
  const ratchet = file === null ? NO_RATCHET : ratchetOf(file, probed);
  const bugs = new BugBase(options.bugs);
  const reference = options.reference === 'none' ? null : await resolveEngine(options.reference);
  const known = await retryKnown(bugs, engine, reference, report);
  const campaign = new Campaign({
    settings: {
      seed: options.seed ?? freshSeed(),
      statements: options.steps,
      profile: profileNamed(options.profile),
      properties: options.properties ?? [],
      features: supportedFeatures(ledger),
      silenced: ledger.silenced.map(({ message }) => message),
      regressed: ratchet.regressions.map(({ feature }) => feature),
      abilities: engine.abilities,
      engine: options.engine,
      reference: options.reference === 'none' ? null : options.reference,
      shrinks: options.shrink,
      doublecheck: options.doublecheck ?? false,
      shrinkBudgetMs: SHRINK_BUDGET_MS,
      known: known.culprits,
      avoided: known.avoided,
    },
    workers: options.workers,
    budgetMs: options.budget ?? (options.plans === undefined ? DEFAULT_BUDGET_MS : null),
    plans: options.plans ?? null,
    bugs,
    ownFaults: new BugBase(join(dirname(options.bugs), 'dirt-is-wrong')),
    ratchet,
    sentenceOf,
    onEvent: report,
  });
  let interrupted = false;
  const onInterrupt = () => {
    if (interrupted) process.exit(EXIT.interrupted);
    interrupted = true;
    campaign.interrupt();
  };
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onInterrupt);
  const totals = await campaign.run();
  process.off('SIGINT', onInterrupt);
  process.off('SIGTERM', onInterrupt);
  if (totals.dirtIsWrong > 0) return EXIT.dirtIsWrong;
  if (totals.newBugs + totals.knownBugs + totals.regressions > 0) return EXIT.bugsFound;
  return interrupted ? EXIT.interrupted : EXIT.nothingFound;
}

function reporterFor(options: Options): (event: CampaignEvent) => void {
  const write = (text: string): void => {
    process.stdout.write(text);
  };
  if (options.json) return jsonReporter(write);
  const { isTTY = false, columns = 80 } = process.stdout;
  return terminalReporter({ isTerminal: isTTY && !process.env.NO_COLOR, columns, write });
}

function freshSeed(): string {
  return String(Math.floor(Math.random() * 2 ** 48));
}
