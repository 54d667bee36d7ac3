// The bugs of the bug base, tried again before a campaign begins: what passes now is news, and what still fails need not
// be found once more.

import type { Bug } from '../bugs/bug.ts';
import type { BugBase } from '../bugs/bug-base.ts';
import type { Culprit } from '../bugs/culprit.ts';
import type { Engine } from '../engines/engine.ts';
import { isVeto, rehearse } from '../plan/rehearsal.ts';
import { judgeFully } from '../run/judge-fully.ts';
import type { CampaignEvent } from './events.ts';

export interface Known {
  /** What still fails explains what fails in the same way. */
  readonly culprits: readonly Culprit[];
  /** Features of muted bugs: most plans stay away from them. */
  readonly avoided: readonly (readonly string[])[];
}

export async function retryKnown(
  base: BugBase,
  engine: Engine,
  reference: Engine | null,
  tell: (event: CampaignEvent) => void,
): Promise<Known> {
  const culprits: Culprit[] = [];
  const avoided: (readonly string[])[] = [];
  for (const { bug, plan } of base.load().bugs) {
    const rehearsed = rehearse(plan);
    // A bug whose plan this version of DIRT no longer takes for a test stays as it is.
    if (bug.engine !== engine.name || isVeto(rehearsed)) continue;
    const { finding } = await judgeFully(plan, engine, rehearsed, {
      arbiter: reference ?? undefined,
      reference: bug.signature.includes('/reference/') ? reference : null,
      doublecheck: bug.kind === 'nondeterminism',
    });
    if (finding === null)
      tell({ event: 'passes', bug: unmuted(base, bug), wasMuted: bug.status === 'muted' });
    else {
      const muted = bug.status === 'muted';
      culprits.push({ signature: bug.signature, features: bug.culprit, muted });
      if (muted) avoided.push(bug.culprit);
    }
  }
  return { culprits, avoided };
}

function unmuted(base: BugBase, bug: Bug): Bug {
  if (bug.status === 'open') return bug;
  const { reason, ...rest } = bug;
  const open: Bug = { ...rest, status: 'open' };
  base.update(open);
  return open;
}
