// A bug as the title, the text and the comments of an issue.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Bug,
  bugTitle,
  engineOf,
  fenced,
  inline,
  type StoredBug,
  versionsSeen,
} from '../../find/index.ts';
import { encodePlan } from '../../plan/index.ts';
import { fingerprintMarker, type Note, noteMarker } from './markers.ts';

/** GitHub takes 65,536 characters. */
const MOST_CHARACTERS = 60_000;
const MOST_IN_TITLE = 120;

export function issueTitle(bug: Bug): string {
  return `${bug.id}: ${bugTitle(bug, MOST_IN_TITLE - bug.id.length - 2)}`;
}

export function issueBody(stored: StoredBug): string {
  const { bug } = stored;
  const head = [
    fingerprintMarker(bug.id),
    noteMarker({ about: 'seen', versions: versionsSeen(bug) }),
    '',
    ...reportOf(stored),
    '',
    ...factsOf(stored),
  ].join('\n');
  const plan = planSection(stored);
  return head.length + plan.length > MOST_CHARACTERS ? head : `${head}\n${plan}`;
}

/** The report that lies beside the bug. */
function reportOf({ bug, folder }: StoredBug): string[] {
  const report = reportIn(folder);
  return report === null || report.length > MOST_CHARACTERS / 2
    ? [
        inline(bugTitle(bug)),
        '',
        `The script is too long for an issue: it is repro.sql of ${bug.id} in the bug base.`,
      ]
    : [report.trimEnd()];
}

function reportIn(folder: string): string | null {
  try {
    return readFileSync(join(folder, 'README.md'), 'utf8');
  } catch {
    return null;
  }
}

function factsOf({ bug, plan }: StoredBug): string[] {
  return [
    '| | |',
    '| --- | --- |',
    `| engine | ${inline(bug.engine)} |`,
    `| seen in | ${versionsSeen(bug).map(inline).join(', ')} |`,
    `| kind, property | ${bug.kind}, ${inline(bug.property)} |`,
    `| seed, plan | ${inline(bug.seed)}, ${bug.index} |`,
    `| DIRT | ${inline(plan.made.dirt)}, profile ${inline(plan.made.profile)} |`,
    `| with the bug base | \`npx dirt replay ${bug.id} --engine ${engineOf(bug)}\` |`,
    `| with the script above | \`npx dirt sql repro.sql --engine ${engineOf(bug)}\` |`,
  ];
}

function planSection({ bug, plan }: StoredBug): string {
  return [
    '',
    '<details><summary>plan.json</summary>',
    '',
    `\`npx dirt replay plan.json --engine ${engineOf(bug)}\` repeats it exactly.`,
    '',
    fenced('json', encodePlan(plan)),
    '',
    '</details>',
  ].join('\n');
}

/** `isBack`: it had passed. */
export function commentBody(note: Note, isBack: boolean): string {
  const versions = note.versions.map(inline).join(', ');
  const text =
    note.about === 'passes'
      ? `Passes in ${versions}: closed. It is opened again if it fails again.`
      : `${isBack ? 'It is back: seen' : 'Seen again'} in ${versions}.`;
  return `${noteMarker(note)}\n${text}`;
}
