// `dirt report html`: the bugs of the bug base as one page that opens from disk.

import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { writeText } from '../../files/index.ts';
import { BugBase } from '../../find/index.ts';
import { readHistory } from '../../history/index.ts';
import { causesIn, PAGE_FORMAT, pageHtml } from '../../page/index.ts';
import { DIRT_VERSION } from '../../version.ts';
import { counted } from '../../words.ts';
import { print, printError } from '../console.ts';
import { setting } from '../options/settings.ts';
import { withProject } from '../options/with-project.ts';

/** Older runs are not on the page. */
const MOST_RUNS = 1000;

interface Options {
  readonly bugs: string;
  readonly output?: string;
}

export function reportHtmlCommand(report: Command): void {
  report
    .command('html')
    .description(
      'one page with all causes, their scripts, diffs and steps: a file that opens without a server',
    )
    .addOption(setting('bugs'))
    .option('-o, --output <file>', 'where to write it (default: report.html beside the bug base)')
    .action(withProject((_project, options: Options) => reportHtml(options)));
}

function reportHtml({ bugs, output = join(dirname(bugs), 'report.html') }: Options): void {
  const { causes, damaged } = causesIn(new BugBase(bugs));
  for (const problem of damaged) printError(`dirt: skipped ${problem}`);
  const html = pageHtml({
    format: PAGE_FORMAT,
    dirt: DIRT_VERSION,
    made: new Date().toISOString(),
    bugs,
    causes,
    history: readHistory(bugs).slice(-MOST_RUNS),
    damaged,
  });
  writeText(output, html);
  const size = `${(Buffer.byteLength(html) / 1_000_000).toFixed(2)} MB`;
  print(
    `wrote ${counted(causes.length, 'cause')} to ${output} (${size}): open ${pathToFileURL(output).href}`,
  );
}
