// A plan on the model: its steps with what the model says of each, or why it is no valid test. A rehearsal takes as long as a run, and plans
// that are shrunk or looked into one after the other begin alike, so a rehearsal goes on where its plan parts from the one before it.

import { type DatabaseView, dialect } from '../dialect/index.ts';
import { DirtError } from '../errors.ts';
import type { Group, Plan, Step } from './plan.ts';
import { type Draws, isVeto, Rehearsal, type RehearsalState, type Veto } from './rehearsal.ts';
import { placed, type Test, type TestStep } from './test-step.ts';

/** A test with all its steps in memory. */
export interface RehearsedTest extends Test {
  readonly steps: readonly TestStep[];
}

/** A plan that is shrunk or looked into is asked for several times in a row. */
const REHEARSED = new WeakMap<Plan, RehearsedTest | Veto>();

/** The whole plan on the model. */
export function rehearse(plan: Plan): RehearsedTest | Veto {
  const known = REHEARSED.get(plan);
  if (known !== undefined) return known;
  const rehearsed = rehearsedAnew(plan);
  REHEARSED.set(plan, rehearsed);
  return rehearsed;
}

function rehearsedAnew(plan: Plan): RehearsedTest | Veto {
  const walk = new Walk();
  for (const group of plan.groups) {
    for (const step of group.steps) {
      const taken = walk.take(step, group);
      if (isVeto(taken)) return taken;
    }
  }
  return { world: plan.world, steps: walk.steps };
}

/** What the model says of the database after the plan, as its first connection sees it; null if there are two possible states, or the plan is no valid test. */
export function viewAfter(plan: Plan): DatabaseView | null {
  const walk = new Walk();
  for (const group of plan.groups)
    for (const step of group.steps) if (isVeto(walk.take(step, group))) return null;
  return walk.view;
}

/** The same for a plan that is a valid test unless it was edited. */
export function testOf(plan: Plan): RehearsedTest {
  const test = rehearse(plan);
  if (!isVeto(test)) return test;
  throw new DirtError(
    'DIRT_PLAN_NO_TEST',
    `the plan is no valid test: ${test.veto}`,
    'another version of DIRT made it, or it was edited; `dirt sql` runs the statements of its repro.sql all the same',
  );
}

/**
 * A plan that was edited, with what the model expects of its statements now: what an edit changes in one statement may change what others
 * must do. Null if it is no valid test. Checks that no longer hold are left out.
 */
export function renewed(plan: Plan): Plan | null {
  const walk = new Walk();
  const groups: Group[] = [];
  for (const group of plan.groups) {
    const from = walk.steps.length;
    for (const step of group.steps) {
      if (isVeto(walk.take(step, group, true)) && step.do !== 'assert') return null;
    }
    groups.push({ ...group, steps: walk.steps.slice(from).map(({ step }) => step) });
  }
  const made = { ...plan, groups };
  const ofGroup = new Map(plan.groups.map((group, i) => [group, groups[i]]));
  const steps = walk.steps.map((test) => ({ ...test, group: ofGroup.get(test.group) ?? test.group }));
  REHEARSED.set(made, { world: made.world, steps });
  return made;
}

interface Footstep {
  readonly step: Step;
  readonly draws: Draws;
  readonly test: TestStep;
  readonly after: RehearsalState;
}

/** The way of the latest rehearsal. */
const TRAIL: Footstep[] = [];

/** The steps of a plan, one after the other. */
class Walk {
  readonly steps: TestStep[] = [];
  readonly #rehearsal = new Rehearsal();
  #isOnTrail = true;

  /** `renews`: it is made to expect what the model says. */
  take(step: Step, group: Group, renews = false): TestStep | Veto {
    const at = this.steps.length;
    const known = this.#isOnTrail ? TRAIL.at(at) : undefined;
    if (known?.step === step && known.draws === group.draws) {
      const { test } = known;
      return this.#took(test.group === group ? test : { ...test, group });
    }
    this.#leaveTrail();
    const { draws } = group;
    const rehearsed = this.#rehearsal.step(step, draws, renews);
    if (isVeto(rehearsed)) return rehearsed;
    const test = placed(rehearsed, group, at);
    TRAIL.push({ step: test.step, draws, test, after: this.#rehearsal.state });
    return this.#took(test);
  }

  /** What the first connection sees where it has come to; null where two states are possible. */
  get view(): DatabaseView | null {
    const passed = this.#isOnTrail ? TRAIL[this.steps.length - 1]?.after : undefined;
    const { database, other } = passed ?? this.#rehearsal.state;
    return other === undefined ? dialect.model.viewOf(database, 0) : null;
  }

  #took(test: TestStep): TestStep {
    this.steps.push(test);
    return test;
  }

  #leaveTrail(): void {
    if (!this.#isOnTrail) return;
    this.#isOnTrail = false;
    TRAIL.length = this.steps.length;
    const last = TRAIL.at(-1);
    if (last !== undefined) this.#rehearsal.reset(last.after);
  }
}
