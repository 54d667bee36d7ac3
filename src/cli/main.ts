#!/usr/bin/env node
// The command line: commands, and what becomes of a user's mistake.

import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import { DirtError } from '../errors.ts';
import { didYouMean } from '../json/index.ts';
import { DIRT_VERSION } from '../version.ts';
import { bisectCommand } from './commands/bisect.ts';
import { bugsCommand } from './commands/bugs.ts';
import { checkCommand } from './commands/check.ts';
import { completionCommand } from './commands/completion.ts';
import { configCommand } from './commands/config.ts';
import { enginesCommand } from './commands/engines.ts';
import { featuresCommand } from './commands/features.ts';
import { fleetCommand } from './commands/fleet.ts';
import { historyCommand } from './commands/history.ts';
import { importCommand } from './commands/import.ts';
import { initCommand } from './commands/init.ts';
import { propertiesCommand } from './commands/properties.ts';
import { replayCommand } from './commands/replay.ts';
import { reportCommand } from './commands/report.ts';
import { runCommand } from './commands/run.ts';
import { selftestCommand } from './commands/selftest.ts';
import { shrinkCommand } from './commands/shrink.ts';
import { sqlCommand } from './commands/sql.ts';
import { uiCommand } from './commands/ui.ts';
import { whyCommand } from './commands/why.ts';
import { printFailure, printMisuse, printStack } from './console.ts';
import { prepareEndings } from './endings.ts';
import { EXIT, exitCodeLines } from './exit-code.ts';
import { environmentOption } from './options/settings.ts';

const program = new Command('dirt')
  .description('Random testing that lives inside a database project and grows with it.')
  .version(DIRT_VERSION)
  .option('--debug', 'print stack traces of errors')
  .addOption(
    environmentOption(
      '--config <file>',
      'the configuration (default: dirt.config.ts, .mts, .js, .mjs or .json)',
    ),
  )
  .addHelpText('after', `\nExit codes:\n${exitCodeLines().join('\n')}`)
  .exitOverride()
  .configureOutput({ outputError: (text) => printMisuse(namingCommand(text)) })
  .showHelpAfterError('(add --help for the options)');

runCommand(program);
fleetCommand(program);
replayCommand(program);
shrinkCommand(program);
importCommand(program);
bugsCommand(program);
reportCommand(program);
uiCommand(program);
historyCommand(program);
bisectCommand(program);
whyCommand(program);
enginesCommand(program);
featuresCommand(program);
propertiesCommand(program);
sqlCommand(program);
checkCommand(program);
selftestCommand(program);
initCommand(program);
configCommand(program);
completionCommand(program);

prepareEndings();

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

/** A command that does something by itself takes the name of one below it that does not exist for an argument. */
function namingCommand(complaint: string): string {
  const [, name] = /^error: too many arguments for '([\w-]+)'/.exec(complaint) ?? [];
  const below = program.commands.find((command) => command.name() === name)?.commands ?? [];
  if (below.length === 0) return complaint;
  const names = below.map((command) => command.name());
  const words = process.argv.slice(process.argv.indexOf(name) + 1);
  const given = words.find((word) => !word.startsWith('-') && !names.includes(word)) ?? '';
  const remedy = didYouMean(given, names, `one of ${names.join(', ')}`);
  return `error: there is no command "${name} ${given}": ${remedy}\n`;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.misuse;
  if (program.opts().debug && error instanceof Error) printStack(inspect(error));
  if (error instanceof DirtError) {
    printFailure(error.message, error.code);
    return EXIT.misuse;
  }
  printStack(
    `dirt: this is a bug of DIRT, please report it: ${error instanceof Error ? error.stack : error}`,
  );
  return EXIT.dirtIsWrong;
}
