// The bugs of the bug base, tried again before a campaign begins: what passes now is news, and what still fails need not
// be found once more.

import type { Engine } from '../engines/index.ts';
import type { CampaignEvent } from '../events/index.ts';
import {
  afterRetry,
  type Bug,
  type BugBase,
  canTry,
  investigate,
  isBefore,
  isOf,
  type Retried,
  retriedIn,
  type StoredBug,
  storeBug,
  triedAgain,
  unmuted,
} from '../find/index.ts';
import type { Plan } from '../plan/index.ts';
import type { Referee } from '../run/index.ts';
import { counted } from '../words.ts';
import type { KnownCause } from './inquest.ts';

/** What comes of each of these bugs on the engine; null if this version of DIRT no longer takes its plan for a test. */
export type Retry = (bugs: readonly StoredBug[]) => AsyncIterable<Retried | null>;

export interface RetryOptions {
  readonly referee: Referee;
  /** Somebody else tries them; here, one after the other, if not given. */
  readonly retry?: Retry;
  /** How many smaller plans are tried for a bug whose shrinking was broken off. */
  readonly shrinkLimit: number;
  readonly tell: (event: CampaignEvent) => void;
}

export async function retryKnown(
  base: BugBase,
  engine: Engine,
  options: RetryOptions,
): Promise<readonly KnownCause[]> {
  const { referee, tell, retry = (bugs) => retriedHere(bugs, engine, referee) } = options;
  const known: KnownCause[] = [];
  const all = base.load().bugs.filter(({ bug }) => isOf(bug, engine));
  const triable = all.filter(({ bug, plan }) => canTry(bug, plan, engine, referee));
  if (triable.length > 0)
    tell({ event: 'starting', doing: `trying ${counted(triable.length, 'known bug')} again` });
  let nth = 0;
  for await (const came of retry(triable)) {
    const { bug, plan } = triable[nth++];
    const passes = came === 'passes';
    // What says nothing of the bug leaves it as it is.
    if (came === null || (passes && isBefore(bug, engine.version))) continue;
    const muted = bug.status === 'muted';
    const tried = afterRetry(passes ? unmuted(bug) : bug, came, engine.version);
    if (tried !== bug) base.update(tried);
    if (passes) tell({ event: 'passes', bug: tried, wasMuted: muted });
    else {
      const now = bug.isUnfinished ? await finished({ bug: tried, plan }, base, engine, options) : tried;
      const returned = bug.passesIn !== undefined && tried.passesIn === undefined;
      if (!muted) tell({ event: 'stillFails', bug: now, returned });
      known.push({ id: now.id, cause: now.cause, muted });
    }
  }
  const notRetried = all.length - triable.length;
  if (notRetried > 0) tell({ event: 'notRetried', bugs: notRetried });
  return known;
}

async function* retriedHere(
  bugs: readonly StoredBug[],
  engine: Engine,
  referee: Referee,
): AsyncIterable<Retried | null> {
  for (const { bug, plan } of bugs) {
    const verdict = await triedAgain(bug, plan, engine, referee);
    yield verdict === null ? null : retriedIn(bug, verdict).came;
  }
}

/** Goes on with shrinking that was broken off: what comes of it takes the place of the bug, or is one more sight of its finished twin. */
async function finished(
  { bug, plan }: { readonly bug: Bug; readonly plan: Plan },
  base: BugBase,
  engine: Engine,
  { referee, shrinkLimit, tell }: RetryOptions,
): Promise<Bug> {
  const verdict = await triedAgain(bug, plan, engine, referee);
  const finding = verdict && retriedIn(bug, verdict).finding;
  if (finding === null) return bug;
  const { index, statementsBefore: before, statements } = bug;
  tell({ event: 'shrinking', index, pass: bug.id, before, statements });
  const investigated = await investigate(plan, finding, { engine, referee, mostCandidates: shrinkLimit });
  const { engine: name, version, build, claims, statementsBefore, lastSeen } = bug;
  const about = { engine: name, version, ...(build && { build }), claims };
  const stored = storeBug(base, { ...investigated, statementsBefore }, about, lastSeen);
  if (stored.bug.id !== bug.id) base.remove(bug.id);
  return stored.bug;
}
