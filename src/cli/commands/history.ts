// `dirt history`: what became of each run, and when bugs came and went.

import type { Command } from 'commander';
import { fixedIn, type HistoryEntry, readHistory } from '../../history/index.ts';
import { counted } from '../../words.ts';
import { print, printJson } from '../console.ts';
import { parseCount } from '../options/parse.ts';
import { setting } from '../options/settings.ts';
import { withProject } from '../options/with-project.ts';

interface Options {
  readonly bugs: string;
  readonly last: number;
  readonly json?: boolean;
}

const MOST_RUNS = 20;
const BAR = 24;

export function historyCommand(program: Command): void {
  program
    .command('history')
    .description('past runs: bugs over time, by version, and in which version they were gone')
    .addOption(setting('bugs'))
    .option('--last <n>', 'how many runs', parseCount, MOST_RUNS)
    .option('--json', 'one JSON object per run')
    .action(withProject((_project, options: Options) => show(options)));
}

function show({ bugs, last, json }: Options): void {
  const all = readHistory(bugs);
  if (json) for (const entry of all.slice(-last)) printJson(entry);
  else if (all.length === 0) print('No run so far: `npx dirt run` keeps one line for each.');
  else
    for (const line of [...runLines(all.slice(-last)), '', ...versionLines(all), ...goneLines(all)])
      print(line);
}

/** One line per run, with a bar of the causes that it knew of at its end. */
function runLines(runs: readonly HistoryEntry[]): string[] {
  const causes = ({ new: found, known }: HistoryEntry) => found.length + known.length;
  const most = Math.max(1, ...runs.map(causes));
  const width = Math.max(...runs.map(({ engine, version }) => engine.length + version.length + 1));
  return runs.map((run) => {
    const bar =
      '█'.repeat(Math.round((BAR * run.known.length) / most)) +
      '▓'.repeat(Math.ceil((BAR * run.new.length) / most));
    const when = run.when.slice(0, 16).replace('T', ' ');
    const name = `${run.engine}@${run.version}`.padEnd(width);
    const counts = `${run.new.length} new, ${run.known.length} known, ${run.gone.length} gone`;
    const commit = run.commit === undefined ? '' : `  ${run.commit.slice(0, 8)}`;
    return `${when}  ${name}  ${bar.padEnd(BAR + 1)} ${counts}  (${counted(run.statements, 'statement')}, seed ${run.seed})${commit}`;
  });
}

function versionLines(history: readonly HistoryEntry[]): string[] {
  const versions = new Map<string, Set<string>>();
  for (const { engine, version, new: found, known } of history) {
    const name = `${engine}@${version}`;
    const ids = versions.get(name) ?? new Set();
    for (const id of [...found, ...known]) ids.add(id);
    versions.set(name, ids);
  }
  return ['By version:', ...[...versions].map(([name, ids]) => `  ${name}: ${counted(ids.size, 'cause')}`)];
}

function goneLines(history: readonly HistoryEntry[]): string[] {
  const gone = fixedIn(history).filter(({ goneIn }) => goneIn !== null);
  if (gone.length === 0) return [];
  return [
    'Gone:',
    ...gone.map(({ id, foundIn, goneIn }) => `  ${id}: found in ${foundIn}, passes in ${goneIn}`),
  ];
}
