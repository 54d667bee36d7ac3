// `dirt ui`: the page, live, on a local server.

import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { FleetQueue, FleetWatch, QUEUE_VARIABLE } from '../../fleet/index.ts';
import { pageTemplate } from '../../page/index.ts';
import { actionsOf, Jobs, serve } from '../../ui/index.ts';
import { print, printError } from '../console.ts';
import { ENDING_SIGNALS } from '../endings.ts';
import { EXIT } from '../exit-code.ts';
import { parseUpTo } from '../options/parse.ts';
import { setting } from '../options/settings.ts';
import { withProject } from '../options/with-project.ts';
import { pageDataOf } from '../page-data-of.ts';

interface Options {
  readonly bugs: string;
  readonly port?: number;
}

export function uiCommand(program: Command): void {
  program
    .command('ui')
    .description(
      'the page of `dirt report html`, live: run campaigns, replay, bisect, mute, and try SQL; for this machine only',
    )
    .addOption(setting('bugs'))
    .option('--port <n>', 'the port (default: a free one)', parseUpTo(65_535))
    .action(withProject((project, options: Options) => ui(project.file, options)));
}

async function ui(config: string | null, { bugs, port = 0 }: Options): Promise<void> {
  const jobs = new Jobs(fileURLToPath(new URL('../main.js', import.meta.url)), process.cwd());
  const fleet = process.env[QUEUE_VARIABLE] ? new FleetWatch(FleetQueue.open) : null;
  const { server, address } = await serve(
    {
      token: randomBytes(24).toString('hex'),
      html: pageTemplate(),
      answers: actionsOf({
        jobs,
        bugs,
        shared: config === null ? [] : ['--config', config],
        fleet,
        data: () => pageDataOf(bugs, (problem) => printError(`dirt: skipped ${problem}`)),
      }),
      stream: (write) => jobs.listen(write),
    },
    port,
  );
  print(`dirt ui: ${address}`);
  print('The address holds the token that lets you in. Ctrl-C ends it.');
  await new Promise<void>((resolve) => {
    const end = () => resolve();
    for (const signal of ENDING_SIGNALS) process.once(signal, end);
  });
  await Promise.all([jobs.end(), fleet?.close()]);
  server.closeAllConnections();
  server.close();
  process.exitCode = EXIT.nothingFound;
}
