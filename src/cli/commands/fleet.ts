// `dirt fleet`: a campaign that workers on any number of machines take from a queue; what goes on in it, and whether each plan counted once.

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { DirtError } from '../../errors.ts';
import {
  auditOf,
  type FleetProgress,
  FleetQueue,
  journalFile,
  journals,
  QUEUE_VARIABLE,
  statusOf,
} from '../../fleet/index.ts';
import { counted } from '../../words.ts';
import { print, printError, printJson } from '../console.ts';
import { EXIT } from '../exit-code.ts';
import { setting } from '../options/settings.ts';
import { withProject } from '../options/with-project.ts';
import { fleetRunCommand } from './fleet-run.ts';
import { fleetWorkerCommand } from './fleet-worker.ts';

export function fleetCommand(program: Command): void {
  const fleet = program
    .command('fleet')
    .description(
      `one campaign on many machines, through a queue on Redis or PostgreSQL; ${QUEUE_VARIABLE} says where it is`,
    );
  fleetRunCommand(fleet);
  fleetWorkerCommand(fleet);

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

async function status({ json }: { json?: boolean }): Promise<void> {
  const queue = await FleetQueue.open();
  try {
    const { counts, campaigns, damaged } = await statusOf(queue);
    if (damaged.length > 0)
      printError(`dirt: ${counted(damaged.length, 'record')} of progress left out, as ${damaged[0]}`);
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
