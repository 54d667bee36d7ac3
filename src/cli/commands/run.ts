// `dirt run`: a campaign against one engine.

import { type Command, Option } from 'commander';
import { Campaign } from '../../campaign/index.ts';
import { DirtError } from '../../errors.ts';
import type { Totals } from '../../events/index.ts';
import type { Project } from '../../project/index.ts';
import { CampaignRecord } from '../../report/index.ts';
import { printFailure } from '../console.ts';
import { ENDING_SIGNALS, onOutputLost } from '../endings.ts';
import { EXIT } from '../exit-code.ts';
import { campaignOptions, reported } from '../options/campaign-options.ts';
import { ciMode } from '../options/ci.ts';
import { parseCount } from '../options/parse.ts';
import type { ReportOptions, Reports } from '../options/reports.ts';
import { environmentOption, limitsOf, setting } from '../options/settings.ts';
import { checkShard, parseShardOption } from '../options/spread.ts';
import { withProject } from '../options/with-project.ts';
import { type CampaignChoices, prepareCampaign } from '../prepare-campaign.ts';
import { keepInHistory } from '../run-history.ts';
import { runAgainAndAgain, watchedPaths } from '../watch.ts';

interface Options extends ReportOptions, CampaignChoices {
  readonly strict?: boolean;
  readonly watch?: true | readonly string[];
}

export function runCommand(program: Command): void {
  const command = program
    .command('run')
    .description('random-test an engine')
    .addOption(setting('workers'))
    .addOption(
      environmentOption(
        '--shard <n/of>',
        'only the plans whose index leaves the remainder n: 0/8 to 7/8, or 1/8 to 8/8, on as many machines; `dirt bugs merge` puts together what they find',
      ).argParser(parseShardOption),
    )
    .addOption(
      environmentOption(
        '--baseline <folder>',
        'a bug base that stays as it is: its bugs are tried first, and only causes that it does not have are new',
      ),
    )
    .addOption(
      new Option('--log <what>', 'print what every plan ran and what came of it').choices(['statements']),
    )
    .option('--stop-after <n>', 'end after so many new bugs, not counting what the probe finds', parseCount)
    .option(
      '--watch [paths...]',
      'run again when the engine changes, known bugs first: its local build, or what is at these paths',
    )
    .option('--no-shrink', 'report findings as they are found')
    .option('--recheck', 'look into every failure, also those that a known bug explains')
    .option('--doublecheck', 'run every plan twice and compare outcomes, disk bytes and I/O');
  campaignOptions(command).action(
    withProject(async (project, options: Options) => {
      if (options.watch !== undefined) {
        await runAgainAndAgain(watchedPaths(options.watch, project.specOf(options.engine)));
        return;
      }
      checkShard(options);
      await reported(project, options, (reports) => run(project, options, limitsOf(command), reports));
    }),
  );
}

async function run(
  project: Project,
  options: Options,
  limits: ReturnType<typeof limitsOf>,
  reports: Reports,
): Promise<number> {
  const record = new CampaignRecord();
  const report: Reports['tell'] = (event) => {
    record.add(event);
    reports.tell(event);
  };
  let campaign: Campaign | null = null;
  const interrupts = hearInterrupts(reports, () => campaign);
  const prepared = await prepareCampaign(project, options, limits, report);
  campaign = new Campaign(prepared);
  // Nobody waits for more, and what was found so far decides the exit code.
  onOutputLost(() => campaign?.interrupt());
  const totals = await campaign.run();
  const unkept = historyProblem(options, totals, record);
  const code = exitCodeOf(totals, record, options, interrupts.end());
  if (unkept !== null) throw unkept;
  return code;
}

/** Why the run is not in the history; what the campaign found counts for more, and is told first. */
function historyProblem({ bugs, shard }: Options, totals: Totals, record: CampaignRecord): DirtError | null {
  try {
    keepInHistory(bugs, totals, record, shard);
    return null;
  } catch (error) {
    if (error instanceof DirtError) return error;
    throw error;
  }
}

/** The first one ends the campaign with its summary, the second one at once. */
export function hearInterrupts(
  reports: Reports,
  campaign: () => { interrupt(): void; abandon(): Promise<void> } | null,
): { end(): boolean } {
  let interrupted = false;
  const onInterrupt = async () => {
    const running = campaign();
    if (interrupted || running === null) {
      try {
        reports.end();
        await running?.abandon();
      } finally {
        process.exit(EXIT.interrupted);
      }
    }
    interrupted = true;
    running.interrupt();
  };
  for (const signal of ENDING_SIGNALS) process.on(signal, onInterrupt);
  return {
    /** No longer listens, and tells whether there was one. */
    end() {
      for (const signal of ENDING_SIGNALS) process.off(signal, onInterrupt);
      return interrupted;
    },
  };
}

export function exitCodeOf(
  totals: Totals,
  { returned }: CampaignRecord,
  { strict, ci, baseline }: Pick<Options, 'strict' | 'ci' | 'baseline'>,
  interrupted: boolean,
): number {
  if (totals.dirtIsWrong > 0 || (strict && totals.vacuity.length > 0)) return EXIT.dirtIsWrong;
  if (totals.unstored !== null) {
    const { bugs, reason, code } = totals.unstored;
    printFailure(`${bugs.length === 1 ? '1 bug is' : `${bugs.length} bugs are`} not stored: ${reason}`, code);
    return EXIT.notWritten;
  }
  if (totals.breach !== null) {
    printFailure(`in every plan: ${totals.breach}`, 'DIRT_PROGRAM_PROTOCOL');
    return EXIT.misuse;
  }
  const news = totals.newBugs + totals.regressions + returned.length;
  const old = totals.knownBugs + totals.unfinishedBugs;
  if (news + (ciMode(ci).knownBugsFail && baseline === undefined ? old : 0) > 0) return EXIT.bugsFound;
  if (interrupted) return EXIT.interrupted;
  return totals.untested === null ? EXIT.nothingFound : EXIT.nothingTested;
}
