// What mutants are tried on: the witnesses of all features and plans of the default mixture, as a campaign on SQLite makes them.

import { planAt } from '../../src/campaign/settings.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { usableFeatures } from '../../src/ledger/ledger.ts';
import { probedLedger } from '../../src/ledger/probed-ledger.ts';
import { statementCount } from '../../src/plan/plan.ts';
import type { Planned } from '../../src/planning/planner.ts';
import { defaultProfile } from '../../src/planning/profiles.ts';

const STATEMENTS_PER_PLAN = 100;

export interface Corpus {
  /** Of the plans. */
  readonly seed: string;
  /** How many there are in all plans. */
  readonly statements: number;
}

/** The same plans for the same seed; the last one is that in which the statements come to an end. */
export async function* plansOf({ seed, statements }: Corpus): AsyncGenerator<Planned, void> {
  const settings = {
    seed,
    statements: STATEMENTS_PER_PLAN,
    profile: defaultProfile,
    properties: [],
    features: usableFeatures(await probedLedger(sqlite)),
    abilities: sqlite.abilities,
  };
  for (let index = 0, made = 0; made < statements; index++) {
    const planned = planAt(settings, index);
    made += statementCount(planned.plan);
    yield planned;
  }
}
