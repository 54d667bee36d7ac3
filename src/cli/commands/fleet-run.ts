// `dirt fleet run`: files a campaign in the queue, and collects what workers find.

import type { Command } from 'commander';
import type { CampaignSettings } from '../../campaign/index.ts';
import { DirtError } from '../../errors.ts';
import type { CampaignEvent } from '../../events/index.ts';
import { BugBase } from '../../find/index.ts';
import { bisectedBy, Coordinator, Errands, FleetQueue, journalFile, verifiedBy } from '../../fleet/index.ts';
import type { Project } from '../../project/index.ts';
import { CampaignRecord } from '../../report/index.ts';
import { printError } from '../console.ts';
import { filedCampaign, oneLine } from '../fleet-campaign.ts';
import { Gathered } from '../gathered.ts';
import { campaignOptions, reported } from '../options/campaign-options.ts';
import { parseDuration } from '../options/parse.ts';
import type { ReportOptions, Reports } from '../options/reports.ts';
import { limitsOf } from '../options/settings.ts';
import { withProject } from '../options/with-project.ts';
import { type CampaignChoices, prepareCampaign } from '../prepare-campaign.ts';
import { keepInHistory } from '../run-history.ts';
import { exitCodeOf, hearInterrupts } from './run.ts';

interface RunOptions extends ReportOptions, CampaignChoices {
  readonly chunk: number;
  readonly strict?: boolean;
}

export function fleetRunCommand(fleet: Command): void {
  const command = fleet
    .command('run')
    .description(
      'file a campaign and collect what workers find; the same command goes on with one that was broken off',
    )
    .option('--chunk <time>', 'how long a worker is at one piece of work', parseDuration, 30_000);
  campaignOptions(command).action(
    withProject((project, options: RunOptions) =>
      reported(project, options, (reports) => run(project, options, limitsOf(command), reports)),
    ),
  );
}

async function run(
  project: Project,
  options: RunOptions,
  limits: ReturnType<typeof limitsOf>,
  reports: Reports,
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
  const say = (line: string) => printError(oneLine(line));
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
    if (interrupted || totals.unstored !== null)
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
