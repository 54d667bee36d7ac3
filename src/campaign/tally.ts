// Counts what the workers report.

import type { Counts, Totals } from '../events/index.ts';
import { addStatistics, type Statistics } from '../planning/index.ts';
import type { FindingKind } from '../run/index.ts';
import type { PlanResult } from './messages.ts';
import { addCounts } from './usage.ts';

const HOPELESS_PLANS = 20;

export class Tally {
  plans = 0;
  statements = 0;
  refusals = 0;
  engineMs = 0;
  totalMs = 0;
  /** Telling whether failures are known, and looking into them. */
  lookMs = 0;
  newBugs = 0;
  knownBugs = 0;
  unfinishedBugs = 0;
  dirtIsWrong = 0;
  diedAtOnce = 0;
  lost = 0;
  /** Plans in which the program broke its protocol, and how it did so last. */
  breached = 0;
  breach: string | null = null;
  referenceIsWrong = 0;
  unsupportedCombinations = 0;
  regressions = 0;
  readonly #findings = new Map<FindingKind, number>();
  #profiles: Counts = {};
  #properties: Statistics = {};
  #tolerated: Counts = {};
  #accepted: Counts = {};
  #features: Counts = {};
  #exercised: Counts = {};

  add(result: PlanResult): void {
    this.plans++;
    this.#profiles = addCounts(this.#profiles, { [result.profile]: 1 });
    this.statements += result.statements;
    this.refusals += result.refusals;
    this.engineMs += result.engineMs;
    this.totalMs += result.totalMs;
    if (result.diedAtOnce) this.diedAtOnce++;
    if (result.breach !== undefined) {
      this.breached++;
      this.breach = result.breach;
    }
    if (result.referenceIsWrong !== undefined) this.referenceIsWrong++;
    this.#tolerated = addCounts(this.#tolerated, result.tolerated);
    this.#accepted = addCounts(this.#accepted, result.accepted);
    this.#features = addCounts(this.#features, result.features);
    this.#exercised = addCounts(this.#exercised, result.exercised as Counts);
    this.#properties = addStatistics(this.#properties, result.properties);
  }

  /** A program that breaks its protocol in every plan is not ready to be tested. */
  get isHopeless(): boolean {
    return this.plans >= HOPELESS_PLANS && this.breached === this.plans;
  }

  /** One more failure of a cause that is known. */
  addKnown(kind: FindingKind): void {
    this.addFinding(kind);
    if (kind !== 'unsupportedCombination') this.knownBugs++;
  }

  addFinding(kind: FindingKind): void {
    this.#findings.set(kind, (this.#findings.get(kind) ?? 0) + 1);
  }

  /** Statements that use each feature. */
  features(): Counts {
    return sorted(this.#features);
  }

  totals(
    about: Pick<Totals, 'seed' | 'engine' | 'version' | 'elapsedMs' | 'budgetMs' | 'featuresUsable'>,
  ): Totals {
    const properties = Object.fromEntries(
      Object.entries(this.#properties).sort(([a], [b]) => (a < b ? -1 : 1)),
    );
    return {
      ...about,
      plans: this.plans,
      profiles: sorted(this.#profiles),
      statements: this.statements,
      statementsPerSecond: Math.round((this.statements * 1000) / Math.max(1, about.elapsedMs)),
      workerMs: Math.round(this.totalMs),
      lookMs: Math.round(this.lookMs),
      engineMs: Math.round(this.engineMs),
      engineShare: this.totalMs === 0 ? 0 : this.engineMs / this.totalMs,
      refusals: this.refusals,
      discards: Object.values(properties).reduce((sum, { discarded }) => sum + discarded, 0),
      findings: Object.fromEntries([...this.#findings].sort()),
      newBugs: this.newBugs,
      knownBugs: this.knownBugs,
      unfinishedBugs: this.unfinishedBugs,
      dirtIsWrong: this.dirtIsWrong,
      referenceIsWrong: this.referenceIsWrong,
      unsupportedCombinations: this.unsupportedCombinations,
      regressions: this.regressions,
      properties,
      tolerated: sorted(this.#tolerated),
      accepted: sorted(this.#accepted),
      features: {},
      featuresUsed: Object.keys(this.#features).length,
      exercised: sorted(this.#exercised),
      vacuity: [],
      untested: null,
      breach: this.breached === this.plans ? this.breach : null,
      unstored: null,
    };
  }
}

function sorted(counts: Counts): Counts {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
