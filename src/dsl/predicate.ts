// Predicates over the whole surface of expressions that have a wanted truth value for a given row: draw any, ask the model
// what it is for the row, and rectify it.

import { contextFor } from '../generate/grow.ts';
import { tableSource } from '../generate/source.ts';
import { expand } from '../plan/expand.ts';
import type { RowTerm } from '../plan/check.ts';
import { rowOf } from '../plan/evaluate-check.ts';
import type { Expression, Select } from '../sql/ast.ts';
import { and, binary, isNotNull, isNull, isTrue, literal, NULL, not, or } from '../sql/build.ts';
import { type Row, sameRow } from '../sql/value.ts';
import type { Attempt } from './attempt.ts';
import type { RowHandle } from './check.ts';
import { discard } from './discard.ts';
import type { PredicateOptions } from './property.ts';
import { fromTable, type TableHandle } from './table-handle.ts';

export function predicateFor(attempt: Attempt, table: TableHandle, options: PredicateOptions): Expression {
  const { random, rehearsal, setting } = attempt.planning;
  const sources = [tableSource(table.view, table.alias)];
  const context = contextFor(random, rehearsal.view(attempt.connection), setting, sources);
  const predicate = context.grow.predicate(context, setting.weights.limit.expressionDepth);
  if (options.trueFor) return makeTrue(predicate, truthFor(attempt, table, predicate, options.trueFor));
  if (options.falseFor) return not(makeTrue(predicate, truthFor(attempt, table, predicate, options.falseFor)));
  if (options.nullFor) return makeNull(predicate, truthFor(attempt, table, predicate, options.nullFor));
  return predicate;
}

function makeTrue(predicate: Expression, truth: boolean | null): Expression {
  return truth === null ? isNull(predicate) : truth ? predicate : not(predicate);
}

function makeNull(predicate: Expression, truth: boolean | null): Expression {
  return truth === null ? predicate : truth ? and(predicate, NULL) : or(predicate, NULL);
}

/** The truth value of a predicate for a row that the table holds, by the model. */
function truthFor(attempt: Attempt, table: TableHandle, predicate: Expression, handle: RowHandle): boolean | null {
  const { rehearsal } = attempt.planning;
  const row = valuesOf(attempt, handle.row) ?? discard('the model does not know the row');
  const isIt = table.columns.map((column, i) => binary(column, 'IS', literal(row[i])));
  const question: Select = {
    kind: 'select',
    body: {
      kind: 'core',
      columns: [isTrue(predicate), isNotNull(predicate), ...table.columns].map((expression) => ({
        kind: 'expression',
        expression,
      })),
      from: fromTable(table),
      where: and(...isIt),
    },
  };
  const { prediction } = rehearsal.predict(attempt.connection, expand(question, attempt.draws));
  const answers = prediction.kind === 'rows' ? prediction.rows.filter((answer) => sameRow(answer.slice(2), row)) : [];
  if (answers.length === 0) return discard('the model cannot say what the predicate is for the row');
  const [isTrueNow, isKnown] = answers[0];
  // Equal rows can differ in their rowid; the predicate must not tell them apart.
  if (answers.some((answer) => answer[0] !== isTrueNow || answer[1] !== isKnown)) return discard('the row is not one');
  return isKnown === 1n ? isTrueNow === 1n : null;
}

function valuesOf(attempt: Attempt, term: RowTerm): Row | undefined {
  return rowOf(term, attempt.terms());
}
