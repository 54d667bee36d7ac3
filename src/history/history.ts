// What became of each run, one JSON line each, beside the bug base: how bugs come and go over time, by version.

import { dirname, join } from 'node:path';
import { DirtError } from '../errors.ts';
import {
  appendToOwnFile,
  explained,
  makeFolder,
  readOwnFileIfThere,
  writeAtomically,
} from '../files/index.ts';
import { count, listOf, oneOf, openObject, readIfFits, type Shape, text } from '../json/index.ts';

export interface HistoryEntry {
  /** When the run ended, as an ISO date. */
  readonly when: string;
  readonly engine: string;
  readonly version: string;
  /** The commit of the repository that it ran in, if there is one. */
  readonly commit?: string;
  readonly seed: string;
  /** Which of its plans, if not all, as in `3/8`. */
  readonly shard?: string;
  readonly ended: 'done' | 'interrupted';
  readonly plans: number;
  readonly statements: number;
  readonly milliseconds: number;
  /** Ids of bugs: found by this run, failed again, and known ones that pass now. */
  readonly new: readonly string[];
  readonly known: readonly string[];
  readonly gone: readonly string[];
}

const entryShape: Shape<HistoryEntry> = openObject(
  {
    when: text,
    engine: text,
    version: text,
    seed: text,
    ended: oneOf('done', 'interrupted'),
    plans: count,
    statements: count,
    milliseconds: count,
    new: listOf(text),
    known: listOf(text),
    gone: listOf(text),
  },
  { commit: text, shard: text },
);

/** The file that belongs to a bug base. */
export function historyFile(bugs: string): string {
  return join(dirname(bugs), 'history.jsonl');
}

export function appendHistory(bugs: string, entry: HistoryEntry): void {
  const file = historyFile(bugs);
  explained(
    () => {
      makeFolder(dirname(file));
      appendToOwnFile(file, `${JSON.stringify(entry)}\n`);
    },
    (reason) =>
      new DirtError(
        'DIRT_HISTORY',
        `cannot write ${file} (${reason})`,
        'check its permissions and free space',
      ),
  );
}

/** The runs of several histories as one, the oldest first; one that is in several is there once. */
export function mergeHistories(bugs: string, histories: readonly (readonly HistoryEntry[])[]): void {
  const file = historyFile(bugs);
  const own = readHistory(bugs);
  const lines = new Set(own.map((entry) => JSON.stringify(entry)));
  for (const entry of histories.flat()) lines.add(JSON.stringify(entry));
  if (lines.size === own.length) return;
  const entries = [...lines].map((line): HistoryEntry => JSON.parse(line));
  const sorted = entries.sort((a, b) => (a.when < b.when ? -1 : a.when > b.when ? 1 : 0));
  // In place of a link, not through it: somebody may have sent it with the folder.
  writeAtomically(file, sorted.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
}

/** All runs, the oldest first. Lines that are none are passed over: a run may have been killed while it wrote. */
export function readHistory(bugs: string): HistoryEntry[] {
  const lines = (readOwnFileIfThere(historyFile(bugs)) ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.flatMap((line) => readIfFits(entryShape, line) ?? []);
}
