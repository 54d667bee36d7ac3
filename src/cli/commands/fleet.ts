// `dirt fleet`: a campaign that workers on any number of machines take from a queue.

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import type { CampaignSettings } from '../../campaign/index.ts';
import { DirtError } from '../../errors.ts';
import type { CampaignEvent } from '../../events/index.ts';
import { BugBase } from '../../find/index.ts';
import {
  auditOf,
  bisectedBy,
  Coordinator,
  Errands,
  type FleetProgress,
  FleetQueue,
  FleetWorker,
  journalFile,
  journals,
  QUEUE_VARIABLE,
  statusOf,
  verifiedBy,
} from '../../fleet/index.ts';
import { shortened } from '../../json/index.ts';
import type { Project } from '../../project/index.ts';
import { CampaignRecord, reporters } from '../../report/index.ts';
import { counted } from '../../words.ts';
import { print, printError, printJson } from '../console.ts';
import { ENDING_SIGNALS } from '../endings.ts';
import { EXIT } from '../exit-code.ts';
import { engineHere, filedCampaign, projectDigest } from '../fleet-campaign.ts';
import { Gathered } from '../gathered.ts';
import { planOptions } from '../options/options.ts';
import { collect, parseCount, parseDuration } from '../options/parse.ts';
import { openReports, type ReportOptions } from '../options/reports.ts';
import { limitsOf, setting } from '../options/settings.ts';
import { epochOption } from '../options/spread.ts';
import { withProject } from '../options/with-project.ts';
import { type CampaignChoices, prepareCampaign } from '../prepare-campaign.ts';
import { keepInHistory } from '../run-history.ts';
import { exitCodeOf, hearInterrupts } from './run.ts';

interface RunOptions extends ReportOptions, CampaignChoices {
  readonly chunk: number;
  readonly strict?: boolean;
}

export function fleetCommand(program: Command): void {
  const fleet = program
    .command('fleet')
    .description(
      `one campaign on many machines, through a queue on Redis or PostgreSQL; ${QUEUE_VARIABLE} says where it is`,
    );
  runCommand(fleet);
  workerCommand(fleet);

  fleet
    .command('status')
    .description('campaigns and workers of the queue')
    .option('--json', 'one JSON object per campaign')
    .action(withProject((_project, options: { json?: boolean }) => status(options)));

  fleet
    .command('audit')
    .description(
      'whether every plan of each campaign that was filed here was counted exactly once, and nothing is left in the queue',
    )
    .addOption(setting('bugs'))
    .option('--json', 'one JSON object per campaign')
    .action(withProject((_project, options: { bugs: string; json?: boolean }) => audit(options)));
}

function runCommand(fleet: Command): void {
  const command = fleet
    .command('run')
    .description(
      'file a campaign and collect what workers find; the same command goes on with one that was broken off',
    )
    .addOption(setting('engine'))
    .addOption(setting('reference'))
    .addOption(setting('seed'))
    .addOption(setting('plans'))
    .addOption(setting('budget'))
    .addOption(epochOption())
    .option('--chunk <time>', 'how long a worker is at one piece of work', parseDuration, 30_000)
    .option(
      '--reporter <name>',
      `${Object.keys(reporters).join(', ')}; name=file writes to a file; may be given several times`,
      collect,
    )
    .option('--json', 'the same as --reporter json')
    .option('--ci', 'for CI: quiet, and only new bugs fail the job')
    .addOption(setting('shrinkLimit'))
    .addOption(setting('bisectBudget'))
    .option(
      '--stuck <time>',
      'give up a thread that shows no sign of life for so long (default: 60s)',
      parseDuration,
    )
    .option('--strict', 'exit with 3 if a property, a kind of statement or a judge tested nothing')
    .option('--no-cache', 'probe the engine again for what it supports');
  planOptions(command).action(
    withProject(async (project, options: RunOptions) => {
      const reports = openReports(options, project.reporters);
      try {
        process.exitCode = await run(project, options, limitsOf(command), reports);
      } finally {
        reports.end();
      }
    }),
  );
}

async function run(
  project: Project,
  options: RunOptions,
  limits: ReturnType<typeof limitsOf>,
  reports: ReturnType<typeof openReports>,
): Promise<number> {
  if (options.seed === undefined)
    throw new DirtError(
      'DIRT_FLEET_SEED',
      'a campaign of a fleet needs --seed',
      'the same command with the same seed goes on with it after it was broken off',
    );
  // Whether somebody else is at it here is known before anything is opened.
  const gathered = new Gathered(options.bugs, options.seed);
  const queue = await FleetQueue.open();
  const record = new CampaignRecord();
  let coordinator: Coordinator | null = null;
  const interrupts = hearInterrupts(reports, () =>
    coordinator === null ? null : { interrupt: () => coordinator?.interrupt(), abandon: () => queue.close() },
  );
  const report = (event: CampaignEvent) => {
    record.add(event);
    reports.tell(event);
  };
  const say = (line: string) => printError(shortened(`dirt: ${line}`, MOST_CHARACTERS));
  try {
    const choices = { ...options, shrink: true, workers: 1, bugs: gathered.bugs, baseline: options.bugs };
    let filing: Promise<Filing> | null = null;
    const filed = (settings: Omit<CampaignSettings, 'known'>) =>
      (filing ??= fileCampaign(project, settings, { options, limits, queue, say }));
    const campaign = await prepareCampaign(project, choices, limits, report, {
      retry: (settings) => verifiedBy(async () => (await filed(settings)).errands),
      bisect: async (newBugs, versions, base) =>
        bisectedBy((await filed(campaign.settings)).errands, newBugs, {
          base,
          versions,
          budgetMs: options.bisectBudget,
          tell: (bug) => report({ event: 'bisected', bug }),
        }),
    });
    const { known, ...settings } = campaign.settings;
    const { id, errands } = await filed(settings);
    coordinator = new Coordinator({ campaign, id, queue, errands, chunkMs: options.chunk, say });
    const totals = await coordinator.run();
    const interrupted = interrupts.end();
    if (interrupted)
      printError(`dirt: what was found so far is in ${gathered.bugs}; the same command goes on`);
    else {
      gathered.join();
      keepInHistory(options.bugs, totals, record);
      errands.finish();
    }
    return exitCodeOf(totals, record, options, interrupted);
  } finally {
    gathered.leave();
    await queue.close();
  }
}

interface Filing {
  readonly id: string;
  readonly errands: Errands;
}

async function fileCampaign(
  project: Project,
  settings: Omit<CampaignSettings, 'known'>,
  given: {
    readonly options: RunOptions;
    readonly limits: ReturnType<typeof limitsOf>;
    readonly queue: FleetQueue;
    readonly say: (line: string) => void;
  },
): Promise<Filing> {
  const { options, limits, queue, say } = given;
  const bugs = new BugBase(options.bugs).ids();
  const filed = await filedCampaign(project, { settings, bugs, ...limits, stuckMs: options.stuck }, queue);
  const journal = journalFile(options.bugs, filed.id);
  return { id: filed.id, errands: new Errands({ filed, queue, journal, say }) };
}

interface WorkerChoices {
  readonly workers: number;
  readonly memory: number;
  readonly builds?: boolean;
  readonly budget?: number;
}

function workerCommand(fleet: Command): void {
  fleet
    .command('worker')
    .description(
      'work for the campaigns of the queue until Ctrl-C; it runs what that queue asks for, and nothing else',
    )
    .addOption(setting('workers'))
    .option(
      '--builds',
      'also run local builds that come through the queue; they are code and have your rights',
    )
    .option('--budget <time>', 'ends after so long, as with Ctrl-C; without end if not given', parseDuration)
    .option('--memory <MB>', 'threads are replaced when the process has more than this', parseCount, 4096)
    .action(
      withProject(async (project, options: WorkerChoices) => {
        const queue = await FleetQueue.open();
        const worker = new FleetWorker({
          queue,
          threads: options.workers,
          config: project.file,
          project: projectDigest(project),
          memoryMb: options.memory,
          engineFor: (filed) => engineHere(project, filed, queue, options.builds ?? false),
          say: (line) => print(shortened(`dirt: ${line}`, MOST_CHARACTERS)),
        });
        let isEnding = false;
        const ended = new Promise<void>((resolve) => {
          const end = (why: string) => {
            if (isEnding) return;
            isEnding = true;
            printError(
              `dirt: ${why}finishing what is under way; Ctrl-C ends it at once, and others take it over`,
            );
            void worker.drain().finally(resolve);
          };
          for (const signal of ENDING_SIGNALS)
            process.on(signal, () => (isEnding ? process.exit(EXIT.interrupted) : end('')));
          if (options.budget !== undefined) setTimeout(() => end('its time is over; '), options.budget);
        });
        worker.start();
        print(`dirt: ${worker.name} works for ${queue.place} with ${counted(options.workers, 'thread')}`);
        await ended;
        await queue.close();
        process.exit(EXIT.nothingFound);
      }),
    );
}

async function status({ json }: { json?: boolean }): Promise<void> {
  const queue = await FleetQueue.open();
  try {
    const { counts, campaigns } = await statusOf(queue);
    if (json) {
      for (const each of campaigns) printJson(each);
      return;
    }
    const states = Object.entries(counts).map(([state, count]) => `${count} ${state}`);
    print(`${queue.place}: ${states.join(', ')}`);
    for (const each of campaigns) for (const line of progressLines(each)) print(line);
    if (campaigns.length === 0) print('No campaign is under way.');
  } finally {
    await queue.close();
  }
}

const QUIET_MS = 120_000;
/** Of what comes from the queue, on one line. */
const MOST_CHARACTERS = 300;

function progressLines(progress: FleetProgress): string[] {
  const {
    campaign,
    engine,
    seed,
    plans,
    of,
    statements,
    statementsPerSecond,
    newBugs,
    knownBugs,
    causes,
    at,
    undecided,
  } = progress;
  const silent = Date.now() - at;
  return [
    `${campaign}: ${engine}, seed ${seed}: ${plans}${of === null ? '' : ` of ${of}`} plans, ${statements} statements (${statementsPerSecond}/s), ${newBugs} new bugs, ${causes} known causes, ${knownBugs} findings of them, ${undecided} undecided`,
    ...(silent > QUIET_MS ? [`  its coordinator has said nothing for ${Math.round(silent / 1000)} s`] : []),
    ...Object.entries(progress.workers).map(
      ([name, { statements: done, lastMs }]) =>
        `  ${name}: ${done} statements, last heard of ${Math.round((Date.now() - lastMs) / 1000)} s ago`,
    ),
    ...progress.failed.map((line) => `  failed: ${line}`),
  ];
}

async function audit({ bugs, json }: { bugs: string; json?: boolean }): Promise<void> {
  if (!existsSync(dirname(journalFile(bugs, ''))))
    throw new DirtError(
      'DIRT_FLEET_AUDIT',
      'no campaign was filed here',
      'run it where `dirt fleet run` was started',
    );
  let isWhole = true;
  let left: string[] | null = null;
  if (process.env[QUEUE_VARIABLE]) {
    const queue = await FleetQueue.open();
    left = [...(await queue.ids()), ...(await queue.recordIds())];
    await queue.close();
  }
  for (const { campaign, file, isFinished } of journals(bugs)) {
    const found = auditOf(campaign, file, isFinished);
    const rest = left?.filter((id) => id.startsWith(`${campaign}.`)) ?? [];
    const isRight =
      found.missingPlans + found.twice.length + found.foreign === 0 && (!isFinished || rest.length === 0);
    isWhole &&= isRight;
    if (json) printJson({ ...found, leftInQueue: left === null ? null : rest.length });
    else {
      print(
        `${campaign}: ${counted(found.plans, 'plan')} in ${counted(found.results, 'result')} of ${counted(found.workers, 'worker')}, ${found.statements} statements, ${found.bytes} bytes per result: ${found.missingPlans} missing, ${found.twice.length} twice, ${found.lost.length} that ended their worker${found.foreign === 0 ? '' : `, ${counted(found.foreign, 'line')} that no worker wrote`}; ${left === null ? 'the queue was not asked' : `${rest.length} left in the queue`}; ${isFinished ? 'finished' : 'not finished'}`,
      );
    }
  }
  if (!isWhole) process.exitCode = EXIT.bugsFound;
}
