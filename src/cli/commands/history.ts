// `dirt history`: what became of each run, and when bugs came and went.

import type { Command } from 'commander';
import { fixedIn, type HistoryEntry, readHistory } from '../../history/index.ts';
import { counted } from '../../words.ts';
import { outputWidth, print, printJson } from '../console.ts';
import { parseCount } from '../options/parse.ts';
import { setting } from '../options/settings.ts';
import { withProject } from '../options/with-project.ts';

interface Options {
  readonly bugs: string;
  readonly last: number;
  readonly json?: boolean;
}

const MOST_RUNS = 20;
/** In characters; a shorter bar tells nothing. */
const MOST_BAR = 24;
const LEAST_BAR = 6;
/** When, what, and the causes: these are shown on any terminal. */
const LEAST_CELLS = 5;

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

/** One line per run, with a bar of the causes that it knew of at its end, as far as there is room for it. */
function runLines(runs: readonly HistoryEntry[]): string[] {
  const causes = ({ new: found, known }: HistoryEntry) => found.length + known.length;
  const most = Math.max(1, ...runs.map(causes));
  const lines = runs.map((run) => [
    run.when.slice(0, 16).replace('T', ' '),
    `${run.engine}@${run.version}`,
    `${run.new.length} new`,
    `${run.known.length} known`,
    `${run.gone.length} gone`,
    counted(run.statements, 'statement'),
    `seed ${run.seed}`,
    run.commit?.slice(0, 8) ?? '',
  ]);
  const widths = lines[0].map((_, i) => Math.max(...lines.map((line) => line[i].length)));
  // The bar tells more than what stands last.
  const whole = () => widths.reduce((sum, width) => sum + width + 2, MOST_BAR);
  while (whole() > outputWidth() && widths.length > LEAST_CELLS) widths.pop();
  const texts = lines.map((line) =>
    widths
      .map((width, i) => line[i].padEnd(width))
      .join('  ')
      .trimEnd(),
  );
  const room = Math.min(MOST_BAR, outputWidth() - Math.max(...texts.map(({ length }) => length)) - 2);
  if (room < LEAST_BAR) return texts;
  return texts.map((text, i) => {
    const bar =
      '█'.repeat(Math.round((room * runs[i].known.length) / most)) +
      '▓'.repeat(Math.ceil((room * runs[i].new.length) / most));
    return `${bar.slice(0, room).padEnd(room)}  ${text}`;
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
