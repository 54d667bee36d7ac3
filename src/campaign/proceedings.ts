// What becomes of the results of plans, whoever ran them: they are counted, failures decided in the order of their plans, bugs stored, and
// everything told to the listeners.

import { performance } from 'node:perf_hooks';
import type { FeatureId } from '../dialect/index.ts';
import { nameIn } from '../engines/index.ts';
import type { CampaignEvent, ReferenceIsWrong, Totals } from '../events/index.ts';
import { type Bug, type Investigated, storeBug, uninvestigated } from '../find/index.ts';
import { stepAt } from '../plan/index.ts';
import { lostWorker } from '../run/index.ts';
import type { CampaignOptions } from './campaign-options.ts';
import {
  type Answer,
  type Decision,
  type Failure,
  Inquest,
  type KnownCause,
  type Question,
  type Told,
} from './inquest.ts';
import { leftOut } from './left-out.ts';
import type { Asked, PlanResult } from './messages.ts';
import { planAt } from './settings.ts';
import { isIn, printShard } from './shard.ts';
import { Tally } from './tally.ts';
import { whyUntested } from './untested.ts';
import { vacuityIn } from './vacuity.ts';

/** A worker that died or hung in a way that fuel did not stop. */
export interface Loss {
  readonly index: number;
  readonly step: number;
  readonly kind: 'hang' | 'panic';
  readonly reason: string;
  /** What it was asked, if it was not running the plan. */
  readonly question?: Question;
}

export class Proceedings {
  readonly inquest: Inquest;
  /** The ids of the new bugs. */
  readonly found: string[] = [];
  readonly #options: CampaignOptions;
  readonly #tally = new Tally();
  readonly #started = performance.now();
  #foundByPlans = 0;
  #asked: Asked | null = null;
  /** Signatures of what the reference did wrong. */
  readonly #wrongs = new Set<string>();

  constructor(options: CampaignOptions) {
    this.#options = options;
    const { settings, rechecks, shard } = options;
    this.inquest = new Inquest(settings.known, {
      plansPerEpoch: settings.plansPerEpoch,
      rechecks,
      has: (index) => isIn(shard, index),
    });
  }

  get isBegun(): boolean {
    return this.#asked !== null;
  }

  /** Is there no use in further plans? */
  get isEnough(): boolean {
    return (
      this.#tally.isHopeless || this.#foundByPlans >= (this.#options.stopAfter ?? Number.POSITIVE_INFINITY)
    );
  }

  get elapsedMs(): number {
    return performance.now() - this.#started;
  }

  /** Engines are loaded; who they are is told once. */
  begin(asked: Asked): void {
    if (this.#asked !== null) return;
    this.#asked = asked;
    const { version, build, against, opener } = asked;
    const { settings, workers, budgetMs, plans, ratchet, witnessed = [], shard } = this.#options;
    const { seed, engine, reference, profile, statements, properties } = settings;
    this.tell({
      event: 'start',
      seed,
      engine,
      version,
      ...(build && { build }),
      reference,
      against,
      opener,
      profile: profile.name,
      statements,
      properties,
      workers,
      budgetMs,
      plans,
      ...(shard && { shard: printShard(shard) }),
      ...(settings.startsFrom && { startsFrom: settings.startsFrom }),
      ...(settings.plansPerEpoch !== undefined && shard === undefined && { epoch: settings.plansPerEpoch }),
    });
    const { regressions, gained } = ratchet;
    for (const regression of regressions) {
      this.#tally.regressions++;
      this.#tally.addFinding('regression');
      this.tell({ event: 'regression', ...regression });
    }
    if (gained.length > 0) this.tell({ event: 'gained', features: gained });
    for (const investigated of witnessed) this.#store(investigated, 0);
  }

  planDone(index: number, result: PlanResult, failures: readonly Failure[], told?: readonly Told[]): void {
    this.#tally.add(result);
    this.#doubtReference(result.referenceIsWrong);
    this.inquest.planDone(index, failures, told);
  }

  answered(failure: Pick<Failure, 'index' | 'nth'>, answer: Answer, tookMs: number): void {
    this.looked(tookMs);
    this.tell({ event: 'lookedInto', index: failure.index });
    this.inquest.answer(failure, answer);
  }

  /** Somebody took so long to tell whether failures are known. */
  looked(milliseconds: number): void {
    this.#tally.lookMs += milliseconds;
  }

  /** The campaign goes on without it. */
  lost({ index, step, kind, reason, question }: Loss): void {
    if (question === undefined) this.#tally.lost++;
    this.tell({ event: 'workerLost', index, step, reason });
    const { settings, properties } = this.#options;
    const { plan } = planAt(settings, index, properties, this.leftOut(index));
    // What was being looked into is kept as it was found.
    const property = stepAt(plan, step)?.group.property ?? 'interaction';
    const finding = question?.failure.finding ?? lostWorker(kind, property, step, reason);
    this.#store(uninvestigated(plan, finding), 0);
    if (question === undefined) this.inquest.planDone(index, []);
    else this.inquest.answer(question.failure, { kind: 'nothing' });
  }

  /** DIRT's own mistake in a plan, or while its failure is looked into: it is told, and the campaign goes on without it. */
  broken(index: number, message: string, question?: Question): void {
    this.#tally.dirtIsWrong++;
    this.tell({ event: 'broken', index, message });
    if (question === undefined) {
      this.#tally.lost++;
      this.inquest.planDone(index, []);
      return;
    }
    const { settings, properties } = this.#options;
    const { plan } = planAt(settings, index, properties, this.leftOut(index));
    this.#store(uninvestigated(plan, question.failure.finding), 0);
    this.inquest.answer(question.failure, { kind: 'nothing' });
  }

  /** Takes the decisions whose turn it is. */
  decide(): void {
    this.inquest.decide((decision) => this.#commit(decision));
  }

  #commit({ failure, answer, explainedBy }: Decision): KnownCause | null {
    switch (answer.kind) {
      case 'nothing':
        return null;
      case 'explained': {
        const { muted = false } = this.inquest.causeNamed(answer.by) ?? {};
        if (!muted) this.#tally.addKnown(failure.finding.kind);
        return null;
      }
      case 'investigated': {
        const { cause, outvoted } = answer.investigated;
        const stored = this.#store(answer.investigated, answer.tookMs, explainedBy);
        return outvoted === 'model' ? null : { id: stored, cause, muted: false };
      }
    }
  }

  /** The features that this plan stays away from. */
  leftOut(index: number): readonly FeatureId[] {
    return leftOut(this.#options.settings.seed, index, this.inquest.causesFor(index));
  }

  /** The id under which it is stored. */
  #store(investigated: Investigated, tookMs: number, explainedBy?: string): string {
    const { settings, bugs, dirtBugs } = this.#options;
    const about = {
      engine: nameIn(settings.engine),
      ...this.#builtAs,
      claims: this.#claimsOf(investigated),
    };
    const base = investigated.outvoted === 'model' ? dirtBugs : bugs;
    const { bug, isNew, folder } = storeBug(base, investigated, about, new Date().toISOString());
    const unstored = base.whyUnstored(bug.id);
    // A second look at what a muted bug explains may end there again.
    if (bug.status === 'muted') return bug.id;
    this.#tally.addFinding(bug.kind);
    if (bug.outvoted === 'model') this.#tally.dirtIsWrong++;
    else if (bug.kind === 'unsupportedCombination') this.#tally.unsupportedCombinations++;
    else if (isNew && bug.isUnfinished) this.#tally.unfinishedBugs++;
    else if (isNew) {
      this.#tally.newBugs++;
      this.found.push(bug.id);
      if (bug.cause.witnessOf === undefined) this.#foundByPlans++;
    } else this.#tally.knownBugs++;
    this.tell({
      event: 'bug',
      bug,
      isNew,
      folder,
      ...(unstored !== null && { unstored }),
      investigated,
      tookMs,
      ...(explainedBy && { explainedBy }),
    });
    return bug.id;
  }

  /** Only where the property's own check failed does its claim say what is wrong. */
  #claimsOf({ finding }: Investigated): string {
    if (finding.judge !== 'property') return '';
    return this.#options.properties.find(({ name }) => name === finding.property)?.claims ?? '';
  }

  get #builtAs(): Pick<Bug, 'version' | 'build'> {
    const { version = '', build } = this.#asked ?? {};
    return { version, ...(build && { build }) };
  }

  #doubtReference(wrong: ReferenceIsWrong | undefined): void {
    if (wrong === undefined || this.#wrongs.has(wrong.signature)) return;
    this.#wrongs.add(wrong.signature);
    const { against, opener = '' } = this.#asked ?? {};
    this.tell({ event: 'referenceIsWrong', reference: against ?? '', opener, ...wrong });
  }

  tell(event: CampaignEvent): void {
    this.#options.onEvent(event);
  }

  totalsAtTheEnd(): Totals {
    const { settings, properties } = this.#options;
    const totals = this.totals();
    const names = properties.map(({ name }) => name);
    return {
      ...totals,
      features: this.#tally.features(),
      vacuity: vacuityIn(totals, settings, names),
      untested: whyUntested(this.#tally),
    };
  }

  totals(): Totals {
    const { settings, budgetMs } = this.#options;
    const elapsedMs = Math.round(this.elapsedMs);
    return this.#tally.totals({
      seed: settings.seed,
      engine: settings.engine,
      version: this.#builtAs.version,
      elapsedMs,
      budgetMs,
      featuresUsable: settings.features.length,
    });
  }
}
