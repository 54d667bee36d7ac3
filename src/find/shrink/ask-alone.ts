// Runs a condition on its own: `SELECT condition` in the place of the statement around it, which then needs no table.

import type { Expression, Select, Statement } from '../../sql/ast.ts';
import type { Pass } from './pass.ts';
import { at, placesOf, replaced } from './tree.ts';

export const askAlone: Pass = {
  name: 'ask conditions alone',
  *propose(plan) {
    let current = plan;
    for (const place of [...placesOf(plan)]) {
      // A statement is what stands directly in a step, and not in a trigger.
      if (place.sort !== 'statement' || place.path.at(-1) !== 'statement') continue;
      if (at(current, place.path) !== place.part) continue;
      for (const expression of conditionsOf(place.part)) {
        const asked: Select = {
          kind: 'select',
          body: { kind: 'core', columns: [{ kind: 'expression', expression }] },
        };
        const candidate = replaced(current, place.path, asked);
        if (!(yield candidate)) continue;
        current = candidate;
        break;
      }
    }
  },
};

function conditionsOf(statement: Statement): Expression[] {
  const core = statement.kind === 'select' && statement.body.kind === 'core' ? statement.body : undefined;
  const own = 'where' in statement ? statement.where : undefined;
  const on = core?.from?.kind === 'join' ? core.from.on : undefined;
  return [own, core?.where, core?.having, on].filter((condition) => condition !== undefined);
}
