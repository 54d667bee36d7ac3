// The bugs of the bug base, tried again before a campaign begins: what passes now is news, and what still fails need not
// be found once more.

import { canRun, type Engine } from '../engines/index.ts';
import type { CampaignEvent } from '../events/index.ts';
import { afterRetry, type Bug, type BugBase, isBefore, isOf, retriedAs } from '../find/index.ts';
import { isVeto, type Plan, rehearse } from '../plan/index.ts';
import { judgeFully, type Referee } from '../run/index.ts';
import type { KnownCause } from './inquest.ts';

export async function retryKnown(
  base: BugBase,
  engine: Engine,
  referee: Referee,
  tell: (event: CampaignEvent) => void,
): Promise<readonly KnownCause[]> {
  const known: KnownCause[] = [];
  let notRetried = 0;
  for (const { bug, plan } of base.load().bugs) {
    const test = rehearse(plan);
    // A bug whose plan this version of DIRT no longer takes for a test stays as it is.
    if (!isOf(bug, engine) || isVeto(test)) continue;
    if (!canTry(bug, plan, engine, referee)) {
      notRetried++;
      continue;
    }
    const { finding } = await judgeFully(test, engine, {
      referee: needsReference(bug) ? referee : { ...referee, reference: null },
      doublecheck: needsTwoRuns(bug),
    });
    if (finding === null && isBefore(bug, engine.version)) continue;
    const muted = bug.status === 'muted';
    const retried = retriedAs(bug, finding);
    const tried = afterRetry(retried === 'passes' ? unmuted(bug) : bug, retried, engine.version);
    if (tried !== bug) base.update(tried);
    if (finding === null) tell({ event: 'passes', bug: tried, wasMuted: muted });
    else {
      const returned = bug.passesIn !== undefined && tried.passesIn === undefined;
      if (!muted) tell({ event: 'stillFails', bug: tried, returned });
      known.push({ id: bug.id, cause: bug.cause, muted });
    }
  }
  if (notRetried > 0) tell({ event: 'notRetried', bugs: notRetried });
  return known;
}

/** Otherwise that nothing is found says nothing. */
function canTry(bug: Bug, plan: Plan, engine: Engine, { reference }: Referee): boolean {
  if (needsReference(bug) && (reference === null || !canRun(reference, plan))) return false;
  return canRun(engine, plan) && (engine.abilities.deterministic || !needsTwoRuns(bug));
}

function needsReference({ signature }: Bug): boolean {
  return signature.includes('/reference/');
}

function needsTwoRuns({ kind }: Bug): boolean {
  return kind === 'nondeterminism';
}

function unmuted(bug: Bug): Bug {
  if (bug.status === 'open') return bug;
  const { reason, ...rest } = bug;
  return { ...rest, status: 'open' };
}
