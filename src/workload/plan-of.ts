// Algorithm 1 of the paper: draw a group that fits the shadow state and the workload, let the shadow state advance, repeat.
// A plan is determined by what is asked for here; the engine under test is never touched.

import { Attempt, type Planning } from '../dsl/attempt.ts';
import { Discard, discard } from '../dsl/discard.ts';
import type { Property } from '../dsl/property.ts';
import { toolsFor } from '../dsl/tools.ts';
import type { FeatureSet } from '../features/feature-set.ts';
import { defaultSetting } from '../generate/setting.ts';
import { type StatementName, statement } from '../generate/statements.ts';
import { UNSYNCED } from '../plan/fault.ts';
import { type Group, PLAN_FORMAT, type Plan } from '../plan/plan.ts';
import { Rehearsal, type Rehearsed } from '../plan/rehearsal.ts';
import type { WorldSpec } from '../plan/world-spec.ts';
import { Random } from '../random.ts';
import { DIRT_VERSION } from '../version.ts';
import { Balance, type Load } from './balance.ts';
import type { Profile } from './profile.ts';
import { swarm } from './swarm.ts';

export interface PlanRequest {
  readonly seed: string;
  readonly index: number;
  /** How many statements, at least. */
  readonly statements: number;
  readonly profile: Profile;
  readonly properties: readonly Property[];
  readonly features: FeatureSet;
}

export interface Planned {
  readonly plan: Plan;
  /** What the model says of each step. */
  readonly rehearsed: readonly Rehearsed[];
  /** How often each property was tried and given up. */
  readonly discarded: Readonly<Record<string, number>>;
}

export function planOf(request: PlanRequest): Planned {
  const planner = new Planner(request);
  return planner.plan();
}

const KINDS: Readonly<Record<Load, readonly StatementName[]>> = {
  read: ['select'],
  write: ['insert', 'update', 'delete', 'insert', 'update', 'transaction'],
  create: [
    'createTable',
    'createTableAs',
    'createIndex',
    'createView',
    'dropTable',
    'dropIndex',
    'dropView',
    'alterTable',
    'pragma',
    'analyze',
    'reindex',
  ],
};

/** A transaction that does not end by itself is ended after this many statements. */
const LONGEST_TRANSACTION = 12;
const FIRST_ROWS = 3;

class Planner {
  readonly #request: PlanRequest;
  readonly #random: Random;
  readonly #planning: Planning;
  readonly #balance: Balance;
  readonly #groups: Group[] = [];
  readonly #rehearsed: Rehearsed[] = [];
  readonly #discarded: Record<string, number> = {};
  #statements = 0;

  constructor(request: PlanRequest) {
    this.#request = request;
    this.#random = Random.of(request.seed, request.index, 'plan');
    this.#balance = new Balance(request.profile.workload);
    let steps = 0;
    this.#planning = {
      random: this.#random.fork('groups'),
      rehearsal: new Rehearsal(),
      setting: defaultSetting({ features: swarm(this.#random.fork('swarm'), request.features) }),
      nextStepId: () => steps++,
    };
  }

  plan(): Planned {
    const { seed, index, statements, profile, properties } = this.#request;
    const world = this.#world();
    this.#start();
    // Every attempt may be discarded; the bound is generous.
    for (let tries = 0; this.#statements < statements && tries < statements * 20; tries++) {
      const isProperty = properties.length > 0 && this.#random.chance(profile.properties);
      if (isProperty) this.#property(this.#random.pick(properties));
      else this.#interaction(this.#balance.next(this.#random));
      this.#inspectNowAndThen();
    }
    this.#attempt('inspection', (attempt) => {
      attempt.inspect('contents');
      attempt.inspect('integrity');
      attempt.inspect('sqliteOpensIt');
    });
    const made = { dirt: DIRT_VERSION, profile: profile.name, ledger: '' };
    const plan: Plan = { format: PLAN_FORMAT, seed, index, made, world, groups: this.#groups };
    return { plan, rehearsed: this.#rehearsed, discarded: this.#discarded };
  }

  #world(): WorldSpec {
    const random = this.#random.fork('world');
    return {
      seed: String(random.word()),
      pageSize: 4096,
      journalMode: 'wal',
      start: random.chance(this.#request.profile.checkpointed) ? 'checkpointed' : 'empty',
    };
  }

  /** A database with nothing in it tests nothing: begin with a table or two and a few rows. */
  #start(): void {
    for (let tables = 1 + this.#random.below(2); tables > 0; tables--) this.#interaction('create', ['createTable']);
    for (let rows = FIRST_ROWS; rows > 0; rows--) this.#interaction('write', ['insert']);
  }

  #property(property: Property): void {
    this.#attempt(property.name, (attempt) => property.body(toolsFor(attempt)));
  }

  /** One random statement, or a whole transaction if it begins one. */
  #interaction(load: Load, kinds: readonly StatementName[] = KINDS[load]): void {
    this.#attempt('interaction', (attempt) => {
      const { random, rehearsal, setting } = this.#planning;
      attempt.runAnyhow(statement(random, rehearsal.view(0), setting, kinds));
      for (let left = LONGEST_TRANSACTION; rehearsal.view(0).inTransaction; left--) {
        if (left > 0) attempt.runAnyhow(statement(random, rehearsal.view(0), setting));
        else if (left === 0) attempt.run({ kind: random.oneIn(3) ? 'rollback' : 'commit' });
        else discard('the transaction does not end');
      }
    });
  }

  #inspectNowAndThen(): void {
    const { perThousand } = this.#request.profile;
    const strikes = (chance: number) => this.#random.below(1000) < chance;
    this.#attempt('inspection', (attempt) => {
      if (strikes(perThousand.inspectContents)) attempt.inspect('contents');
      if (strikes(perThousand.inspectIntegrity)) attempt.inspect('integrity');
      if (strikes(perThousand.sqliteOpensIt)) attempt.inspect('sqliteOpensIt');
      if (strikes(perThousand.reopen)) attempt.fault({ do: 'reopen' });
      if (strikes(perThousand.powerCut)) {
        const choice = String(this.#random.below(1_000_000));
        attempt.fault({ do: 'powerCut', survival: { unsynced: this.#random.pick(UNSYNCED), choice } });
      }
    });
  }

  #attempt(name: string, body: (attempt: Attempt) => void): void {
    const { rehearsal } = this.#planning;
    const before = rehearsal.database;
    const attempt = new Attempt(this.#planning, name);
    try {
      body(attempt);
    } catch (error) {
      if (!(error instanceof Discard)) throw error;
      this.#discarded[name] = (this.#discarded[name] ?? 0) + 1;
      rehearsal.reset(before);
      return;
    }
    const { group, rehearsed } = attempt.finish();
    if (group.steps.length === 0) return;
    this.#groups.push(group);
    this.#rehearsed.push(...rehearsed);
    for (const step of group.steps) {
      if (step.do !== 'run') continue;
      this.#statements++;
      this.#balance.count(step.statement);
    }
  }
}
