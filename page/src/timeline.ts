// The tables after each step, put together from what each step changed.

import type { RecordedRun, RecordedTable } from '../../src/recording/recording.ts';

/** By name, in the order in which they came to be. */
export type Tables = ReadonlyMap<string, RecordedTable>;

/** As they are after the step at this position in the list; before the first for −1. */
export function tablesAfter(run: RecordedRun, index: number): Tables {
  const tables = new Map<string, RecordedTable>();
  for (const { tables: changed = [], gone = [] } of run.steps.slice(0, index + 1)) {
    for (const name of gone) tables.delete(name);
    for (const table of changed) tables.set(table.name, table);
  }
  return tables;
}

/** Where a look at a run begins: where engine and model part, or else where it fails. */
export function firstIndex({ steps, partsAt, failsAt }: RecordedRun): number {
  const found = steps.findIndex(({ at }) => at === Math.min(partsAt, failsAt));
  return found < 0 ? Math.max(0, steps.length - 1) : found;
}
