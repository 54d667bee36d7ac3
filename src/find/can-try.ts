// Whether a bug can be tried again with an engine and a referee, and which judges that takes.

import { canRun, type Engine } from '../engines/index.ts';
import { isVeto, type Plan, rehearse } from '../plan/index.ts';
import { judged, judgeFully, type Referee, type Verdict } from '../run/index.ts';
import type { Bug } from './bug.ts';
import { retriedIn } from './retried.ts';

/** Otherwise that nothing is found says nothing. */
export function canTry(bug: Bug, plan: Plan, engine: Engine, { reference }: Referee): boolean {
  if (needsReference(bug) && (reference === null || !canRun(reference, plan))) return false;
  return canRun(engine, plan) && (engine.abilities.deterministic || !needsTwoRuns(bug));
}

/** With the judges that the bug needs, and no others; null if this version of DIRT no longer takes the plan for a test. */
export async function triedAgain(
  bug: Bug,
  plan: Plan,
  engine: Engine,
  referee: Referee,
  triesAgain?: () => boolean,
): Promise<Verdict | null> {
  const test = rehearse(plan);
  if (isVeto(test)) return null;
  return judgeFully(test, engine, {
    referee: needsReference(bug) ? referee : { ...referee, reference: null },
    doublecheck: needsTwoRuns(bug),
    ...(triesAgain && { triesAgain }),
  });
}

/** With every judge. Where another one is the first to see something, the bug's own are asked alone: they may see what they saw before. */
export async function replayed(bug: Bug, plan: Plan, engine: Engine, referee: Referee): Promise<Verdict> {
  const verdict = await judged(plan, engine, referee);
  if (verdict.finding === null || retriedIn(bug, verdict).came === 'fails') return verdict;
  const own = await triedAgain(bug, plan, engine, referee);
  return own !== null && retriedIn(bug, own).came === 'fails' ? own : verdict;
}

function needsReference({ signature }: Bug): boolean {
  return signature.includes('/reference/');
}

function needsTwoRuns({ kind }: Bug): boolean {
  return kind === 'nondeterminism';
}
