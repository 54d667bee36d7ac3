// The parts of one campaign know nothing of each other: a failure that a cause of another part would have explained became a bug of its own.
// When they are merged it is asked once more, about the plan as it was found, in the order in which one campaign would have asked.

import type { Engine } from '../engines/index.ts';
import { decodePlan, type Plan, testOf } from '../plan/index.ts';
import { failuresOf, judgeFully, type Referee } from '../run/index.ts';
import type { Bug } from './bug.ts';
import { type BugBase, type StoredBug, textIn } from './bug-base.ts';
import { canTry } from './can-try.ts';
import { explainedBy } from './investigate.ts';
import { joinedBug } from './merge-bases.ts';

export interface CampaignPart {
  readonly base: BugBase;
  /** What its entries are called where they were merged into. */
  readonly names: ReadonlyMap<string, string>;
}

export interface Explainer {
  /** Null if it is not here. */
  readonly engineOf: (bug: Bug) => Promise<Engine | null>;
  readonly referee: Referee;
}

/** Which entries were joined with which, by their ids. */
export async function joinExplained(
  into: BugBase,
  parts: readonly CampaignPart[],
  by: Explainer,
): Promise<ReadonlyMap<string, string>> {
  const joined = new Map<string, string>();
  const met = parts.map(metIn);
  const entries = into
    .load()
    .bugs.filter(({ bug }) => bug.cause.witnessOf === undefined && !bug.isUnfinished)
    .sort((a, b) => a.bug.index - b.bug.index);
  for (const entry of entries) {
    const { bug } = entry;
    const own = met.find(
      (each) => each.get(bug.id)?.index === bug.index && each.get(bug.id)?.seed === bug.seed,
    );
    if (own === undefined) continue;
    // What its own part knew by then was asked there.
    const isNews = (other: Bug) => (own.get(other.id)?.index ?? Number.POSITIVE_INFINITY) >= bug.index;
    const others = entries
      .filter(({ bug: other }) => other.seed === bug.seed && other.index < bug.index)
      .filter(({ bug: other }) => isNews(other) && !joined.has(other.id));
    const explaining = others.length === 0 ? null : await explainingOf(entry, others, by);
    if (explaining === null) continue;
    into.atOnce(() => {
      const target = into.find(explaining);
      if (target === null) return;
      into.update(joinedBug(target.bug, bug));
      into.remove(bug.id);
      joined.set(bug.id, explaining);
    });
  }
  return joined;
}

/** As a part met the entries, by what they are called now. */
function metIn({ base, names }: CampaignPart): ReadonlyMap<string, Bug> {
  return new Map(base.load().bugs.map(({ bug }) => [names.get(bug.id) ?? bug.id, bug]));
}

/** The entry whose cause explains what fails in the plan as it was found; null unless all of it is explained. */
async function explainingOf(
  { bug, folder }: StoredBug,
  others: readonly StoredBug[],
  { engineOf, referee }: Explainer,
): Promise<string | null> {
  const engine = await engineOf(bug);
  const plan = originalIn(folder);
  if (engine === null || plan === null || !canTry(bug, plan, engine, referee)) return null;
  const known = others.map(({ bug: { id, cause } }) => ({ id, cause }));
  const verdict = await judgeFully(testOf(plan), engine, {
    referee,
    doublecheck: false,
    triesAgain: () => false,
  });
  if (verdict.modelIsWrong !== null) return null;
  let first: string | null = null;
  for (const failure of failuresOf(verdict)) {
    const explanation = await explainedBy(plan, failure, known, { engine, referee });
    if (explanation === null) return null;
    first ??= explanation.id;
  }
  return first;
}

function originalIn(folder: string): Plan | null {
  const name = 'original.plan.json';
  try {
    return decodePlan(textIn(folder, name), name);
  } catch {
    // Others may have stored it without.
    return null;
  }
}
