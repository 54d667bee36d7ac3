// Runs a plan with looks in between, and tells what was seen. Looking may change what happens: it is believed only as long as every
// step comes out as it does without.

import type { Engine } from '../engines/index.ts';
import { type Plan, unrehearsed } from '../plan/index.ts';
import { Execution, type StepOutcome } from '../run/index.ts';
import type { Outcome } from '../sql/index.ts';
import { type LookRequest, withLooks } from './looks.ts';
import { saidBy } from './said.ts';

export interface Seen {
  readonly tables: Map<string, Outcome>;
  queryPlan?: Outcome;
}

export interface Observation {
  readonly seen: ReadonlyMap<number, Seen>;
  /** The first step that is not believed; none if null. */
  readonly disturbedAt: number | null;
}

export async function observe(
  plan: Plan,
  request: LookRequest,
  engine: Engine,
  undisturbed: ReadonlyMap<number, StepOutcome>,
  onStep?: () => void,
): Promise<Observation> {
  const { plan: looked, looks } = withLooks(plan, request);
  const seen = new Map<number, Seen>();
  const at = (position: number): Seen => {
    const known = seen.get(position) ?? { tables: new Map() };
    seen.set(position, known);
    return known;
  };
  const execution = new Execution(unrehearsed(looked), engine, { onStep });
  let done = -1;
  for await (const { at: position, outcome } of execution.records()) {
    const look = looks[position];
    if (look === undefined) continue;
    if (look.see === 'table') at(look.at).tables.set(look.table, outcome);
    else if (look.see === 'queryPlan') at(look.at).queryPlan = outcome;
    else {
      const before = undisturbed.get(look.at)?.outcome;
      if (before !== undefined && !isAlike(before, outcome)) return { seen, disturbedAt: look.at };
      done = look.at;
    }
  }
  const last = request.steps.at(-1)?.at ?? -1;
  return { seen, disturbedAt: done < last && undisturbed.has(done + 1) ? done + 1 : null };
}

function isAlike(one: Outcome, other: Outcome): boolean {
  return JSON.stringify(saidBy(one)) === JSON.stringify(saidBy(other));
}
