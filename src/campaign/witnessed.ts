// What the probe found wrong, as findings: a witness that gives a wrong answer, is refused for no good reason, or ends the engine
// is a bug with a script, before any plan is made.

import { dialect, type FeatureId } from '../dialect/index.ts';
import type { Engine } from '../engines/index.ts';
import { type BugBase, type Investigated, idOf, investigate, isOf } from '../find/index.ts';
import { type Ledger, witnessPlan } from '../ledger/index.ts';
import { type Plan, sqlOf, testOf } from '../plan/index.ts';
import { record } from '../recording/index.ts';
import { judgeFully, type Referee } from '../run/index.ts';

/** What the bug base does not have yet. The ledger may say of a feature that a person tracks it, or that it worked before. */
export async function witnessed(
  probed: Ledger,
  ledger: Ledger,
  base: BugBase,
  engine: Engine,
  referee: Referee,
): Promise<Investigated[]> {
  const bugs = base.load().bugs.filter(({ bug }) => isOf(bug, engine));
  const known = new Set(bugs.map(({ plan }) => scriptOf(plan)));
  const found: Investigated[] = [];
  for (const id of dialect.features.ids) {
    if (!isWorthReporting(id, probed, ledger)) continue;
    const plan = witnessPlan(id, engine.abilities);
    const options = { referee: { ...referee, reference: null }, doublecheck: false };
    const { finding } = await judgeFully(testOf(plan), engine, options);
    if (finding === null) continue;
    // A witness is small as it is.
    const investigated = await investigate(plan, finding, { engine, referee, mostCandidates: 0 });
    if (known.has(scriptOf(investigated.plan))) continue;
    const { plan: smallest, finding: failure } = investigated;
    const recording = await record({ plan: smallest, finding: failure, original: null, engine, referee });
    found.push({ ...asWitness(investigated, id), recording });
  }
  return found;
}

function isWorthReporting(id: FeatureId, probed: Ledger, ledger: Ledger): boolean {
  if (probed.features[id]?.status !== 'broken') return false;
  const entry = ledger.features[id];
  // What worked before is a regression, and reported as one.
  if (entry?.status === 'supported' || entry?.link !== undefined) return false;
  // What is not in the dialect's own engine, nobody can confirm.
  if (!dialect.features.isNative(id)) return false;
  const basis = dialect.features.prerequisiteOf(id);
  return basis === undefined || probed.features[basis]?.status !== 'broken';
}

/** What it needs is the feature. */
function asWitness(investigated: Investigated, id: FeatureId): Investigated {
  const cause = { ...investigated.cause, witnessOf: id };
  return { ...investigated, cause, id: idOf(cause) };
}

function scriptOf(plan: Plan): string {
  return sqlOf(plan).join('; ');
}
