// A step in its place, with all that is known of it before it runs. A test is a sequence of them: a planner makes them one
// by one, a stored plan or a shrink candidate has all of them; executing, judging and comparing only read them.

import { type DatabaseView, dialect, type Prediction } from '../dialect/index.ts';
import type { Statement } from '../sql/ast.ts';
import type { WorldSpec } from '../world/index.ts';
import type { StepId } from './check.ts';
import type { Terms } from './evaluate-check.ts';
import { expand } from './expand.ts';
import { type Group, type Plan, type RunStep, type Step, stepsOf } from './plan.ts';

/** A step, and what the model says about it. */
export interface Rehearsed<S extends Step = Step> {
  readonly step: S;
  /** Of a `run` step: the statement with what its group drew in place. */
  readonly statement: Statement | undefined;
  /** Of a `run` step that the model was asked about. */
  readonly prediction: Prediction | undefined;
  /** Where the terms of an `assert` come from, as far as the model is concerned. */
  readonly terms: Terms | undefined;
  /** What may happen instead of that, as far as it is up to the engine. */
  readonly otherwise: Prediction | undefined;
  /** Of a step that takes a part of a statement's rows: which part. The prediction is of all of them. */
  readonly part: Part | undefined;
  /** The states of which an inspection, or a recovery, must find one. */
  readonly allowed: readonly DatabaseView[] | undefined;
}

/** A part of what a statement gives. */
export interface Part {
  /** The step that began the statement, and its connection. */
  readonly of: StepId;
  readonly on: number;
  /** How many steps it had taken before, and how many it takes now: each gives a row or is the end. */
  readonly before: number;
  readonly steps: number;
}

export interface TestStep<S extends Step = Step> extends Rehearsed<S> {
  /** The position among all steps of the plan. */
  readonly at: number;
  readonly group: Group;
  /** Of a `run` step: the statement as text. */
  readonly sql: string | undefined;
}

export interface RunTestStep extends TestStep<RunStep> {
  readonly statement: Statement;
  readonly sql: string;
}

/** What is executed: steps that come one by one, in a world. */
export interface Test {
  readonly world: WorldSpec;
  readonly steps: Iterable<TestStep>;
}

export function isRun(step: TestStep | undefined): step is RunTestStep {
  return step?.step.do === 'run';
}

/** A step of which the model says nothing, or what is given. All fields are there always, for the sake of speed. */
export function rehearsedAs<S extends Step>(
  step: S,
  { statement, prediction, otherwise, terms, part, allowed }: Partial<Rehearsed> = {},
): Rehearsed<S> {
  return { step, statement, prediction, otherwise, terms, part, allowed };
}

export function placed(
  { step, statement, prediction, otherwise, terms, part, allowed }: Rehearsed,
  group: Group,
  at: number,
): TestStep {
  const { parentheses, spelling }: Pick<RunStep, 'parentheses' | 'spelling'> = step.do === 'run' ? step : {};
  const sql = statement === undefined ? undefined : dialect.print(statement, parentheses, spelling);
  return { at, group, step, statement, sql, prediction, otherwise, terms, part, allowed };
}

/** The steps of a plan that the model is not asked about, such as that of a script. */
export function unrehearsed(plan: Plan): Test {
  const steps = stepsOf(plan).map(({ group, step }, at) => {
    const statement = step.do === 'run' ? expand(step.statement, group.draws) : undefined;
    return placed(rehearsedAs(step, { statement }), group, at);
  });
  return { world: plan.world, steps };
}

/** The statements of a plan, as text. */
export function sqlOf(plan: Plan): string[] {
  return [...unrehearsed(plan).steps].flatMap(({ sql }) => sql ?? []);
}
