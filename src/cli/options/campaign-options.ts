// What campaigns are asked, whether this machine runs them or a fleet.

import type { Command } from 'commander';
import type { Project } from '../../project/index.ts';
import { reporters } from '../../report/index.ts';
import { planOptions } from './options.ts';
import { collect, parseDuration } from './parse.ts';
import { openReports, type ReportOptions, type Reports } from './reports.ts';
import { setting } from './settings.ts';
import { epochOption } from './spread.ts';

export function campaignOptions(command: Command): Command {
  command
    .addOption(setting('engine'))
    .addOption(setting('reference'))
    .addOption(setting('seed'))
    .addOption(setting('plans'))
    .addOption(setting('budget'))
    .option(
      '--reporter <name>',
      `${Object.keys(reporters).join(', ')}, or one of the configuration; name=file writes to a file; may be given several times`,
      collect,
    )
    .option('--json', 'the same as --reporter json: one event per line, the last is the summary')
    .option('--ci', 'for CI: quiet, annotations and a summary on GitHub, and only new bugs fail the job')
    .option(
      '--verbose',
      'also the table of all properties at the end, and what came of new bugs in each version',
    )
    .addOption(epochOption())
    .addOption(setting('shrinkLimit'))
    .addOption(setting('bisectBudget'))
    .option(
      '--stuck <time>',
      'replace a thread that gives no sign of life for so long (default: 60s)',
      parseDuration,
    )
    .option('--strict', 'exit with 3 if a property, a kind of statement or a judge tested nothing')
    .option('--no-cache', 'probe the engine again for what it supports');
  return planOptions(command);
}

/** Sets the exit code. */
export async function reported(
  project: Project,
  options: ReportOptions,
  campaign: (reports: Reports) => Promise<number>,
): Promise<void> {
  const reports = openReports(options, project.reporters);
  try {
    process.exitCode = await campaign(reports);
  } finally {
    reports.end();
  }
}
