// What a property of the notation needs besides SQL: its text tells.

import type { Needs } from '../property/index.ts';
import { classOf } from '../sql/index.ts';
import type { Checked } from './check.ts';
import type { Action, PropertyText } from './syntax.ts';

export function needsOf({ body }: PropertyText, { pieces }: Checked): Needs {
  const connections = Math.max(1, ...body.map((action) => ('on' in action ? action.on + 1 : 1)));
  const faults = [...new Set(body.flatMap(faultsOf))];
  const classes = new Set(
    body.flatMap((action) => {
      const piece = action.do === 'run' ? pieces.get(action.sql) : undefined;
      return piece === undefined ? [] : classOf(piece.statement);
    }),
  );
  const load = classes.has('schema') ? 'create' : classes.has('write') ? 'write' : 'read';
  return { load, faults, connections };
}

function faultsOf(action: Action): Needs['faults'] {
  if (action.do === 'fault') return action.fault === 'powerCut' ? ['powerCut', 'kill'] : [action.fault];
  if (action.do !== 'run' || action.how.is !== 'during') return [];
  return action.how.fault === 'powerCut' ? ['powerCut', 'kill'] : ['ioError'];
}
