// `dirt features`: what engines support: probe it, show it, compare it.

import type { Command } from 'commander';
import { dialect, type FeatureId } from '../../dialect/index.ts';
import { type Engine, titleOf } from '../../engines/index.ts';
import { DirtError } from '../../errors.ts';
import { writeText } from '../../files/index.ts';
import {
  type Ledger,
  type LedgerChange,
  ledgerChanges,
  printLedger,
  updatedLedger,
} from '../../ledger/index.ts';
import type { Project } from '../../project/index.ts';
import { print, printJson, printProgress, printText } from '../console.ts';
import { countsOf, ledgerFor, ledgerInFile, probeWithNotice } from '../options/ledger-file.ts';
import { collect } from '../options/parse.ts';
import { setting } from '../options/settings.ts';
import { withProject } from '../options/with-project.ts';

interface Options {
  readonly engine: string;
  readonly ledger: string;
  readonly json?: boolean;
  readonly write?: boolean;
  readonly cache: boolean;
}

export function featuresCommand(program: Command): void {
  const features = program.command('features').description('what engines support, feature by feature');
  ledgerOptions(features.command('probe'))
    .description('run the witness of every feature and print whether the engine supports it')
    .option('--write', 'write the ledger, or update it: entries that a person changed stay')
    .action(
      withProject(async (project, options: Options) =>
        probeEngine(await engineOf(project, options.engine), options),
      ),
    );
  ledgerOptions(features.command('show'))
    .description('print the ledger: its file if there is one for the engine, otherwise a probe')
    .action(
      withProject(async (project, options: Options) => {
        const ledger = await ledgerFor(
          await engineOf(project, options.engine),
          options.ledger,
          options.cache,
        );
        if (options.json) printText(printLedger(ledger).trimEnd());
        else printTable(ledger, dialect.features.ids);
      }),
    );
  features
    .command('diff')
    .description('what the second engine or version gained and lost against the first')
    .requiredOption('--engine <engine>', 'give it twice', collect)
    .option(...NO_CACHE)
    .option('--json', 'one JSON object per feature')
    .action(
      withProject(async (project, options: { engine: string[]; cache: boolean; json?: boolean }) => {
        if (options.engine.length !== 2) {
          throw new DirtError(
            'DIRT_USAGE',
            `features diff compares two engines, not ${options.engine.length}`,
            'e.g. dirt features diff --engine turso@0.5.3 --engine turso@0.7.2',
          );
        }
        const [before, after] = [
          await engineOf(project, options.engine[0]),
          await engineOf(project, options.engine[1]),
        ];
        const changes = ledgerChanges(
          await probeWithNotice(before, options.cache),
          await probeWithNotice(after, options.cache),
        );
        if (options.json) for (const change of changes) printJson(change);
        else printChanges(changes, titleOf(before), titleOf(after));
      }),
    );
}

const NO_CACHE = ['--no-cache', 'probe even if it was done before'] as const;

function ledgerOptions(command: Command): Command {
  return command
    .addOption(setting('engine'))
    .addOption(setting('ledger'))
    .option(...NO_CACHE)
    .option('--json', 'the ledger as JSON');
}

function engineOf(project: Project, spec: string): Promise<Engine> {
  return project.engineNamed(spec, printProgress);
}

async function probeEngine(engine: Engine, options: Options): Promise<void> {
  const probed = await probeWithNotice(engine, options.cache);
  const old = options.write ? ledgerInFile(engine, options.ledger) : null;
  const ledger = updatedLedger(old, probed);
  if (options.json) printText(printLedger(ledger).trimEnd());
  else {
    printTable(
      probed,
      dialect.features.ids.filter((id) => probed.features[id]?.status !== 'supported'),
    );
    if (old !== null)
      printChanges(ledgerChanges(old, ledger), `${options.ledger} (${old.version})`, titleOf(engine));
  }
  if (!options.write) return;
  writeText(options.ledger, printLedger(ledger));
  if (!options.json) print(`${options.ledger} is written.`);
}

/** One line per feature, with the reason where it is not supported; the counts at the end. */
function printTable(ledger: Ledger, ids: readonly FeatureId[]): void {
  const width = Math.max(...ids.map((id) => id.length), 0);
  for (const id of ids) {
    const entry = ledger.features[id];
    const why = entry?.link ?? entry?.reason;
    const text =
      why === undefined
        ? dialect.features.catalogue[id].description
        : `${dialect.features.catalogue[id].description}: ${oneLine(why)}`;
    print(`${(entry?.status ?? 'unknown').padEnd(11)} ${id.padEnd(width)}  ${text}`);
  }
  const silenced = `${ledger.silenced.length} combinations silenced`;
  print(`${titleOf({ name: ledger.engine, version: ledger.version })}: ${countsOf(ledger)}, ${silenced}.`);
}

function printChanges(changes: readonly LedgerChange[], before: string, after: string): void {
  const isGain = ({ to }: LedgerChange) => to === 'supported';
  const isLoss = ({ from }: LedgerChange) => from === 'supported';
  const groups: [string, LedgerChange[]][] = [
    ['gained', changes.filter(isGain)],
    ['lost', changes.filter(isLoss)],
    ['changed', changes.filter((change) => !isGain(change) && !isLoss(change))],
  ];
  print(`From ${before} to ${after}: ${groups.map(([name, list]) => `${list.length} ${name}`).join(', ')}.`);
  for (const [name, list] of groups) {
    for (const { id, from, to, reason } of list) {
      const why = name === 'gained' || reason === undefined ? '' : `: ${oneLine(reason)}`;
      print(`  ${name.padEnd(8)} ${id} (${from ?? 'unknown'} → ${to ?? 'unknown'})${why}`);
    }
  }
}

function oneLine(text: string): string {
  const line = text.replace(/\s*\n\s*/g, ' ');
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}
