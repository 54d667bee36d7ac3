// The line that a run leaves in the history.

import { spawnSync } from 'node:child_process';
import { printShard, type Shard } from '../campaign/index.ts';
import { nameIn } from '../engines/index.ts';
import type { Totals } from '../events/index.ts';
import { appendHistory } from '../history/index.ts';
import type { CampaignRecord } from '../report/index.ts';

export function keepInHistory(bugs: string, totals: Totals, record: CampaignRecord, shard?: Shard): void {
  const { newBugs, known, returned, passing, seenAgain, ended } = record;
  const found = newBugs.map(({ bug }) => bug.id);
  const ids = [...known, ...returned].map(({ id }) => id);
  const commit = commitHere();
  appendHistory(bugs, {
    when: new Date().toISOString(),
    engine: nameIn(totals.engine),
    version: totals.version,
    ...(commit !== null && { commit }),
    seed: totals.seed,
    ...(shard && { shard: printShard(shard) }),
    ended: ended === 'interrupted' ? 'interrupted' : 'done',
    plans: totals.plans,
    statements: totals.statements,
    milliseconds: totals.elapsedMs,
    new: found,
    known: [...new Set([...ids, ...seenAgain])].filter((id) => !found.includes(id)),
    gone: passing.map(({ id }) => id),
  });
}

/** Null outside of a repository, or without git. */
function commitHere(): string | null {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', timeout: 5000 });
  return status === 0 && /^[0-9a-f]{40,64}\n$/.test(stdout) ? stdout.trim() : null;
}
