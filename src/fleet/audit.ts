// Whether every plan of a fleet's campaign was counted exactly once, by what its journal says.

import { DirtError } from '../errors.ts';
import type { SpreadCampaign } from '../history/index.ts';
import type { Done } from './jobs.ts';
import { readJournal } from './journal.ts';
import { readDone } from './messages.ts';

/** Its parts are plans; of those that are missing the first are named. */
export interface Audit extends SpreadCampaign {
  readonly campaign: string;
  readonly isFinished: boolean;
  readonly results: number;
  /** Results that are none, and count for nothing. */
  readonly foreign: number;
  readonly missingPlans: number;
  readonly lost: readonly number[];
  readonly workers: number;
  /** Of results, on average. */
  readonly bytes: number;
}

const MOST_LISTED = 1_000;

export function auditOf(campaign: string, file: string, isFinished: boolean): Audit {
  const entries = readJournal(file);
  // A result that was written twice counts once, as it does for a coordinator that reads its journal again.
  const results = [...new Map(entries.map(({ id, result }) => [id, result])).values()];
  const times = new Map<number, number>();
  const lost: number[] = [];
  const workers = new Set<string>();
  let statements = 0;
  let bytes = 0;
  let foreign = 0;
  for (const result of results) {
    const done = doneIn(result);
    if (done === null) {
      foreign++;
      continue;
    }
    workers.add(done.worker);
    bytes += result.length;
    for (const plan of done.kind === 'plans' ? done.plans : []) {
      const index = 'lost' in plan ? plan.lost.index : plan.index;
      times.set(index, (times.get(index) ?? 0) + 1);
      if ('lost' in plan) lost.push(index);
      else statements += plan.result.statements;
    }
  }
  const end = Math.max(-1, ...times.keys()) + 1;
  return {
    campaign,
    isFinished,
    results: results.length,
    plans: times.size,
    statements,
    foreign,
    missingPlans: end - times.size,
    missing: firstMissing(times, end),
    twice: [...times].filter(([, count]) => count > 1).map(([index]) => index),
    lost,
    workers: workers.size,
    bytes: results.length === 0 ? 0 : Math.round(bytes / results.length),
  };
}

function firstMissing(times: ReadonlyMap<number, number>, end: number): number[] {
  const missing: number[] = [];
  for (let index = 0; index < end && missing.length < MOST_LISTED; index++)
    if (!times.has(index)) missing.push(index);
  return missing;
}

function doneIn(result: string): Done | null {
  try {
    return readDone(result);
  } catch (error) {
    if (error instanceof DirtError) return null;
    throw error;
  }
}
