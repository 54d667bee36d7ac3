// Options that several commands share.

import { type Command, Option } from 'commander';
import { profiles } from '../workload/profiles.ts';
import { parseCount } from './parse.ts';

export const DEFAULT_BUGS = '.dirt/bugs';

/** Where bugs are, and how plans of a campaign are made. */
export function planOptions(command: Command): Command {
  return command
    .option('--bugs <folder>', 'the bug base', DEFAULT_BUGS)
    .option('--steps <n>', 'statements a plan, at least', parseCount, 100)
    .option('--properties <names...>', 'only these properties; `dirt properties` lists them')
    .addOption(
      new Option('--profile <name>', 'what the plans are about')
        .choices(Object.keys(profiles))
        .default('default'),
    );
}
