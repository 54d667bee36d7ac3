// What somebody demands of the last statement of a script where neither the model nor a reference can say what it must do, or where they
// say otherwise: the statement stays as it is written, and is held to that.

import { DirtError } from '../errors.ts';
import type { RawStatement } from '../sql/ast.ts';
import type { RefusalClass, Row } from '../sql/index.ts';
import type { Expected, Plan, RunStep, Step } from './plan.ts';
import { sqlOf } from './test-step.ts';

export type Demand =
  | { readonly kind: 'works' }
  /** With a message that has this text in it, if one is given; its class is what such a message tells. */
  | { readonly kind: 'refused'; readonly says?: string; readonly class: RefusalClass }
  /** In any order, unless the statement says one. */
  | { readonly kind: 'rows'; readonly rows: readonly Row[] };

/** The plan up to its last statement, of which this is demanded. */
export function demanding(plan: Plan, demand: Demand): Plan {
  const steps = plan.groups.flatMap((group) => group.steps.map((step) => ({ group, step })));
  const last = steps.findLastIndex(({ step }) => step.do === 'run');
  if (last < 0)
    throw new DirtError(
      'DIRT_SCRIPT_EMPTY',
      'there is no statement of which something could be expected',
      'end the script with it',
    );
  const sql = sqlOf(plan).at(-1) ?? '';
  const groups = steps.slice(0, last + 1).map(({ group, step }, at) => ({
    ...group,
    steps: [at < last ? step : demanded(step as RunStep, sql, demand)],
  }));
  return { ...plan, groups };
}

function demanded(step: RunStep, sql: string, demand: Demand): Step {
  const raw: RawStatement = { kind: 'raw', sql, changes: [] };
  if (demand.kind === 'rows')
    return {
      ...step,
      expect: 'ok',
      statement: { ...raw, gives: demand.rows, inOrder: /\bORDER\s+BY\b/i.test(sql) },
    };
  return { ...step, statement: raw, expect: expectedBy(demand) };
}

function expectedBy(demand: Exclude<Demand, { kind: 'rows' }>): Expected {
  if (demand.kind === 'works') return 'ok';
  return { refused: demand.class, ...(demand.says !== undefined && { says: demand.says }) };
}
