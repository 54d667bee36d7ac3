// WITH RECURSIVE: a queue of rows. The first arms of the compound fill it; the last is run for each row that is taken out, as if the table had
// only that row, and what it gives goes into the queue, too.

import type { FromItem, SelectBody } from '../../../../sql/ast.ts';
import { type Row, sameRow, visit } from '../../../../sql/index.ts';
import type { Environment } from '../../evaluate/compile.ts';
import { Unknown } from '../../evaluate/stop.ts';
import type { Body, CompiledQuery } from './compiled-query.ts';
import { equalityKeyOfRow } from './equality-key.ts';
import { unordered } from './order.ts';
import { collationOf, isMixed, type QueryColumn } from './query-column.ts';
import { countVisited, depends, type StatementContext } from './statement-context.ts';

/** The table as its own last arm sees it. */
export interface CurrentRow {
  readonly name: string;
  row: Row;
  /** Its columns: those of the first arms. */
  readonly columns: readonly QueryColumn[];
}

/** A body that reads the table that it defines. */
export function readsItself(body: SelectBody, name: string): boolean {
  return readings(body, name) > 0;
}

/** Only the plain form is followed: one arm that reads the table once, in its own FROM. */
export function recursiveArm(
  body: SelectBody,
  name: string,
): { left: SelectBody; right: SelectBody; all: boolean } {
  if (body.kind !== 'compound' || (body.operator !== 'UNION' && body.operator !== 'UNION ALL'))
    throw new Unknown('recursive');
  const { left, right, operator } = body;
  const isPlain =
    right.kind === 'core' &&
    right.from?.kind === 'table' &&
    readings(right, name) === 1 &&
    readings(right.from, name) === 1 &&
    right.groupBy === undefined &&
    !right.distinct &&
    readings(left, name) === 0;
  if (!isPlain) throw new Unknown('recursive');
  return { left, right, all: operator === 'UNION ALL' };
}

function readings(node: SelectBody | FromItem, name: string): number {
  let found = 0;
  visit(node, (each) => {
    if (each.kind === 'table' && each.name.toLowerCase() === name) found++;
    return true;
  });
  return found;
}

/** What the last arm reads the current row from. */
export function currentRowQuery(current: CurrentRow): CompiledQuery {
  return {
    columns: current.columns,
    correlated: false,
    mayRaise: false,
    sums: false,
    sorted: false,
    run: () => ({ ordered: unordered([current.row]), undetermined: false }),
  };
}

export function recursiveBody(
  first: Body,
  step: Body,
  all: boolean,
  current: CurrentRow,
  context: StatementContext,
): Body {
  if (first.columns.length !== step.columns.length) throw new Unknown('recursive');
  const columns = first.columns.map((column, i) => ({
    ...column,
    arms: [...column.arms, ...step.columns[i].arms],
  }));
  if (columns.some(isMixed)) throw new Unknown('recursive');
  const collations = columns.map(collationOf);
  return {
    columns,
    sortKeys: [],
    correlated: first.correlated,
    mayRaise: first.mayRaise || step.mayRaise,
    sums: first.sums || step.sums,
    readsSorted: first.readsSorted || step.readsSorted,
    produce(outer: Environment | undefined) {
      const seen = new Map<string, Row>();
      const rows: Row[] = [];
      const add = (row: Row): void => {
        if (!all) {
          const key = equalityKeyOfRow(row, collations);
          const other = seen.get(key);
          if (other !== undefined) {
            if (!sameRow(other, row)) depends(context, 'UNION representative');
            return;
          }
          seen.set(key, row);
        }
        rows.push(row);
      };
      first.produce(outer).rows.forEach(add);
      // The rows that are still in the queue stand behind the one that is taken out.
      for (let taken = 0; taken < rows.length; taken++) {
        countVisited(context, 1);
        current.row = rows[taken];
        step.produce(outer).rows.forEach(add);
      }
      return { rows, sortValues: [] };
    },
  };
}
