// `dirt selftest`: runs planted bugs and checks that every oracle still detects some.

import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { MOST_WORKERS } from '../../config/index.ts';
import { DirtError } from '../../errors.ts';
import { selftestLines } from '../../report/index.ts';
import {
  type Control,
  complaintsAbout,
  familyOf,
  killsOf,
  type Matrix,
  type Mutant,
  mutantFamilies,
  mutants,
  oracles,
  outOfTime,
  selftest,
  survivorsIn,
  type Trial,
} from '../../selftest/index.ts';
import { outputWidth, print, printError, printFailure, printJson } from '../console.ts';
import { EXIT } from '../exit-code.ts';
import { parseCount, parseDuration, parseUpTo } from '../options/parse.ts';

interface Options {
  readonly json?: boolean;
  readonly budget?: number;
  readonly plans?: number;
  readonly workers: number;
  readonly without?: readonly string[];
  readonly mutants?: readonly string[];
}

const DEFAULT_BUDGET_MS = 300_000;

export function selftestCommand(program: Command): void {
  program
    .command('selftest')
    .description('run engines with planted bugs: does every oracle still see some?')
    .option('--json', 'one planted bug per line, the last line is the summary')
    .option(
      '--budget <time>',
      'stop after this long; exits with 2 if not all was tried by then (default: 5m)',
      parseDuration,
    )
    .option('--plans <n>', 'at most this many plans for a planted bug', parseCount)
    .option('--workers <n>', 'worker threads', parseUpTo(MOST_WORKERS), availableParallelism())
    .option('--without <oracles...>', 'switch off these judges or properties, to see that they are missed')
    .option(
      '--mutants <names...>',
      'only these planted bugs or families; oracles that they do not wake are not missed',
    )
    .action(async (options: Options) => {
      process.exitCode = await run(options);
    });
}

async function run({
  json,
  budget = DEFAULT_BUDGET_MS,
  plans,
  workers,
  without = [],
  mutants: names,
}: Options): Promise<number> {
  for (const name of without) if (!oracles.includes(name)) throw unknown('oracle', name, oracles);
  const chosen = names === undefined ? mutants : names.flatMap(mutantsNamed);
  const matrix = await selftest({
    mutants: chosen,
    without,
    plans,
    workers,
    budgetMs: budget,
    onTrial: (trial, done, of) => (json ? printTrial(trial) : printProgress(trial, done, of)),
    onControl: (control) => json && printControl(control),
  });
  // Some of the mutants alone do not need every oracle to see one, but oracles that are switched off are reported in any case.
  const expected = names === undefined ? oracles : without;
  const complaints = complaintsAbout(matrix, expected);
  if (json) printSummary(matrix, complaints);
  else for (const line of selftestLines(matrix, complaints, outputWidth())) print(line);
  if (complaints.length > 0) return EXIT.dirtIsWrong;
  const late = outOfTime(matrix);
  if (late === null) return EXIT.nothingFound;
  printFailure(`${late}: give it more with --budget, or a faster machine`, 'DIRT_SELFTEST_TIME');
  return EXIT.outOfTime;
}

function mutantsNamed(name: string): readonly Mutant[] {
  if (Object.hasOwn(mutantFamilies, name)) return mutantFamilies[name];
  const mutant = mutants.find((candidate) => candidate.name === name);
  if (mutant !== undefined) return [mutant];
  throw unknown('planted bug or family', name, Object.keys(mutantFamilies));
}

function unknown(what: string, name: string, known: readonly string[]): DirtError {
  return new DirtError(
    'DIRT_SELFTEST_UNKNOWN',
    `there is no ${what} "${name}"`,
    `use one of ${known.join(', ')}`,
  );
}

function printTrial(trial: Trial): void {
  const { plants, workload } = mutants.find(({ name }) => name === trial.mutant)!;
  printJson({ event: 'mutant', family: familyOf(trial.mutant), plants, workload, ...trial });
}

function printControl({ plans, ...control }: Control): void {
  printJson({ event: 'control', ...control, plans: plans.length });
}

function printProgress({ mutant, kills }: Trial, done: number, of: number): void {
  const count = Object.keys(kills).length;
  const what = count === 0 ? 'survives' : `seen by ${count} ${count === 1 ? 'oracle' : 'oracles'}`;
  const line = `${done}/${of} ${mutant}: ${what}`;
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}${done === of ? '\n' : ''}`);
  else if (count === 0 || done % 10 === 0 || done === of) printError(line);
}

function printSummary(matrix: Matrix, complaints: readonly string[]): void {
  const summary = {
    event: 'summary',
    ok: complaints.length === 0 && matrix.untried.length === 0,
    killed: matrix.trials.length - survivorsIn(matrix).length,
    survivors: survivorsIn(matrix).map(({ mutant }) => mutant),
    untried: matrix.untried,
    oracles: Object.fromEntries(
      oracles.map((oracle) => [oracle, killsOf(matrix, oracle).map(({ mutant }) => mutant)]),
    ),
    complaints,
  };
  printJson(summary);
}
