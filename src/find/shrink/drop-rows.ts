// Drops rows from INSERTs of many rows, in halving chunks.

import type { Plan } from '../../plan/index.ts';
import type { InsertRow } from '../../sql/ast.ts';
import { type Pass, removeChunks } from './pass.ts';

export const dropRows: Pass = {
  name: 'drop rows',
  propose: (plan) => removeChunks<InsertRow>(plan, rowsOf, withoutRows),
};

/** Rows that could go: those of an INSERT with more than one. */
function rowsOf(plan: Plan): InsertRow[] {
  const rows: InsertRow[] = [];
  for (const group of plan.groups) {
    for (const step of group.steps) {
      if (step.do !== 'run' || step.statement.kind !== 'insert') continue;
      const { source } = step.statement;
      if (source.kind === 'values' && source.rows.length > 1) rows.push(...source.rows);
    }
  }
  return rows;
}

/** An INSERT that would be left without rows keeps its first one. */
function withoutRows(plan: Plan, gone: ReadonlySet<InsertRow>): Plan {
  const groups = plan.groups.map((group) => ({
    ...group,
    steps: group.steps.map((step) => {
      if (step.do !== 'run' || step.statement.kind !== 'insert') return step;
      const { source } = step.statement;
      if (source.kind !== 'values') return step;
      const kept = source.rows.filter((row) => !gone.has(row));
      const rows = kept.length === 0 ? source.rows.slice(0, 1) : kept;
      return { ...step, statement: { ...step.statement, source: { ...source, rows } } };
    }),
  }));
  return { ...plan, groups };
}
