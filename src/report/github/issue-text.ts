// A bug as the title, the text and the comments of an issue.

import {
  type Bug,
  bugReport,
  bugTitle,
  code,
  engineOf,
  fenced,
  inline,
  type StoredBug,
  textIn,
  untangled,
  versionsSeen,
} from '../../find/index.ts';
import { encodePlan } from '../../plan/index.ts';
import { shellWord } from '../../visible.ts';
import { fingerprintMarker, type Note, noteMarker } from './markers.ts';

/** GitHub takes 65,536 characters. */
const MOST_CHARACTERS = 60_000;
const MOST_IN_TITLE = 120;
const HEADER_LINES = 2;

export function issueTitle(bug: Bug): string {
  return `${bug.id}: ${untangled(bugTitle(bug, MOST_IN_TITLE - bug.id.length - 2))}`;
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

/** Made from what was checked, and from the script as mere text: the folder may come from anybody. */
function reportOf({ bug, folder }: StoredBug): string[] {
  const script = scriptIn(folder);
  return script === null || script.length > MOST_CHARACTERS / 2
    ? [
        inline(bugTitle(bug)),
        '',
        `The script is missing, or too long for an issue: it is repro.sql of ${bug.id} in the bug base.`,
      ]
    : [bugReport(bug, script).trimEnd()];
}

/** Without its first lines, which the report says too. */
function scriptIn(folder: string): string | null {
  try {
    return textIn(folder, 'repro.sql').split('\n').slice(HEADER_LINES).join('\n').trimEnd();
  } catch {
    return null;
  }
}

function factsOf({ bug, plan }: StoredBug): string[] {
  const engine = shellWord(engineOf(bug));
  return [
    '| | |',
    '| --- | --- |',
    `| engine | ${inline(bug.engine)} |`,
    `| seen in | ${versionsSeen(bug).map(inline).join(', ')} |`,
    `| kind, property | ${bug.kind}, ${inline(bug.property)} |`,
    `| seed, plan | ${inline(bug.seed)}, ${bug.index} |`,
    `| DIRT | ${inline(plan.made.dirt)}, profile ${inline(plan.made.profile)} |`,
    `| with the bug base | ${code(`npx dirt replay ${bug.id} --engine ${engine}`)} |`,
    `| with the script above | ${code(`npx dirt sql repro.sql --engine ${engine}`)} |`,
  ];
}

function planSection({ bug, plan }: StoredBug): string {
  return [
    '',
    '<details><summary>plan.json</summary>',
    '',
    `${code(`npx dirt replay plan.json --engine ${shellWord(engineOf(bug))}`)} repeats it exactly.`,
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
