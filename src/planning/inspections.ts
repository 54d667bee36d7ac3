// Inspections at the end of a plan, and what happens between its groups.

import type { Statement } from '../sql/ast.ts';
import { selectAll } from '../sql/index.ts';
import { faultNamed, INSPECTION_NAMES, INSPECTIONS } from '../world/index.ts';
import { anyPrediction } from './acceptance.ts';
import type { Attempt } from './attempt.ts';
import type { Happening } from './happenings.ts';

export function happen(attempt: Attempt, happenings: readonly Happening[]): void {
  for (const { does } of happenings) {
    const { opensElsewhere } = 'inspect' in does ? INSPECTIONS[does.inspect] : faultNamed(does.fault);
    if (opensElsewhere && attempt.planning.rehearsal.view(0).mvcc) continue;
    if ('inspect' in does) attempt.inspect(does.inspect);
    else attempt.drawFault(0, does.fault);
  }
}

/** Switches to a journal mode. */
export function journalMode(mode: 'mvcc' | 'wal'): Statement {
  return { kind: 'pragma', name: 'journal_mode', form: '=', value: `'${mode}'` };
}

/** Of the tables that the model knows, and SELECTs of the others, to be compared with the reference. */
export function inspectAtTheEnd(attempt: Attempt): void {
  const { tables } = attempt.planning.rehearsal.view(0);
  if (!attempt.planning.rehearsal.isForked) {
    for (const { name, knowledge } of tables)
      if (knowledge === 'schemaOnly') attempt.run(0, selectAll(name), { accept: anyPrediction });
  }
  const { rehearsal } = attempt.planning;
  // Others open the file only in another mode.
  if (rehearsal.view(0).mvcc && !rehearsal.isForked) {
    for (const name of INSPECTION_NAMES) if (!INSPECTIONS[name].opensElsewhere) attempt.inspect(name);
    attempt.run(0, journalMode('wal'), { isDrawn: true });
  }
  for (const name of INSPECTION_NAMES)
    if (!INSPECTIONS[name].opensElsewhere || !rehearsal.view(0).mvcc) attempt.inspect(name);
}
