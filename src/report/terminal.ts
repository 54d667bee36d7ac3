// The campaign on a terminal: a line that is redrawn, or one every few seconds where nothing can be redrawn; reports of bugs
// as they come; a summary at the end.

import { styleText } from 'node:util';
import { silencingLine } from '../campaign/index.ts';
import type {
  CampaignEvent,
  EventNamed,
  Output,
  Reporter,
  ReporterOptions,
  Shrinking,
} from '../events/index.ts';
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
import { shownLine } from '../visible.ts';
import { counted } from '../words.ts';
import { CampaignRecord } from './campaign-record.ts';
import { LiveLines } from './live-lines.ts';
import { progressLines, shrinkingLine } from './terminal-progress.ts';
import { summaryLines } from './terminal-summary.ts';

const MINIMUM_WIDTH = 60;
/** In a log, a line of the summary may be longer than on a terminal whose width is not known. */
const LOG_WIDTH = 120;
/** What is cut off is in the report below it. */
const LONGEST_TITLE = 120;

type Style = Parameters<typeof styleText>[0];
/** A line, in a style where there are styles. */
type Shown = string | readonly [Style, string];

export function terminalReporter(screen: Output, options: ReporterOptions): Reporter {
  const { quiet, verbose = false } = options;
  const record = new CampaignRecord();
  const live = new LiveLines(screen);
  /** By the plan that failed. */
  const shrinking = new Map<number, Shrinking>();
  const knownCauses = new Set<string>();
  const width = Math.max(MINIMUM_WIDTH, screen.columns);
  const summaryWidth = screen.isTerminal ? width : Math.max(width, LOG_WIDTH);
  // A character in the last column would make some terminals begin a new line.
  const progressWidth = screen.isTerminal ? screen.columns - 1 : LOG_WIDTH;
  /** Two reports are one empty line apart. */
  let isApart = false;
  const line = (shown: Shown = '') => {
    live.clear();
    const [style, text] = typeof shown === 'string' ? [null, shown] : shown;
    if (text === '' && isApart) return;
    isApart = text === '';
    const safe = shownLine(text);
    screen.write(`${style !== null && screen.isTerminal ? styleText(style, safe) : safe}\n`);
  };
  const draw = () => {
    const { totals, newBugs, passing } = record;
    const causes = { found: newBugs.length, known: knownCauses.size, gone: passing.length };
    const now = [...shrinking.values()];
    if (quiet) return;
    if (totals !== null) live.draw(progressLines(totals, causes, now, progressWidth), totals.elapsedMs);
    else if (screen.isTerminal) live.draw(now.map(shrinkingLine), 0);
  };
  const report: Reporter['event'] = (event) => {
    record.add(event);
    const note = noteOn(event, verbose);
    if (note !== null) for (const text of wrap(note, width)) line(text);
    switch (event.event) {
      case 'starting':
        if (!quiet && screen.isTerminal) line(['dim', `${event.doing} …`]);
        break;
      case 'start':
        shrinking.clear();
        line(startLine(event));
        break;
      case 'regression':
        for (const text of regressionLines(event)) line(text);
        break;
      case 'stillFails':
        knownCauses.add(event.bug.id);
        break;
      case 'progress':
        draw();
        break;
      case 'shrinking':
        shrinking.set(event.index, event);
        if (screen.isTerminal) draw();
        break;
      case 'lookedInto':
        shrinking.delete(event.index);
        break;
      case 'statements':
        line(`-- plan ${event.index}`);
        for (const text of event.lines) line(text);
        break;
      case 'referenceIsWrong':
        for (const text of wrongReferenceLines(event)) line(text);
        break;
      case 'bug':
        if (event.isNew) for (const text of newBugLines(event, width)) line(text);
        else {
          knownCauses.add(event.bug.id);
          if (!quiet) line(`again: ${event.bug.id} (seen ${counted(event.bug.timesSeen, 'time')})`);
        }
        break;
      case 'summary':
        shrinking.clear();
        for (const text of summaryLines(event, record, options, summaryWidth)) line(text);
        break;
    }
  };
  return { event: report, end: () => live.clear() };
}

/** What is told in one line. Since when there is a bug stands in the table at the end, too. */
function noteOn(event: CampaignEvent, verbose: boolean): string | null {
  switch (event.event) {
    case 'gained':
      return `Works now: ${event.features.join(', ')}. \`dirt features probe --write\` updates the ledger.`;
    case 'passes':
      return `Passes now: ${event.bug.id}${event.wasMuted ? ', and is no longer muted' : ''}. \`dirt bugs rm\` removes it.`;
    case 'stillFails':
      return event.returned ? `Fails again: ${event.bug.id}, which had passed.` : null;
    case 'notRetried':
      return `Known bugs that this engine and reference cannot try again: ${event.bugs}.`;
    case 'bisected':
      return verbose ? `${event.bug.id}: ${describeVersions(event.bug)}` : null;
    case 'workerLost':
      return `plan ${event.index}, step ${event.step}: ${event.reason}; the campaign goes on with a new worker`;
    case 'broken':
      return `plan ${event.index}: this is a bug of DIRT, please report it; the campaign goes on: ${event.message}`;
    default:
      return null;
  }
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
  const isWitness = bug.cause.witnessOf !== undefined;
  const described = describeSteps(investigated);
  // A witness is known: the statement that goes wrong says it all, and repro.sql has the rest.
  const shown = isWitness
    ? described
        .slice(described.findLastIndex(({ kind }) => kind === 'sql'))
        .filter(({ kind }) => kind !== 'result')
    : described;
  const steps = shown.flatMap(({ kind, text }) =>
    text
      .split('\n')
      .flatMap((each) => wrap(each, width - INDENT[kind].length))
      .map((part): Shown => [STYLE[kind], `${INDENT[kind]}${part}`]),
  );
  const needs = describeNeeds(bug);
  const versions = describeVersions(bug);
  const isCombination = bug.kind === 'unsupportedCombination';
  const silencing = isCombination
    ? [`to silence it, add to "silenced" of ${LEDGER_FILE}: ${silencingLine(investigated)}`]
    : [];
  const told = (lines: readonly string[]) => lines.flatMap((text) => wrap(text, width - 2)).map(indented);
  const title = wrap(bugTitle(bug, LONGEST_TITLE), width).map((text): Shown => [['bold', 'red'], text]);
  if (isWitness && unstored === undefined)
    return [
      '',
      ...title,
      ...steps,
      ...told([`found by the probe; new bug; replay: npx dirt replay ${bug.id}`]),
    ];
  return [
    '',
    ...title,
    ...told([
      `${bug.kind} in ${describeEngine(bug)}, property ${bug.property}`,
      ...(bug.claims ? [bug.claims] : []),
    ]),
    '',
    ...steps,
    '',
    ...told([
      describeVote(bug),
      ...(needs === null ? [] : [needs]),
      ...(versions === null ? [] : [versions]),
      `${originOf(bug)}; ${isCombination ? 'counted apart from bugs' : 'new bug'}`,
      ...(explainedBy === undefined ? [] : [`${explainedBy} seemed to explain it`]),
      ...(unstored === undefined ? [] : [`not stored yet: ${unstored}`]),
    ]),
    // To be copied, so on one line each.
    ...[
      ...silencing,
      ...(unstored === undefined ? [`replay: npx dirt replay ${bug.id}`, `script: ${folder}/repro.sql`] : []),
    ].map(indented),
    '',
  ];
}

function indented(text: string): string {
  return `  ${text}`;
}

/** A witness of the probe comes from no plan. */
function originOf({ cause, statementsBefore, statements, seed, index }: EventNamed<'bug'>['bug']): string {
  if (cause.witnessOf !== undefined) return `found by the probe, by the witness of ${cause.witnessOf}`;
  return `${counted(statementsBefore, 'statement')} shrunk to ${statements}; seed ${seed}, plan ${index}`;
}
