// The campaign as a page of Markdown, for the summary of a CI job: totals, what is new with its SQL, what is known.

import type { Output, Reporter } from '../events/index.ts';
import {
  type Bug,
  bugTitle,
  code,
  commentedScript,
  describeNeeds,
  describeVersions,
  describeVote,
  fenced,
  inline,
} from '../find/index.ts';
import { LEDGER_FILE } from '../ledger/index.ts';
import { shellWord } from '../visible.ts';
import { type BugEvent, CampaignRecord } from './campaign-record.ts';

/** A job's summary is limited to 1 MiB; more bugs are only counted. */
const MOST_BUGS = 20;
const MOST_LINES = 60;

export function markdownReporter(output: Output): Reporter {
  const record = new CampaignRecord();
  return {
    event: (event) => record.add(event),
    end: () => output.write(`${markdown(record).join('\n')}\n`),
  };
}

function markdown(record: CampaignRecord): string[] {
  const { start, newBugs, dirtBugs, refusedCombinations, regressions, known, returned, passing } = record;
  return [
    `## DIRT: ${start === null ? 'no campaign' : inline(`${start.engine} (${[start.version, start.build ?? []].flat().join(', ')})`)}`,
    '',
    verdict(record),
    '',
    ...untestedLines(record),
    ...unstoredLines(record),
    ...totalsTable(record),
    ...regressions.flatMap(({ feature, since, reason, statements }) => [
      `### Regression: ${code(feature)}`,
      '',
      `It worked in ${inline(since)}, says ${LEDGER_FILE}. Now: ${inline(reason)}`,
      '',
      fenced('sql', statements.map((sql) => `${sql};`).join('\n')),
      '',
    ]),
    ...section('DIRT itself is wrong: please report it', dirtBugs),
    ...wrongReferenceLines(record),
    ...section('New', newBugs),
    ...section('Supported features, refused together', refusedCombinations),
    ...list('Fails again, though it had passed', returned),
    ...list('Passes now', passing),
    ...list('Known, still fails', known),
    ...repeatLine(record),
  ];
}

function verdict({ ended, newBugs, known, dirtBugs, regressions, returned }: CampaignRecord): string {
  const parts = [
    counted(newBugs.length, 'new bug'),
    ...(returned.length > 0 ? [`${counted(returned.length, 'fixed bug')} back`] : []),
    ...(regressions.length > 0 ? [counted(regressions.length, 'regression')] : []),
    ...(dirtBugs.length > 0 ? [`${counted(dirtBugs.length, 'bug')} of DIRT`] : []),
    counted(known.length, 'known bug'),
  ];
  const end = {
    done: '',
    interrupted: ' It was interrupted.',
    brokenOff: ' It was broken off: see the log.',
  };
  return `**${parts.join(', ')}.**${end[ended]}`;
}

function untestedLines({ totals }: CampaignRecord): string[] {
  return totals === null || totals.untested === null
    ? []
    : [`**Nothing was tested: ${inline(totals.untested)}.**`, ''];
}

function unstoredLines({ totals }: CampaignRecord): string[] {
  if (totals === null || totals.unstored === null) return [];
  const { bugs, reason } = totals.unstored;
  return [`**Not stored: ${inline(bugs.join(', '))}: ${inline(reason)}.**`, ''];
}

function wrongReferenceLines({ wrongReferences }: CampaignRecord): string[] {
  return wrongReferences.flatMap(({ reference, opener, index, message, sql }) => [
    `### The reference is wrong: ${inline(reference)}`,
    '',
    `${inline(message)} (plan ${index}; ${inline(opener)} and the model agree with each other)`,
    '',
    ...(sql === undefined ? [] : [fenced('sql', `${sql};`), '']),
  ]);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function totalsTable({ totals, start }: CampaignRecord): string[] {
  if (totals === null || start === null) return [];
  const cells: readonly (readonly [string, string | number])[] = [
    ['seconds', Math.round(totals.elapsedMs / 1000)],
    ['plans', totals.plans],
    ['statements', totals.statements],
    ['statements/s', totals.statementsPerSecond],
    ['in the engine', `${Math.round(totals.engineShare * 100)} %`],
    ['reference', inline(start.against ?? 'none')],
    ...(start.against === start.opener ? [] : [['files opened by', inline(start.opener)] as const]),
    ['profile', inline(start.profile)],
    ['seed', inline(totals.seed)],
  ];
  const row = (texts: readonly (string | number)[]) => `| ${texts.join(' | ')} |`;
  return [
    row(cells.map(([name]) => name)),
    row(cells.map(() => '---')),
    row(cells.map(([, value]) => value)),
    '',
  ];
}

function section(title: string, events: readonly BugEvent[]): string[] {
  const rest = events.slice(MOST_BUGS).map(({ bug }) => bug);
  return [
    ...events.slice(0, MOST_BUGS).flatMap((event) => bugLines(title, event)),
    ...list(`${title}, not shown here`, rest),
  ];
}

function bugLines(title: string, { bug, investigated }: BugEvent): string[] {
  const script = commentedScript(investigated).split('\n');
  const left = script.length - MOST_LINES;
  const shown = left > 0 ? [...script.slice(0, MOST_LINES), `-- … ${left} more lines in repro.sql`] : script;
  return [
    `### ${title}: ${code(bug.id)}`,
    '',
    `${inline(bugTitle(bug))} (property ${code(bug.property)}; ${[describeVote(bug), describeNeeds(bug) ?? [], describeVersions(bug) ?? []].flat().map(inline).join('; ')})`,
    '',
    fenced('sql', shown.join('\n')),
    '',
    code(`npx dirt replay ${shellWord(bug.id)}`),
    '',
  ];
}

function list(title: string, bugs: readonly Bug[]): string[] {
  if (bugs.length === 0) return [];
  return [`### ${title}`, '', ...bugs.map((bug) => `- ${code(bug.id)} ${inline(bugTitle(bug))}`), ''];
}

function repeatLine({ repeatCommand }: CampaignRecord): string[] {
  return repeatCommand === null ? [] : [`${code(repeatCommand)} repeats it.`];
}
