// A test case as data. Whatever a run does follows from its plan; planning is over when a plan exists.

import type { Expression, SelectBody, Statement } from '../sql/ast.ts';
import type { ConstraintKind, RefusalClass, Spelling, SqlValue } from '../sql/index.ts';
import type { FaultStep, InspectionName, StatementFaults, WorldSpec } from '../world/index.ts';
import type { Check, StepId } from './check.ts';

export const PLAN_FORMAT = 1;

export interface Plan {
  readonly format: typeof PLAN_FORMAT;
  /** The campaign's seed; with the index it names the plan. */
  readonly seed: string;
  readonly index: number;
  readonly made: { readonly dirt: string; readonly profile: string; readonly ledger: string };
  readonly world: WorldSpec;
  readonly groups: readonly Group[];
}

/** The steps of one property, or of one random interaction. Groups can be dropped one by one. */
export interface Group {
  /** The property's name, or `interaction`. */
  readonly property: string;
  readonly draws: Readonly<Record<string, Draw>>;
  readonly steps: readonly Step[];
}

/** What a group drew: stored once, referenced from its statements and checks by name. */
export type Draw =
  | { readonly kind: 'expressionDraw'; readonly expression: Expression }
  | { readonly kind: 'queryDraw'; readonly body: SelectBody }
  /** One value per column, by the column's name. */
  | { readonly kind: 'rowDraw'; readonly values: Readonly<Record<string, SqlValue>> };

export type Step = RunStep | ResumeStep | AssertStep | InspectStep | AskStep | FaultStep;

export interface RunStep extends StatementFaults {
  readonly do: 'run';
  readonly id: StepId;
  /** The connection, 0 for the first. */
  readonly on: number;
  readonly statement: Statement;
  readonly expect: Expected;
  readonly fuel: number;
  /** Printed with all parentheses, so that nothing depends on how tightly operators bind. */
  readonly parentheses?: 'all';
  /** It is left after so many steps, each of which gives a row or is the end, and stays open until a later step ends it. */
  readonly leftAfter?: number;
  /** Printed in another way that means the same. */
  readonly spelling?: Spelling;
  /** Where the property's text says so: `properties/norec.dirt:8`. */
  readonly source?: string;
}

/** What becomes of a statement that was left. Of one that has come to its end already nothing does. */
export interface ResumeStep {
  readonly do: 'resume';
  /** The step that began it. */
  readonly of: StepId;
  readonly how: Resumption;
}

/**
 * `advance` takes more steps, `finish` all that are left; `reset` goes back to before the first step, so that the next one begins it
 * anew; `abandon` gives it up where it is.
 */
export type Resumption =
  | { readonly kind: 'advance'; readonly steps: number }
  | { readonly kind: 'finish' | 'reset' | 'abandon' };

/** `any` is for statements that the model cannot follow: only panics, hangs and other judges apply. */
export type Expected =
  | 'ok'
  | 'any'
  | {
      readonly refused: RefusalClass;
      readonly constraint?: ConstraintKind;
      /** Somebody demands that the message has this text in it. */
      readonly says?: string;
    };

export interface AssertStep {
  readonly do: 'assert';
  readonly check: Check;
  readonly source?: string;
}

export interface InspectStep {
  readonly do: 'inspect';
  readonly what: InspectionName;
  readonly source?: string;
}

/** SQLite answers from a copy of the engine's files; only scripts ask it. */
export interface AskStep {
  readonly do: 'askSqlite';
  readonly sql: string;
}

/** A step and the group that it belongs to. */
export interface PlacedStep {
  readonly group: Group;
  readonly step: Step;
}

export function stepsOf({ groups }: Pick<Plan, 'groups'>): PlacedStep[] {
  return groups.flatMap((group) => group.steps.map((step) => ({ group, step })));
}

/** The step at a position; undefined for the boot before the first and the close after the last. */
export function stepAt({ groups }: Pick<Plan, 'groups'>, at: number): PlacedStep | undefined {
  let left = at;
  for (const group of groups) {
    if (left < group.steps.length) return left < 0 ? undefined : { group, step: group.steps[left] };
    left -= group.steps.length;
  }
  return undefined;
}

export function statementCount(plan: Plan): number {
  let count = 0;
  for (const group of plan.groups) for (const step of group.steps) if (step.do === 'run') count++;
  return count;
}

/** The plan with another limit for each statement. */
export function withFuel(plan: Plan, change: (fuel: number) => number): Plan {
  const groups = plan.groups.map((group) => ({
    ...group,
    steps: group.steps.map((step) => (step.do === 'run' ? { ...step, fuel: change(step.fuel) } : step)),
  }));
  return { ...plan, groups };
}
