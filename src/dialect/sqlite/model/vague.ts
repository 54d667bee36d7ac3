// Names of which the model does not know what they name: only a raw statement does, and it may have been refused.

import type { Statement } from '../../../sql/ast.ts';
import { Unknown } from '../evaluate/stop.ts';
import { compareNames, type Snapshot, unknownTable, withTable } from './database.ts';
import { objectsIn } from './names-in.ts';
import { find, put } from './persistent-map.ts';

/** Why nothing is said of a statement that says such a name. */
export const VAGUE = 'what a raw statement made';

/** What the name names may be there or not, from now on. */
export function withVague(snapshot: Snapshot, name: string): Snapshot {
  const vague = put(snapshot.vague, name.toLowerCase(), true, compareNames);
  return { ...withTable(snapshot, unknownTable(name)), schema: {}, vague };
}

export function checkNames(statement: Statement, { vague }: Snapshot): void {
  if (vague === undefined) return;
  for (const name of objectsIn(statement))
    if (find(vague, name.toLowerCase(), compareNames) !== undefined) throw new Unknown(VAGUE);
}
