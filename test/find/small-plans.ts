// Plans by hand, for tests that look into a failure.

import { PLAN_FORMAT, type Plan, type RunStep, type Step } from '../../src/plan/plan.ts';
import type { Statement } from '../../src/sql/ast.ts';
import { DEFAULT_WORLD } from '../../src/world/world-spec.ts';

export function runStep(id: number, statement: Statement, fuel = 1_000_000): RunStep {
  return { do: 'run', id, on: 0, statement, expect: 'ok', fuel };
}

/** Each list of steps is a group. */
export function planOf(...groups: readonly (readonly Step[])[]): Plan {
  return {
    format: PLAN_FORMAT,
    made: { dirt: '0', profile: 'general', ledger: '' },
    seed: '1',
    index: 0,
    world: DEFAULT_WORLD,
    groups: groups.map((steps) => ({ property: 'interaction', draws: {}, steps })),
  };
}
