// What a campaign is doing right now, in one or a few lines: how far it is, what it found, and what is being shrunk.

import type { Shrinking, Totals } from '../events/index.ts';
import { counted } from '../words.ts';

/** Failures that are being shrunk beyond these are only counted. */
const MOST_SHOWN = 3;

export interface Causes {
  readonly found: number;
  readonly known: number;
  readonly gone: number;
}

/** As many parts as the width has room for: what matters most comes first. */
export function progressLines(
  totals: Totals,
  causes: Causes,
  shrinking: readonly Shrinking[],
  width: number,
): string[] {
  const line = fitting(width, [
    timeOf(totals, shrinking.length),
    ...(totals.dirtIsWrong > 0 ? [`DIRT itself is wrong: ${totals.dirtIsWrong}`] : []),
    causesText(causes, shrinking.length),
    counted(totals.plans, 'plan'),
    `${totals.statementsPerSecond} statements/s`,
    `${Math.round(totals.engineShare * 100)} % in the engine`,
  ]);
  const more = shrinking.length - MOST_SHOWN;
  return [
    line,
    ...shrinking.slice(0, MOST_SHOWN).map(shrinkingLine),
    ...(more > 0 ? [`and ${counted(more, 'more failure')} being shrunk`] : []),
  ];
}

function fitting(width: number, parts: readonly string[]): string {
  let line = parts[0];
  for (const part of parts.slice(1)) {
    const longer = `${line} | ${part}`;
    if (longer.length > width) break;
    line = longer;
  }
  return line;
}

export function shrinkingLine({ index, before, statements }: Shrinking): string {
  return `shrinking plan ${index}: ${before} → ${counted(statements, 'statement')}`;
}

/** After the last plan was given out, what was found is looked into to its end. */
function timeOf({ elapsedMs, budgetMs }: Totals, shrinking: number): string {
  if (budgetMs === null) return `${seconds(elapsedMs)} s`;
  if (elapsedMs <= budgetMs) return `${seconds(elapsedMs)}/${seconds(budgetMs)} s`;
  const last =
    shrinking === 0 ? 'the last plans' : shrinking === 1 ? 'the last finding' : 'the last findings';
  return `finishing: ${seconds(elapsedMs - budgetMs)} s over budget for ${last}`;
}

function causesText({ found, known, gone }: Causes, shrinking: number): string {
  const parts = [
    ...(found > 0 ? [`${found} new`] : []),
    ...(known > 0 ? [`${known} known`] : []),
    ...(gone > 0 ? [`${gone} gone`] : []),
  ];
  if (parts.length > 0) return `${parts.join(', ')} ${found + known + gone === 1 ? 'cause' : 'causes'}`;
  return shrinking === 0 ? 'nothing found yet' : 'something found';
}

export function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(milliseconds < 10_000 ? 1 : 0);
}
