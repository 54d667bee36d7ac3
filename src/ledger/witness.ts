// The witness of a feature as a plan, which shows to others what came of it.

import { dialect, type FeatureId, type Witness } from '../dialect/index.ts';
import { type Expected, PLAN_FORMAT, type Plan, type Step } from '../plan/index.ts';
import { DEFAULT_FUEL } from '../planning/index.ts';
import type { RawStatement } from '../sql/ast.ts';
import { type Abilities, DEFAULT_WORLD } from '../world/index.ts';

/** The group of a witness in its plan. */
const WITNESS = 'witness';

/** The order of the rows that the last statement gives: none, unless it asks for one itself and not in parentheses only. */
export function isInOrder({ statements }: Witness): boolean {
  let rest = statements.at(-1) ?? '';
  for (let before = ''; rest !== before; ) {
    before = rest;
    rest = rest.replace(/\([^()]*\)/g, '');
  }
  return /\bORDER BY\b/i.test(rest);
}

/** All statements must work, and the last must give its result. */
export function witnessPlan(id: FeatureId, { journalModes, pageSizes }: Abilities): Plan {
  const { witness } = dialect.features.catalogue[id];
  const { statements, result } = witness;
  const steps = statements.map((sql, i): Step => {
    const isLast = i === statements.length - 1;
    const isRefused = isLast && 'refused' in result;
    const rows: Pick<RawStatement, 'gives' | 'inOrder'> =
      isLast && !('refused' in result) ? { gives: result, inOrder: isInOrder(witness) } : {};
    const expect: Expected = isRefused ? { refused: result.refused } : 'ok';
    const statement: RawStatement = { kind: 'raw', sql, changes: [], features: [id], ...rows };
    return { do: 'run', id: i, on: 0, statement, expect, fuel: DEFAULT_FUEL };
  });
  return {
    format: PLAN_FORMAT,
    seed: `${WITNESS} of ${id}`,
    index: 0,
    made: { dirt: '', profile: '', ledger: '' },
    world: {
      ...DEFAULT_WORLD,
      journalMode: first(journalModes, DEFAULT_WORLD.journalMode),
      pageSize: first(pageSizes, DEFAULT_WORLD.pageSize),
    },
    groups: [{ property: WITNESS, draws: {}, steps }],
  };
}

/** The usual one, if it is among them. */
function first<T>(carried: readonly T[], usual: T): T {
  return carried.includes(usual) ? usual : (carried[0] ?? usual);
}
