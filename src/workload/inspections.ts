// Looking around and faults between groups, at the rates of the profile.

import type { Attempt } from '../dsl/attempt.ts';
import { interactionTools } from '../dsl/interaction-tools.ts';
import type { FaultKind } from '../plan/fault.ts';
import type { Random } from '../random.ts';
import type { Rates } from './profile.ts';

export function inspectNowAndThen(attempt: Attempt, random: Random, rates: Rates): void {
  if (strikes(random, rates.inspectContents)) attempt.inspect('contents');
  if (strikes(random, rates.inspectIntegrity)) attempt.inspect('integrity');
  if (strikes(random, rates.sqliteOpensIt)) attempt.inspect('sqliteOpensIt');
}

export function faultNowAndThen(attempt: Attempt, random: Random, rates: Rates): void {
  const { fault } = interactionTools(attempt, 0);
  const { faults } = attempt.planning;
  const happens = (kind: FaultKind, rate: number) => strikes(random, rate) && faults.includes(kind);
  if (happens('reopen', rates.reopen)) fault.reopen();
  if (happens('disconnect', rates.disconnect)) fault.disconnect();
  if (happens('clockJump', rates.clockJump)) fault.clockJump();
  if (happens('powerCut', rates.powerCut)) fault.powerCut();
}

export function inspectAtTheEnd(attempt: Attempt): void {
  attempt.inspect('contents');
  attempt.inspect('integrity');
  attempt.inspect('sqliteOpensIt');
}

function strikes(random: Random, perThousand: number): boolean {
  return random.below(1000) < perThousand;
}
