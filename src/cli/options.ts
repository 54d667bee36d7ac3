// Options that several commands share.

import type { Command } from 'commander';
import { profiles } from '../workload/profiles.ts';
import { parseCount } from './parse.ts';

export const DEFAULT_BUGS = '.dirt/bugs';

/** Where bugs are, and how plans of a campaign are made. */
export function planOptions(command: Command): Command {
  return command
    .option('--bugs <folder>', 'the bug base', DEFAULT_BUGS)
    .option('--steps <n>', 'statements a plan, at least', parseCount, 100)
    .option('--properties <names...>', 'only these properties; `dirt properties` lists them')
    .option(
      '--profile <name>',
      `what the plans are about: ${Object.keys(profiles).join(', ')}, or a .json file`,
      'default',
    );
}
