// `dirt fleet worker`: takes work from the queue until it is told to end.

import type { Command } from 'commander';
import { FleetQueue, FleetWorker } from '../../fleet/index.ts';
import { counted } from '../../words.ts';
import { print, printError } from '../console.ts';
import { ENDING_SIGNALS } from '../endings.ts';
import { EXIT } from '../exit-code.ts';
import { engineHere, oneLine, projectDigest } from '../fleet-campaign.ts';
import { parseCount, parseDuration } from '../options/parse.ts';
import { setting } from '../options/settings.ts';
import { withProject } from '../options/with-project.ts';

interface WorkerChoices {
  readonly workers: number;
  readonly memory: number;
  readonly builds?: boolean;
  readonly budget?: number;
}

export function fleetWorkerCommand(fleet: Command): void {
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
          say: (line) => print(oneLine(line)),
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
