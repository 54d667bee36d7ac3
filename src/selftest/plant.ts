// The usual ways to plant a bug: another statement is run, or another outcome is told.

import type { Statement } from '../sql/ast.ts';
import type { Outcome, Rows } from '../sql/outcome.ts';
import { printStatement } from '../sql/print.ts';
import type { Call, Hooks } from './mutant.ts';

export const NOTHING: Rows = { kind: 'rows', rows: [], changes: 0 };

/** Runs what `change` makes of a statement. */
export function running(change: (statement: Statement) => Statement): Hooks {
  return {
    run: ({ statement, sql, go }) => {
      const changed = change(statement);
      if (changed === statement) return go();
      const other = printStatement(changed);
      return other === sql ? go() : go(other);
    },
  };
}

/** Tells something else when a statement succeeds. */
export function telling(change: (outcome: Rows, call: Call) => Outcome): Hooks {
  return {
    run: (call) => {
      const outcome = call.go();
      return outcome.kind === 'rows' ? change(outcome, call) : outcome;
    },
  };
}

export function withoutLastRow(outcome: Rows): Rows {
  return { ...outcome, rows: outcome.rows.slice(0, -1) };
}
