// The campaign on a terminal: a line that is redrawn, or one every few seconds where nothing can be redrawn; reports of bugs
// as they come; a summary at the end.

import { styleText } from 'node:util';
import { silencingLine } from '../campaign/index.ts';
import type { EventNamed, Output, Reporter, ReporterOptions, Totals } from '../events/index.ts';
import {
  bugTitle,
  describeEngine,
  describeNeeds,
  describeSteps,
  describeVersions,
  describeVote,
  type Line,
  wrap,
} from '../find/index.ts';
import { LEDGER_FILE } from '../ledger/index.ts';
import { visible } from '../visible.ts';
import { CampaignRecord } from './campaign-record.ts';

const PLAIN_LINE_MS = 5000;
const MINIMUM_WIDTH = 60;

type Style = Parameters<typeof styleText>[0];
/** A line, in a style where there are styles. */
type Shown = string | readonly [Style, string];

export function terminalReporter(screen: Output, { quiet }: ReporterOptions): Reporter {
  const record = new CampaignRecord();
  let shownAt = Number.NEGATIVE_INFINITY;
  let isDrawn = false;
  const width = Math.max(MINIMUM_WIDTH, screen.columns);
  const clear = () => {
    if (isDrawn) screen.write('\r\u001b[K');
    isDrawn = false;
  };
  const line = (shown: Shown = '') => {
    clear();
    const [style, text] = typeof shown === 'string' ? [null, shown] : shown;
    const safe = visible(text);
    screen.write(`${style !== null && screen.isTerminal ? styleText(style, safe) : safe}\n`);
  };
  const progress = (text: string, elapsedMs: number) => {
    if (screen.isTerminal) {
      clear();
      screen.write(visible(text).slice(0, screen.columns - 1));
      isDrawn = true;
    } else if (elapsedMs - shownAt >= PLAIN_LINE_MS) {
      line(text);
      shownAt = elapsedMs;
    }
  };
  const report: Reporter['event'] = (event) => {
    record.add(event);
    switch (event.event) {
      case 'start':
        line(startLine(event));
        break;
      case 'regression':
        for (const text of regressionLines(event)) line(text);
        break;
      case 'gained':
        line(`Works now: ${event.features.join(', ')}. \`dirt features probe --write\` updates the ledger.`);
        break;
      case 'passes':
        line(
          `Passes now: ${event.bug.id}${event.wasMuted ? ', and is no longer muted' : ''}. \`dirt bugs rm\` removes it.`,
        );
        break;
      case 'stillFails':
        if (event.returned) line(`Fails again: ${event.bug.id}, which had passed.`);
        break;
      case 'notRetried':
        line(`Known bugs that this engine and reference cannot try again: ${event.bugs}.`);
        break;
      case 'progress':
        if (!quiet) progress(progressLine(event), event.elapsedMs);
        break;
      case 'shrinking':
        if (screen.isTerminal && !quiet)
          progress(`shrinking plan ${event.index}: ${event.statements} statements, ${event.pass}`, 0);
        break;
      case 'bisected':
        line(`${event.bug.id}: ${describeVersions(event.bug)}`);
        break;
      case 'referenceIsWrong':
        for (const text of wrongReferenceLines(event)) line(text);
        break;
      case 'workerLost':
        line(
          `plan ${event.index}, step ${event.step}: ${event.reason}; the campaign goes on with a new worker`,
        );
        break;
      case 'bug':
        if (event.isNew) for (const text of newBugLines(event, width)) line(text);
        else if (!quiet) line(`again: ${event.bug.id} (${event.bug.timesSeen} times)`);
        break;
      case 'summary':
        if (quiet) for (const text of knownLines(record)) line(text);
        for (const text of summaryLines(event, record, quiet)) line(text);
        break;
    }
  };
  return { event: report, end: clear };
}

function startLine({ engine, version, build, against, opener, seed }: EventNamed<'start'>): string {
  const built = [version, build ?? []].flat().join(', ');
  const asked = against === null ? `the model alone (${opener} opens its files)` : against;
  const third = against === null || against === opener ? '' : ` and, where that is wrong, ${opener}`;
  return `dirt: ${engine} (${built}) against ${asked}${third}, seed ${seed}`;
}

function wrongReferenceLines({
  reference,
  opener,
  index,
  message,
  sql,
}: EventNamed<'referenceIsWrong'>): Shown[] {
  return [
    ['yellow', `plan ${index}: ${reference}, the reference, is wrong; ${opener} and the model agree`],
    ...(sql === undefined ? [] : [`  ${sql};`]),
    `  ! ${message.split('\n', 1)[0]}`,
  ];
}

const INDENT: Readonly<Record<Line['kind'], string>> = {
  sql: '  ',
  directive: '  ',
  result: '    ',
  failure: '  ! ',
};

const STYLE: Readonly<Record<Line['kind'], Style>> = {
  sql: 'bold',
  directive: 'cyan',
  result: 'dim',
  failure: 'red',
};

function regressionLines({
  feature,
  description,
  since,
  statements,
  reason,
}: EventNamed<'regression'>): Shown[] {
  return [
    '',
    [['bold', 'red'], `regression: ${feature} (${description}), supported since ${since}`],
    ...statements.map((sql): Shown => ['bold', `  ${sql};`]),
    ['red', `  ! ${reason}`],
    '',
  ];
}

function newBugLines(
  { bug, folder, unstored, investigated, explainedBy }: EventNamed<'bug'>,
  width: number,
): Shown[] {
  const steps = describeSteps(investigated).flatMap(({ kind, text }) =>
    text
      .split('\n')
      .flatMap((each) => wrap(each, width - INDENT[kind].length))
      .map((part): Shown => [STYLE[kind], `${INDENT[kind]}${part}`]),
  );
  const needs = describeNeeds(bug);
  const versions = describeVersions(bug);
  const silencing =
    bug.kind === 'unsupportedCombination'
      ? [`  to silence it, add to "silenced" of ${LEDGER_FILE}: ${silencingLine(investigated)}`]
      : [];
  return [
    '',
    [['bold', 'red'], bugTitle(bug)],
    `  ${bug.kind} in ${describeEngine(bug)}, property ${bug.property}`,
    ...(bug.claims ? wrap(bug.claims, width - 2) : []).map((text) => `  ${text}`),
    '',
    ...steps,
    '',
    `  ${describeVote(bug)}`,
    ...(needs === null ? [] : [`  ${needs}`]),
    ...(versions === null ? [] : [`  ${versions}`]),
    `  ${originOf(bug)}; new bug`,
    ...(explainedBy === undefined ? [] : [`  ${explainedBy} seemed to explain it`]),
    ...silencing,
    ...(unstored === undefined
      ? [`  replay: npx dirt replay ${bug.id}`, `  script: ${folder}/repro.sql`]
      : [`  not stored yet: ${unstored}`]),
    '',
  ];
}

/** A witness of the probe comes from no plan. */
function originOf({ cause, statementsBefore, statements, seed, index }: EventNamed<'bug'>['bug']): string {
  if (cause.witnessOf !== undefined) return `found by the probe, by the witness of ${cause.witnessOf}`;
  return `${statementsBefore} statements shrunk to ${statements}; seed ${seed}, plan ${index}`;
}

function progressLine(totals: Totals): string {
  const budget = totals.budgetMs === null ? '' : `/${seconds(totals.budgetMs)}`;
  const findings = Object.entries(totals.findings).map(([kind, count]) => `${kind} ${count}`);
  return [
    `${seconds(totals.elapsedMs)}${budget} s`,
    `${totals.plans} plans`,
    `${totals.statementsPerSecond} statements/s`,
    `${Math.round(totals.engineShare * 100)} % in the engine`,
    `${totals.refusals} refusals`,
    `${totals.discards} discards`,
    findings.length === 0 ? 'no findings' : findings.join(', '),
  ].join(' | ');
}

/** What is not new: a job does not fail for it. */
function knownLines({ known }: CampaignRecord): string[] {
  if (known.length === 0) return [];
  return ['', 'Known, still failing:', ...known.map((bug) => `  ${bug.id}: ${bugTitle(bug)}`)];
}

function summaryLines(
  totals: Totals & { ended: string },
  { repeatCommand, returned }: CampaignRecord,
  quiet: boolean,
): string[] {
  const lines = [
    '',
    `${totals.ended === 'interrupted' ? 'Interrupted' : 'Done'} after ${seconds(totals.elapsedMs)} s: ${totals.plans} plans, ` +
      `${totals.statements} statements (${totals.statementsPerSecond}/s, ${Math.round(totals.engineShare * 100)} % in the engine).`,
  ];
  lines.push(...mixtureLines(totals));
  if (!quiet) lines.push(...propertyTable(totals.properties));
  if (totals.untested !== null) lines.push(`Nothing was tested: ${totals.untested}.`);
  if (returned.length > 0) lines.push(`Fixed before, and back: ${returned.map(({ id }) => id).join(', ')}.`);
  if (totals.newBugs + totals.knownBugs > 0)
    lines.push(`${totals.newBugs} new bugs; ${totals.knownBugs} findings of bugs already known.`);
  else if (totals.untested === null)
    lines.push(returned.length > 0 ? 'No other bugs found.' : 'No bugs found.');
  if (totals.unsupportedCombinations > 0)
    lines.push(`${totals.unsupportedCombinations} combinations of supported features are refused.`);
  if (totals.regressions > 0) lines.push(`${totals.regressions} features worked before and are refused now.`);
  if (totals.dirtIsWrong > 0)
    lines.push(`In ${totals.dirtIsWrong} findings DIRT itself is wrong: please report them.`);
  if (totals.referenceIsWrong > 0)
    lines.push(`In ${totals.referenceIsWrong} plans the reference itself is wrong.`);
  if (totals.unstored !== null)
    lines.push(`Not stored: ${totals.unstored.bugs.join(', ')}: ${totals.unstored.reason}.`);
  for (const warning of totals.vacuity) lines.push(`Warning: ${warning}.`);
  if (repeatCommand !== null) lines.push(`Seed ${totals.seed}: \`${repeatCommand}\` repeats it.`);
  return lines;
}

/** What the plans were about, if not all about the same. */
function mixtureLines({ profiles, plans }: Totals): string[] {
  const shares = Object.entries(profiles).sort(([, a], [, b]) => b - a);
  if (shares.length < 2) return [];
  const words = shares.map(([name, count]) => `${name} ${Math.round((100 * count) / plans)} %`);
  return [`  plans: ${words.join(', ')}`];
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(milliseconds < 10_000 ? 1 : 0);
}

/** One line per property: how many instances were checked, and how many of them were not vacuous. */
function propertyTable(properties: Totals['properties']): string[] {
  const width = Math.max(8, ...Object.keys(properties).map((name) => name.length));
  const row = (name: string, cells: readonly (string | number)[]) =>
    `  ${name.padEnd(width)}${cells.map((cell) => String(cell).padStart(11)).join('')}`;
  return [
    row('property', ['checked', 'vacuous', 'discarded', 'skipped']),
    ...Object.entries(properties).map(([name, { checked, vacuous, discarded, skipped }]) =>
      row(name, [checked, vacuous, discarded, skipped]),
    ),
  ];
}
