// Algorithm 1 of the paper: draw a group that fits the shadow state and the workload, let the shadow state advance, repeat.
// A plan is determined by what is asked for here; the engine under test is never touched.

import { dialect, type FeatureSet } from '../dialect/index.ts';
import {
  type Group,
  PLAN_FORMAT,
  type Plan,
  placed,
  Rehearsal,
  type RehearsedTest,
  sqlOf,
  type Test,
  type TestStep,
} from '../plan/index.ts';
import type { Property } from '../property/index.ts';
import { Random } from '../random.ts';
import { DIRT_VERSION } from '../version.ts';
import type { WorldSpec } from '../world/index.ts';
import { Attempt, type Finished, INTERACTION, type Planning } from './attempt.ts';
import { Balance } from './balance.ts';
import { type Carried, COMMONLY_CARRIED, carries } from './carried.ts';
import { Discard } from './discard.ts';
import { mustNotWait } from './given.ts';
import { happeningsAfter } from './happenings.ts';
import { IMPORTED, Imported, type Start } from './imported.ts';
import { happen, inspectAtTheEnd } from './inspections.ts';
import { Interactions } from './interactions.ts';
import type { Profile } from './profile.ts';
import {
  addPropertyStatistics,
  NO_STATISTICS,
  type PropertyStatistics,
  type Statistics,
} from './statistics.ts';
import { swarmFeatures, swarmWeights } from './swarm.ts';
import { toolsFor } from './tools.ts';
import { worldOf } from './world-of.ts';

export interface PlanRequest {
  readonly seed: string;
  readonly index: number;
  /** How many statements, at least; fewer if a fault ends the plan. */
  readonly statements: number;
  readonly profile: Profile;
  readonly properties: readonly Property[];
  readonly features: FeatureSet;
  /** What the engine carries; what it does not is never in the plan. */
  readonly abilities?: Carried;
  /** What tells the ledger from others, to be noted in the plan. */
  readonly ledger?: string;
  readonly start?: Start;
}

/** A whole plan, as data and as a test. */
export interface Planned extends RehearsedTest {
  readonly plan: Plan;
  readonly statistics: Statistics;
}

export function planOf(request: PlanRequest): Planned {
  const planner = new Planner(request);
  const steps = [...planner.steps];
  const { plan, world, statistics } = planner;
  return { plan, world, steps, statistics };
}

const INSPECTION = 'inspection';

/**
 * Groups are planned lazily: what is planned after the failing step is wasted work. But planning and running in short turns
 * evict each other from the processor's caches: one by one, both take a tenth to a fifth longer.
 */
const GROUPS_AHEAD = 32;

/** Plans while it is run: its steps can be taken once, and a run that ends early need not wait for the rest of the plan. */
export class Planner implements Test {
  readonly #request: PlanRequest;
  readonly #abilities: Carried;
  readonly #random: Random;
  readonly #planning: Planning;
  readonly #balance: Balance;
  readonly #interactions: Interactions;
  readonly #imported: Imported | null;
  readonly #properties: readonly (readonly [weight: number, property: Property])[];
  readonly #groups: Group[] = [];
  readonly #statistics: Record<string, PropertyStatistics> = {};
  readonly world: WorldSpec;
  /** Steps that are planned and not taken yet. */
  #ahead: TestStep[] = [];
  #position = 0;
  #statements = 0;
  /** With fewer it is not over. */
  #least: number;
  #triesLeft: number;
  #isComplete = false;

  constructor(request: PlanRequest) {
    this.#request = request;
    this.#abilities = request.abilities ?? COMMONLY_CARRIED;
    this.#random = Random.of(request.seed, request.index, 'plan');
    this.#balance = new Balance(request.profile.workload);
    const swarm = this.#random.fork('swarm');
    let steps = 0;
    this.#planning = {
      random: this.#random.fork('groups'),
      rehearsal: new Rehearsal(),
      setting: dialect.generate.setting({
        features: swarmFeatures(swarm, request.features),
        weights: swarmWeights(swarm, request.profile.weights),
        ...(request.start && { names: dialect.generate.namesAfter(sqlOf(request.start.plan).join(' ')) }),
      }),
      supported: request.features,
      faults: this.#abilities.faults,
      nextStepId: () => steps++,
    };
    const { statements, profile } = request;
    const { world, connections, leaves } = worldOf(this.#random.fork('world'), profile, this.#abilities);
    this.world = world;
    this.#interactions = new Interactions(this.#planning, profile, this.#balance, { connections, leaves });
    this.#properties = this.#drawable(connections);
    // Every attempt may be discarded; the bound is generous.
    this.#triesLeft = statements * 20;
    this.#least = statements;
    this.#imported =
      request.start === undefined
        ? null
        : new Imported(request.start, this.#random.fork(IMPORTED), connections);
    if (this.#imported === null) this.#begin();
  }

  #begin(): void {
    this.#interactions.start((body) => this.#attempt(INTERACTION, body));
  }

  get steps(): Iterable<TestStep> {
    return this.#plan();
  }

  /** The plan as far as it was made. */
  get plan(): Plan {
    const { seed, index, profile, ledger = '' } = this.#request;
    const made = { dirt: DIRT_VERSION, profile: profile.name, ledger };
    return { format: PLAN_FORMAT, seed, index, made, world: this.world, groups: [...this.#groups] };
  }

  get statistics(): Statistics {
    return this.#statistics;
  }

  *#plan(): Generator<TestStep, void> {
    for (;;) {
      const steps = this.#ahead;
      this.#ahead = [];
      yield* steps;
      if (this.#isComplete) return;
      for (let i = 0; i < GROUPS_AHEAD && !this.#isComplete; i++) this.#planGroup();
    }
  }

  #planGroup(): void {
    const { profile } = this.#request;
    const { rehearsal } = this.#planning;
    const imported = this.#imported?.isOver === false ? this.#imported : null;
    const isEnough = imported === null && this.#statements >= this.#least;
    if (isEnough || this.#triesLeft-- === 0 || rehearsal.isForked) {
      this.#isComplete = true;
      this.#attempt(INSPECTION, inspectAtTheEnd);
      return;
    }
    if (imported === null || imported.isInterrupted) this.#drawn();
    else this.#script(imported);
    if (rehearsal.isForked) return;
    const rates = this.#imported?.rates(profile.perThousand) ?? profile.perThousand;
    const happenings = happeningsAfter(this.#random, rates, this.#abilities.faults);
    if (happenings.length > 0) this.#attempt(INSPECTION, (attempt) => happen(attempt, happenings));
  }

  /** A group of the script that the plan starts from. */
  #script(imported: Imported): void {
    this.#attempt(IMPORTED, (attempt) => imported.next(attempt));
    if (!imported.isOver) return;
    if (this.#planning.rehearsal.view(0).tables.length === 0) this.#begin();
    this.#least = Math.max(this.#least, this.#statements + Math.ceil(this.#request.statements / 2));
  }

  #drawn(): void {
    const { properties } = this.#request.profile;
    const draws = this.#properties.length > 0 && !this.#balance.isOff && this.#random.chance(properties);
    if (draws) this.#property();
    else this.#attempt(INTERACTION, (attempt) => this.#interactions.any(attempt));
  }

  /** Those that this plan may draw, with their weights. */
  #drawable(connections: number): (readonly [weight: number, property: Property])[] {
    const { properties, profile } = this.#request;
    const possible: (readonly [number, Property])[] = [];
    for (const property of properties) {
      const weight = profile.favour[property.name] ?? 1;
      if (weight === 0) continue;
      if (!carries(this.#abilities, property.needs)) this.#count(property.name, { skipped: 1 });
      else if (property.needs.connections <= connections) possible.push([weight, property]);
    }
    return possible;
  }

  /** Prefers one whose load the plan lacks. */
  #property(): void {
    const properties = this.#properties;
    const load = this.#balance.next(this.#random);
    const fitting = properties.filter(([, { needs }]) => needs.load === load);
    const { name, body } = this.#random.weighted(fitting.length > 0 ? fitting : properties);
    const came = this.#attempt(name, (attempt) => {
      mustNotWait(body(toolsFor(attempt)), name);
    });
    if (came instanceof Discard) this.#count(name, { drawn: 1, discarded: 1, reasons: { [came.reason]: 1 } });
    else this.#count(name, { drawn: 1, checked: 1, vacuous: came.isVacuous ? 1 : 0 });
  }

  #count(name: string, counts: Partial<PropertyStatistics>): void {
    this.#statistics[name] = addPropertyStatistics(this.#statistics[name] ?? NO_STATISTICS, {
      ...NO_STATISTICS,
      ...counts,
    });
  }

  /** What came of it, or why it was discarded. */
  #attempt(name: string, body: (attempt: Attempt) => void): Finished | Discard {
    const { rehearsal } = this.#planning;
    const before = rehearsal.state;
    // A property may use all features that the engine supports, an interaction those of this plan's swarm.
    const { supported, setting } = this.#planning;
    const attempt = new Attempt(this.#planning, name, name === INTERACTION ? setting.features : supported);
    let finished: Finished;
    try {
      body(attempt);
      finished = attempt.finish();
    } catch (error) {
      if (!(error instanceof Discard)) throw error;
      rehearsal.reset(before);
      return error;
    }
    this.#add(finished);
    return finished;
  }

  #add({ property, draws, steps }: Finished): void {
    if (steps.length === 0) return;
    const group: Group = { property, draws, steps: steps.map(({ step }) => step) };
    this.#groups.push(group);
    for (const rehearsed of steps) {
      this.#ahead.push(placed(rehearsed, group, this.#position++));
      if (rehearsed.step.do !== 'run') continue;
      this.#statements++;
      this.#balance.count(rehearsed.step.statement);
    }
  }
}
