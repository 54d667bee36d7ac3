// Options that several commands share.

import type { Command } from 'commander';
import { environmentOption, setting } from './settings.ts';

/** Where bugs are, and how plans of a campaign are made. */
export function planOptions(command: Command): Command {
  return command
    .addOption(setting('bugs'))
    .addOption(setting('corpus'))
    .addOption(
      environmentOption(
        '--start <file>',
        'a database file in the format of SQLite: all plans start from its schema and rows',
      ),
    )
    .addOption(setting('ledger'))
    .addOption(setting('steps'))
    .addOption(setting('profile'))
    .option('--properties <names...>', 'only these properties, also as tlp-*; `dirt properties` lists them');
}
