// Inspections at the end of a plan, and what happens between its groups.

import { selectAll } from '../sql/index.ts';
import { INSPECTION_NAMES } from '../world/index.ts';
import { anyPrediction } from './acceptance.ts';
import type { Attempt } from './attempt.ts';
import type { Happening } from './happenings.ts';

export function happen(attempt: Attempt, happenings: readonly Happening[]): void {
  for (const { does } of happenings) {
    if ('inspect' in does) attempt.inspect(does.inspect);
    else attempt.drawFault(0, does.fault);
  }
}

/** Of the tables that the model knows, and SELECTs of the others, to be compared with the reference. */
export function inspectAtTheEnd(attempt: Attempt): void {
  const { tables } = attempt.planning.rehearsal.view(0);
  if (!attempt.planning.rehearsal.isForked) {
    for (const { name, knowledge } of tables)
      if (knowledge === 'schemaOnly') attempt.run(0, selectAll(name), { accept: anyPrediction });
  }
  for (const name of INSPECTION_NAMES) attempt.inspect(name);
}
