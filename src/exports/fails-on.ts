// Whether an exported test fails where the bug is: what it says is run there. One that passes would keep nobody from making the mistake again.

import type { Engine } from '../engines/index.ts';
import { planOfStatements, sameBag, sameList, unrehearsed } from '../plan/index.ts';
import { DEFAULT_FUEL } from '../planning/index.ts';
import { execute } from '../run/index.ts';
import type { Outcome } from '../sql/index.ts';
import type { RegressionTest, Wanted } from './regression-test.ts';

export async function failsOn({ steps }: RegressionTest, engine: Engine): Promise<boolean> {
  const plan = planOfStatements(steps, DEFAULT_FUEL);
  const { records } = await execute(unrehearsed(plan), engine);
  if (records.length < steps.length + 2) return true;
  return records.some(({ at, outcome }) => {
    const step = steps[at];
    return step?.do === 'run' && !isMet(step.expects, outcome);
  });
}

function isMet(wanted: Wanted, outcome: Outcome): boolean {
  switch (wanted.kind) {
    case 'anything':
      return true;
    case 'refused':
      return outcome.kind === 'refused';
    case 'works':
      return outcome.kind === 'rows';
    case 'rows':
      if (outcome.kind !== 'rows') return false;
      return (wanted.isOrdered ? sameList : sameBag)(wanted.rows, outcome.rows);
  }
}
