// Puts a condition to the engine on its own: `SELECT condition` in the place of the statement around it, which then needs no table.

import type { Pass } from './pass.ts';
import { at, type Node, nodesOf, replaced } from './tree.ts';

export const askAlone: Pass = {
  name: 'ask conditions alone',
  *propose(plan) {
    let current = plan;
    for (const { path, node } of [...nodesOf(plan)]) {
      // A statement is what stands directly in a step.
      if (path[2] !== 'steps' || path.length !== 5 || at(current, path) !== node) continue;
      for (const condition of conditionsOf(node)) {
        const body = { kind: 'core', columns: [{ kind: 'expression', expression: condition }] };
        const candidate = replaced(current, path, { kind: 'select', body });
        if (!(yield candidate)) continue;
        current = candidate;
        break;
      }
    }
  },
};

function conditionsOf(statement: Node): unknown[] {
  const core = at(statement, ['body']) as Node | undefined;
  const places: unknown[] = [statement.where, core?.where, core?.having, at(core, ['from', 'on'])];
  return places.filter((condition) => condition !== undefined);
}
