// `dirt report html`: the bugs of the bug base as one page that opens from disk.

import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { explained, fileError, writeAtomically, writeText } from '../../files/index.ts';
import { pageHtml } from '../../page/index.ts';
import { counted } from '../../words.ts';
import { print, printError } from '../console.ts';
import { setting } from '../options/settings.ts';
import { withProject } from '../options/with-project.ts';
import { pageDataOf } from '../page-data-of.ts';

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

function reportHtml({ bugs, output: named }: Options): void {
  const output = named ?? join(dirname(bugs), 'report.html');
  const data = pageDataOf(bugs, (problem) => printError(`dirt: skipped ${problem}`));
  const html = pageHtml(data);
  if (named !== undefined) writeText(output, html);
  // What lies beside the bugs may have been sent with them: a link there is replaced, and not followed.
  else
    explained(
      () => writeAtomically(output, html),
      (reason) => fileError('write', output, reason),
    );
  const size = `${(Buffer.byteLength(html) / 1_000_000).toFixed(2)} MB`;
  print(
    `wrote ${counted(data.causes.length, 'cause')} to ${output} (${size}): open ${pathToFileURL(output).href}`,
  );
}
