// `dirt report`: the bugs of the bug base as issues, or as a page.

import type { Command } from 'commander';
import { DirtError } from '../../errors.ts';
import { fileIssues, Github } from '../../report/index.ts';
import { print, printError } from '../console.ts';
import { collect, parseCount } from '../options/parse.ts';

import { setting } from '../options/settings.ts';
import { withProject } from '../options/with-project.ts';
import { loadBugs } from './bugs.ts';
import { reportHtmlCommand } from './report-html.ts';

interface Options {
  readonly bugs: string;
  readonly repo?: string;
  readonly maxOpen: number;
  readonly label?: readonly string[];
  readonly dryRun?: boolean;
  readonly api: string;
}

const DEFAULT_LABEL = 'dirt';
const DEFAULT_MAX_OPEN = 10;
const PAUSE_MS = 1000;

export function reportCommand(program: Command): void {
  const report = program.command('report').description('publish the bugs of the bug base');
  reportHtmlCommand(report);
  report
    .command('github')
    .description(
      'one issue per bug: opened when it is found, commented when seen in a new version, closed when it passes',
    )
    .addOption(setting('bugs'))
    .option(
      '--repo <owner/name>',
      'the repository (default: GITHUB_REPOSITORY)',
      process.env.GITHUB_REPOSITORY,
    )
    .option('--max-open <n>', 'never have more issues open than this', parseCount, DEFAULT_MAX_OPEN)
    .option(
      '--label <name>',
      `a label; the first one finds the issues again (default: ${DEFAULT_LABEL})`,
      collect,
    )
    .option('--dry-run', 'print what would be done; without a token nothing else is possible')
    .option(
      '--api <url>',
      'the API of another server',
      process.env.GITHUB_API_URL || 'https://api.github.com',
    )
    .addHelpText('after', '\nThe token is read from DIRT_GITHUB_TOKEN or GITHUB_TOKEN.')
    .action(withProject((_project, options: Options) => reportGithub(options)));
}

async function reportGithub(options: Options): Promise<void> {
  const token = tokenOfEnvironment();
  const isDry = options.dryRun === true || token === null;
  if (token === null)
    printError('dirt: no token in GITHUB_TOKEN: this is a dry run that does not know which issues exist');
  const github = token === null ? null : connect(options, token);
  await fileIssues(loadBugs(options.bugs), github, {
    labels: options.label ?? [DEFAULT_LABEL],
    maxOpen: options.maxOpen,
    dryRun: isDry,
    tell: print,
  });
}

/** Not even a malformed one may appear in a message. */
function tokenOfEnvironment(): string | null {
  const token = (process.env.DIRT_GITHUB_TOKEN || process.env.GITHUB_TOKEN || '').trim();
  if (/^[\x21-\x7e]*$/.test(token)) return token === '' ? null : token;
  throw new DirtError(
    'DIRT_GITHUB_TOKEN',
    'the token in the environment holds characters that no token has',
    'set DIRT_GITHUB_TOKEN or GITHUB_TOKEN to the token alone',
  );
}

function connect({ repo = '', api }: Options, token: string): Github {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repo))
    throw new DirtError(
      'DIRT_GITHUB_REPO',
      repo === '' ? 'which repository is meant is not said' : `"${repo}" is no repository`,
      'give --repo owner/name, or set GITHUB_REPOSITORY',
    );
  return new Github({
    api: checkedApi(api),
    repository: repo,
    token,
    patience: {
      now: Date.now,
      sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    },
    pauseMs: PAUSE_MS,
  });
}

/** A token is sent unencrypted to this machine only. */
function checkedApi(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url !== null && url.username === '' && (url.protocol === 'https:' || isLocal))
    return text.replace(/\/+$/, '');
  throw new DirtError(
    'DIRT_GITHUB_API',
    '--api is no https address without a password',
    'give --api https://…',
  );
}
