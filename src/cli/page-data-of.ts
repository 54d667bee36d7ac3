// The data of the page: the bug base and the history beside it.

import { BugBase } from '../find/index.ts';
import { readHistory } from '../history/index.ts';
import { causesIn, PAGE_FORMAT, type PageData } from '../page/index.ts';
import { DIRT_VERSION } from '../version.ts';

/** Older runs are not on the page. */
const MOST_RUNS = 1000;

export function pageDataOf(bugs: string, skipped: (problem: string) => void): PageData {
  const { causes, damaged } = causesIn(new BugBase(bugs));
  for (const problem of damaged) skipped(problem);
  const history = readHistory(bugs).slice(-MOST_RUNS);
  const fresh = new Set(history.at(-1)?.new);
  return {
    format: PAGE_FORMAT,
    dirt: DIRT_VERSION,
    made: new Date().toISOString(),
    bugs,
    causes: causes.map((cause) => (fresh.has(cause.id) ? { ...cause, isNew: true } : cause)),
    history,
    damaged,
  };
}
