// How much of what changes SQLite does DIRT notice? Random single-instruction mutants of SQLite's WebAssembly module are run on plans of the
// default mixture, with the sound SQLite as reference and the model: nobody can tune to bugs that are drawn from a seed. See docs/mutants.md.
//
//   npm run mutants -- --count 100 --seed s [--statements 40000] [--workers 1] [--file results] [--fresh] [--gaps]

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { parseCount } from '../src/cli/options/parse.ts';
import { installedWasm } from '../src/engines/sqlite/builds.ts';
import { DirtError } from '../src/errors.ts';
import { Crew } from './mutants/crew.ts';
import { functionNames } from './mutants/functions.ts';
import { gapsIn } from './mutants/map.ts';
import { drawMutants } from './mutants/mutant.ts';
import { fateOf, summaryOf, survivorsOf } from './mutants/report.ts';
import { ResultsFile } from './mutants/results.ts';
import { EXECUTED, type Site, sitesOf } from './mutants/sites.ts';
import type { Result } from './mutants/trial.ts';

interface Options {
  readonly count: number;
  readonly seed: string;
  readonly statements: number;
  readonly workers: number;
  readonly file?: string;
  readonly fresh?: boolean;
  readonly gaps?: boolean;
}

const options = new Command('npm run mutants --')
  .description(
    'Tries random single-instruction mutants of SQLite on witnesses and plans, and tells who lives. A run that was stopped goes on where it was.',
  )
  .option('--count <mutants>', 'how many mutants; more of the same seed may be added later', parseCount, 100)
  .option('--seed <seed>', 'mutants and plans are drawn from it', '1')
  .option('--statements <number>', 'of plans, per mutant', parseCount, 40_000)
  .option('--workers <threads>', 'how many mutants are tried at once', parseCount, 1)
  .option('--file <path>', 'where the results are kept (default: .mutants/<seed>-<statements>.jsonl)')
  .option('--fresh', 'forget the results that there are')
  .option('--gaps', 'tell also which features would bring plans to what only witnesses execute')
  .parse()
  .opts<Options>();

try {
  await main(options);
} catch (error) {
  if (!(error instanceof DirtError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function main({ count, seed, statements, workers, fresh, gaps, ...given }: Options): Promise<void> {
  const wasm = readFileSync(installedWasm());
  const path = given.file ?? join('.mutants', `${seed.replace(/[^\w.-]/g, '_')}-${statements}.jsonl`);
  if (fresh) rmSync(path, { force: true });
  const file = new ResultsFile(path, { seed, statements, wasm });
  const known = file.read();
  const crew = new Crew({ seed, statements }, print);
  process.once('SIGINT', () => {
    crew.end();
    print(`interrupted; the same command goes on with what is in ${path}`);
    process.exit(130);
  });

  const executed = known?.executed ?? (await crew.map());
  if (known === null) file.start(executed);
  const { sites } = sitesOf(wasm);
  const flags = ({ stretch }: Site) => executed[stretch];
  const reached = sites.filter((site) => flags(site) !== 0);
  const onlyBy = (flag: number) => reached.filter((site) => flags(site) === flag).length;
  print(
    `${sites.length} instructions can be changed, ${reached.length} are executed: ${onlyBy(EXECUTED.byWitnesses)} by witnesses only, ` +
      `${onlyBy(EXECUTED.byPlans)} by plans only`,
  );

  if (gaps) {
    for (const { feature, instructions, alone } of await gapsIn(wasm, executed))
      print(`  ${feature}: ${instructions} that no plan executes, ${alone} of them by this witness alone`);
  }

  const mutants = drawMutants(wasm, reached, seed, count);
  const results: Result[] = (known?.results ?? []).filter(({ mutant }) => mutant.number < count);
  const decided = new Set(results.map(({ mutant }) => mutant.number));
  if (decided.size > 0) print(`${decided.size} are decided already`);
  await crew.tryAll(
    mutants.filter(({ number }) => !decided.has(number)),
    workers,
    (result) => {
      file.add(result);
      results.push(result);
      const { mutant, kill } = result;
      const how = kill === null ? '' : ` after ${kill.after}: ${kill.kind} (${kill.judge})`;
      print(`${results.length} of ${count}: #${mutant.number} ${mutant.about}: ${fateOf(result)}${how}`);
    },
  );
  crew.end();
  const inOrder = results.sort((a, b) => a.mutant.number - b.mutant.number);
  for (const line of summaryOf(inOrder)) print(line);
  for (const line of survivorsOf({ results: inOrder, nameOf: functionNames(wasm) })) print(line);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
