// Known bugs, tried again by workers: whether they still fail, before a campaign begins, and in which versions, after its last plan.

import { nearestFirst, type Retry } from '../campaign/index.ts';
import { afterRetry, type Bug, type BugBase, type StoredBug, type Tried } from '../find/index.ts';
import type { Errand, Errands } from './errands.ts';
import type { Done } from './jobs.ts';

/** All at once; what came of them is told in their order. */
export function verifiedBy(errands: () => Promise<Errands>): Retry {
  return async function* (bugs) {
    const works = bugs.map(
      ({ bug, plan }): Errand => ({
        name: `v-${bug.id}`,
        work: { kind: 'verify', bug, plan },
        priority: 2,
      }),
    );
    const tried = new Map<string, Tried>();
    if (bugs.length > 0)
      await (await errands()).allDone(works, (_name, done) => {
        if (done.kind === 'tried') tried.set(done.bug, done.tried[0]);
      });
    for (const { bug } of bugs) yield tried.get(bug.id)?.came ?? null;
  };
}

export interface BisectOptions {
  readonly base: BugBase;
  /** Of the engine; a worker that cannot have one says nothing of it. */
  readonly versions: readonly string[];
  readonly budgetMs: number;
  readonly tell: (bug: Bug) => void;
}

/** What is not done within the budget is left out. */
export async function bisectedBy(
  errands: Errands,
  ids: readonly string[],
  { base, versions, budgetMs, tell }: BisectOptions,
): Promise<void> {
  const bugs = ids.flatMap((id): StoredBug | [] => base.find(id) ?? []);
  const works = bugs.map(({ bug, plan }): Errand => {
    const others = nearestFirst(
      bug,
      versions.map((version) => ({ version })),
    );
    return {
      name: `b-${bug.id}`,
      work: { kind: 'bisect', bug, plan, versions: others.map(({ version }) => version) },
      priority: 2,
    };
  });
  const end = performance.now() + budgetMs;
  const apply = (_name: string, done: Done) => {
    if (done.kind !== 'tried') return;
    const known = base.find(done.bug)?.bug;
    if (known === undefined) return;
    const bug = done.tried.reduce(
      (each, { version, came, ...how }) => afterRetry(each, came, version, how),
      known,
    );
    if (bug === known) return;
    base.update(bug);
    tell(bug);
  };
  await errands.allDone(works, apply, () => performance.now() < end);
}
