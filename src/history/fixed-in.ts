// When a bug was first found and since when it is gone, by what the runs say of it.

import type { HistoryEntry } from './history.ts';

export interface Fixed {
  readonly id: string;
  readonly engine: string;
  /** The version of the run that found it, and of the one in which it passed. */
  readonly foundIn: string;
  readonly goneIn: string | null;
}

/** In the order in which they were found; what came back is not gone. */
export function fixedIn(history: readonly HistoryEntry[]): Fixed[] {
  const bugs = new Map<string, Fixed>();
  for (const { engine, version, new: found, known, gone } of history) {
    for (const id of [...found, ...known]) {
      const bug = bugs.get(id) ?? { id, engine, foundIn: version, goneIn: null };
      bugs.set(id, { ...bug, goneIn: null });
    }
    for (const id of gone) {
      const bug = bugs.get(id) ?? { id, engine, foundIn: version, goneIn: null };
      // It is tried again by each run: the first one in which it passes counts.
      bugs.set(id, { ...bug, goneIn: bug.goneIn ?? version });
    }
  }
  return [...bugs.values()];
}
