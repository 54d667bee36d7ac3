// The end of a campaign on a terminal: what was done, what to know of it, and last, because that is what stays in sight, the bugs.

import type { ReporterOptions, Totals } from '../events/index.ts';
import { type Bug, SEVERITIES, wrap } from '../find/index.ts';
import { topReasons } from '../planning/index.ts';
import { counted } from '../words.ts';
import { bugTable } from './bug-table.ts';
import type { CampaignRecord } from './campaign-record.ts';
import { seconds } from './terminal-progress.ts';

/** Known bugs beyond these are only counted. */
const MOST_KNOWN = 8;

export function summaryLines(
  totals: Totals & { ended: string },
  record: CampaignRecord,
  { quiet, verbose = false }: ReporterOptions,
  width: number,
): string[] {
  const share = Math.round(totals.engineShare * 100);
  const lines = [
    '',
    `${totals.ended === 'interrupted' ? 'Interrupted' : 'Done'} after ${seconds(totals.elapsedMs)} s: ${counted(totals.plans, 'plan')}, ` +
      `${counted(totals.statements, 'statement')} (${totals.statementsPerSecond}/s, ${share} % in the engine).`,
    ...mixtureLines(totals, width),
    ...(quiet ? [] : propertyTable(totals.properties, verbose)),
  ];
  if (totals.untested !== null)
    lines.push(
      `Nothing was tested: ${totals.untested}.`,
      ...(totals.plans === 0
        ? []
        : [`\`npx dirt engines check ${totals.engine}\` says what is wrong with the engine or its adapter.`]),
    );
  if (totals.unsupportedCombinations > 0)
    lines.push(`${counted(totals.unsupportedCombinations, 'combination')} of supported features refused.`);
  if (totals.regressions > 0)
    lines.push(`${counted(totals.regressions, 'feature')} worked before and refused now.`);
  if (totals.dirtIsWrong > 0)
    lines.push(`In ${counted(totals.dirtIsWrong, 'finding')} DIRT itself is wrong: please report them.`);
  if (totals.referenceIsWrong > 0)
    lines.push(`In ${counted(totals.referenceIsWrong, 'plan')} the reference itself is wrong.`);
  if (totals.unstored !== null)
    lines.push(`Not stored: ${totals.unstored.bugs.join(', ')}: ${totals.unstored.reason}.`);
  for (const warning of totals.vacuity) lines.push(...wrap(`Warning: ${warning}.`, width));
  if (record.repeatCommand !== null)
    lines.push(`Seed ${totals.seed}: \`${record.repeatCommand}\` repeats it.`);
  lines.push('', ...bugLines(totals, record, width));
  return lines;
}

/** New, known and gone causes, one line each. */
function bugLines(
  totals: Totals,
  { newBugs, known, returned, passing }: CampaignRecord,
  width: number,
): string[] {
  const fresh = newBugs.map(({ bug }) => bug);
  const seen = [...known, ...returned];
  const gone = listOf('Gone', passing, 'passes now; `dirt bugs rm` removes it', width);
  if (fresh.length + seen.length + totals.newBugs + totals.knownBugs === 0)
    return [...gone, 'No bugs found.'];
  const again =
    totals.knownBugs === 0
      ? ''
      : ` ${counted(totals.knownBugs, 'more finding')} came of causes that were known by then.`;
  return [
    ...gone,
    ...listOf('Known', known, 'still fails', width, MOST_KNOWN),
    ...listOf('Back', returned, 'had passed, fails again', width),
    ...listOf('New', fresh, '', width),
    ...wrap(
      `${counted(fresh.length, 'new bug')}, ${seen.length} known, ${passing.length} gone.${again}`,
      width,
    ),
    ...(fresh.length + seen.length === 0
      ? []
      : ['`npx dirt report html` makes a page of them, `npx dirt ui` shows it live.']),
  ];
}

function listOf(
  head: string,
  bugs: readonly Bug[],
  note: string,
  width: number,
  most = Number.POSITIVE_INFINITY,
): string[] {
  if (bugs.length === 0) return [];
  const more = bugs.length - most;
  const rank = ({ severity }: Bug) => SEVERITIES.indexOf(severity);
  // The worst first, as in all lists of bugs.
  const shown = bugs.toSorted((a, b) => rank(a) - rank(b)).slice(0, most);
  return [
    ...bugTable(
      shown.map((bug) => ({ bug })),
      { width, head: `${head}${note === '' ? '' : ` (${note})`}:`, indent: '  ' },
    ),
    ...(more > 0 ? [`  … and ${more} more: \`npx dirt bugs\``] : []),
  ];
}

/** What the plans were about, if not all about the same. */
function mixtureLines({ profiles, plans }: Totals, width: number): string[] {
  const shares = Object.entries(profiles).sort(([, a], [, b]) => b - a);
  if (shares.length < 2) return [];
  const words = shares.map(([name, count]) => `${name} ${Math.round((100 * count) / plans)} %`);
  return wrap(`  plans: ${words.join(', ')}`, width);
}

/** How many instances of each property were checked, and how many of them were not vacuous; in short, only those that never were. */
function propertyTable(properties: Totals['properties'], isWhole: boolean): string[] {
  const rows = Object.entries(properties).filter(([, { checked }]) => isWhole || checked === 0);
  if (rows.length === 0) return [];
  const width = Math.max(8, ...rows.map(([name]) => name.length));
  const row = (name: string, cells: readonly (string | number)[]) =>
    `  ${name.padEnd(width)}${cells.map((cell) => String(cell).padStart(11)).join('')}`;
  return [
    ...(isWhole
      ? []
      : [`${counted(rows.length, 'property was', 'properties were')} never checked (--verbose lists all):`]),
    row('property', ['checked', 'vacuous', 'discarded', 'skipped']),
    ...rows.flatMap(([name, statistics]) => {
      const { checked, vacuous, discarded, skipped, reasons } = statistics;
      const counts = row(name, [checked, vacuous, discarded, skipped]);
      return reasons === undefined ? [counts] : [counts, `    discarded: ${topReasons(statistics)}`];
    }),
  ];
}
