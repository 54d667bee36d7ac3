// The same test with more fuel, from its first step on and beyond the one at which it was left.

import { isRun, type Test, type TestStep } from '../plan/index.ts';
import { confirmingFuel } from '../planning/index.ts';

/** Steps that can be taken again, and go on where nobody has been yet: a planner gives each step once. */
export function resumable(steps: Iterable<TestStep>): Iterable<TestStep> {
  const source = steps[Symbol.iterator]();
  const taken: TestStep[] = [];
  return {
    *[Symbol.iterator]() {
      for (let at = 0; ; at++) {
        if (at === taken.length) {
          const next = source.next();
          if (next.done) return;
          taken.push(next.value);
        }
        yield taken[at];
      }
    },
  };
}

export function refuelled({ world, steps }: Test): Test {
  return { world, steps: withMoreFuel(steps) };
}

function* withMoreFuel(steps: Iterable<TestStep>): Generator<TestStep, void> {
  for (const test of steps) {
    if (isRun(test))
      yield { ...test, step: { ...test.step, fuel: confirmingFuel(test.step.fuel) } } as TestStep;
    else yield test;
  }
}
