// Looking around and faults between groups, at the rates of the profile.

import type { Random } from '../random.ts';
import { selectAll } from '../sql/select-all.ts';
import type { FaultKind } from '../world/fault.ts';
import type { Attempt } from './attempt.ts';
import { interactionTools } from './interaction-tools.ts';
import type { Rates } from './profile.ts';

/** What happens after this group; null, most of the time, if nothing does. */
export function nowAndThen(
  random: Random,
  rates: Rates,
  faults: readonly FaultKind[],
): ((attempt: Attempt) => void) | null {
  const happening: ((attempt: Attempt) => void)[] = [];
  for (const [rate, happens] of Object.entries(HAPPENINGS) as [keyof Rates, Happening][]) {
    const { needs, act } = happens;
    if (random.below(1000) < rates[rate] && (needs === undefined || faults.includes(needs)))
      happening.push(act);
  }
  if (happening.length === 0) return null;
  return (attempt) => {
    for (const act of happening) act(attempt);
  };
}

interface Happening {
  readonly needs?: FaultKind;
  readonly act: (attempt: Attempt) => void;
}

const faultOf = (attempt: Attempt) => interactionTools(attempt, 0).fault;

const HAPPENINGS: Readonly<Record<keyof Rates, Happening>> = {
  inspectContents: { act: (attempt) => attempt.inspect('contents') },
  inspectIntegrity: { act: (attempt) => attempt.inspect('integrity') },
  sqliteOpensIt: { act: (attempt) => attempt.inspect('sqliteOpensIt') },
  sqliteWrites: { needs: 'sqliteWrites', act: (attempt) => faultOf(attempt).sqliteWrites() },
  reopen: { needs: 'reopen', act: (attempt) => faultOf(attempt).reopen() },
  disconnect: { needs: 'disconnect', act: (attempt) => faultOf(attempt).disconnect() },
  clockJump: { needs: 'clockJump', act: (attempt) => faultOf(attempt).clockJump() },
  powerCut: { needs: 'powerCut', act: (attempt) => faultOf(attempt).powerCut() },
};

/** What the model knows, and by comparison with the reference what it does not. */
export function inspectAtTheEnd(attempt: Attempt): void {
  const { tables } = attempt.planning.rehearsal.view(0);
  if (!attempt.planning.rehearsal.isOpen) {
    for (const { name, knowledge } of tables)
      if (knowledge === 'schemaOnly') attempt.runAnyhow(0, selectAll(name));
  }
  attempt.inspect('contents');
  attempt.inspect('integrity');
  attempt.inspect('sqliteOpensIt');
}
