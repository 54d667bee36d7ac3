// `dirt init`: puts DIRT into a database's repository. It never overwrites, and prints what it created and what it kept.

import { existsSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type Command, Option } from 'commander';
import { titleOf } from '../../engines/index.ts';
import { DirtError } from '../../errors.ts';
import {
  addLines,
  configTemplate,
  ENGINE_ANSWERS,
  ENGINE_FILE,
  type EngineChoice,
  engineChoice,
  engineTemplate,
  nightlyTemplate,
  PROPERTY_TEMPLATE,
  staysInside,
  surroundingsOf,
  type Written,
  workflowTemplate,
  writeNewFile,
} from '../../init/index.ts';
import { LEDGER_FILE, printLedger, probedLedger } from '../../ledger/index.ts';
import { configFile, loadProject } from '../../project/index.ts';
import { print, printProgress } from '../console.ts';
import { EXIT } from '../exit-code.ts';
import { countsOf } from '../options/ledger-file.ts';
import { DEFAULT_ENGINE, environmentOption } from '../options/settings.ts';
import { lackingFeatures } from '../testable.ts';

interface Options {
  readonly yes?: boolean;
  readonly engine?: string;
  readonly ci?: 'nightly';
}

const ALREADY = 'it is there already';
const PROPERTY_FILE = 'dirt/first.property.ts';
const CONFIG_FILE = 'dirt.config.ts';
const IGNORE_FILE = '.gitignore';
const WORKFLOW_FILE = '.github/workflows/dirt.yml';
const NIGHTLY_FILE = '.github/workflows/dirt-nightly.yml';

export function initCommand(program: Command): void {
  program
    .command('init')
    .description(
      'put DIRT into the repository of a database: configuration, first property, ledger, CI workflow',
    )
    .option('--yes', `ask nothing: test ${DEFAULT_ENGINE}, unless --engine says otherwise`)
    .addOption(environmentOption('--engine <engine>', Object.keys(ENGINE_ANSWERS).join(', ')))
    .addOption(
      new Option(
        '--ci <what>',
        'also a workflow for every night: shards on eight machines, merged, with issues',
      ).choices(['nightly']),
    )
    .action(async (options: Options) => {
      process.exitCode = await init(options);
    });
}

async function init({ yes, engine, ci }: Options): Promise<number> {
  const folder = resolve('');
  const config = configFile(undefined);
  // With a configuration there is nothing left to ask.
  const answer = engine ?? (yes || config !== null ? DEFAULT_ENGINE : await ask());
  if (answer === null) return EXIT.interrupted;
  const around = surroundingsOf(folder);
  const workflow = join(relative('', around.root), WORKFLOW_FILE);
  const nightly = ci === 'nightly' ? join(relative('', around.root), NIGHTLY_FILE) : null;
  staysInside(around.root, [
    ...(config === null ? [ENGINE_FILE, PROPERTY_FILE, CONFIG_FILE] : []),
    LEDGER_FILE,
    workflow,
    ...(nightly === null ? [] : [nightly]),
    IGNORE_FILE,
  ]);
  if (config === null) {
    // The configuration comes last: it names the others, so an init that was interrupted can be run again.
    const choice = engineChoice(answer, basename(folder));
    if (choice.kind === 'typescript')
      create(ENGINE_FILE, engineTemplate(choice.name), 'your engine: fill in the TODOs');
    create(PROPERTY_FILE, PROPERTY_TEMPLATE, 'a property of your own, explained');
    create(CONFIG_FILE, configTemplate(choice), `what is tested: ${describe(choice)}`);
  } else say('kept', relative('', config), 'there is a configuration already, and it says what is tested');
  const hasLedger = await createLedger();
  create(workflow, workflowTemplate(around), 'three minutes on every change');
  if (nightly !== null)
    create(nightly, nightlyTemplate(around), 'half an hour on eight machines every night');
  say(addLines(IGNORE_FILE, ['.dirt/']), IGNORE_FILE, '.dirt/, where bugs are kept');
  print();
  print('Next:');
  if (around.advice !== null) print(`  ${around.advice}`);
  if (!hasLedger) print('  npx dirt features probe --write');
  print('  npx dirt run --budget 20s');
  return EXIT.nothingFound;
}

function describe(choice: EngineChoice): string {
  return choice.kind === 'builtIn' ? choice.spec : `${choice.name}, ${ENGINE_ANSWERS[choice.kind]}`;
}

/** The ledger of the engine that the configuration names. An engine that does not answer yet is no mistake here. */
async function createLedger(): Promise<boolean> {
  let file: string = LEDGER_FILE;
  try {
    const project = await loadProject(configFile(undefined));
    file = project.config.ledger ?? file;
    if (existsSync(file)) {
      say('kept', file, ALREADY);
      return true;
    }
    const engine = await project.engineNamed(project.config.engine ?? DEFAULT_ENGINE, printProgress);
    const ledger = await probedLedger(engine);
    if (lackingFeatures(ledger).length > 0) {
      say('left', file, `${titleOf(engine)} has no CREATE TABLE, INSERT and SELECT yet`);
      return false;
    }
    create(file, printLedger(ledger), `what ${titleOf(engine)} has: ${countsOf(ledger)}`);
    return true;
  } catch (error) {
    if (!(error instanceof DirtError)) throw error;
    say('left', file, error.message);
    return false;
  }
}

function create(path: string, text: string, about: string): void {
  const written = writeNewFile(path, text);
  say(written, path, written === 'kept' ? ALREADY : about);
}

function say(what: Written | 'left', path: string, about: string): void {
  print(`${what.padEnd(8)} ${path.padEnd(27)} ${about}`);
}

/** Null if the user does not want to answer. */
async function ask(): Promise<string | null> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new DirtError(
      'DIRT_INIT_TERMINAL',
      'there is no terminal to ask in which engine is tested',
      `say it with --engine, or take ${DEFAULT_ENGINE} with --yes`,
    );
  }
  for (const [name, about] of Object.entries(ENGINE_ANSWERS)) print(`  ${name.padEnd(14)} ${about}`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  terminal.once('SIGINT', () => terminal.close());
  const closed = new Promise<null>((done) => terminal.once('close', () => done(null)));
  const answer = await Promise.race([
    terminal.question(`Which engine is tested? [${DEFAULT_ENGINE}] `),
    closed,
  ]);
  terminal.close();
  return answer === null ? null : answer.trim() || DEFAULT_ENGINE;
}
