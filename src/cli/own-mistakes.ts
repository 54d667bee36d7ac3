// Mistakes of DIRT itself: what is one, and where plans are kept that show one: beside the bug base, since they blame no engine.

import { dirname, join } from 'node:path';
import { BugBase } from '../find/index.ts';
import type { TestStep } from '../plan/index.ts';

export function ownMistakes(bugs: string): BugBase {
  return new BugBase(join(dirname(bugs), 'dirt-is-wrong'), { keeps: true });
}

/** Where the model says nothing of a statement, it is the plan that says what must come of it: somebody may have written that. */
export function isClaimOfPlan(test: TestStep | undefined): boolean {
  if (test === undefined || test.step.do === 'inspect' || test.step.do === 'assert') return false;
  return test.prediction === undefined || test.prediction.kind === 'unknown';
}
