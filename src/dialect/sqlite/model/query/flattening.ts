// Joins within joins that SQLite would flatten, and does not always get right.

import type { FromItem, Select, SelectBody } from '../../../../sql/ast.ts';
import { some } from '../../../../sql/index.ts';
import { Unknown } from '../../evaluate/stop.ts';
import { isRightOrFullJoin, sqliteBugs, wrongInSqlite } from '../../sqlite-bugs.ts';
import { findView } from '../database.ts';
import type { Level } from './scope.ts';

/**
 * SQLite flattens a join in a subquery, or in parentheses, into the one around it. With a RIGHT or FULL JOIN on either
 * side it then refuses ON clauses that are fine.
 */
export function checkFlattening(item: FromItem, level: Level): void {
  if (item.kind !== 'join') {
    const joined = flattenedJoin(item, level);
    if (joined !== undefined && sqliteBugs['arm-twice'].isMet(joined)) throw wrongInSqlite('arm-twice');
    return;
  }
  let inner = false;
  let keepsRight = false;
  const visitItem = (part: FromItem, isNested: boolean): void => {
    if (part.kind === 'join') {
      if (part.operator === 'RIGHT JOIN' || part.operator === 'FULL JOIN') keepsRight = true;
      if (isNested) inner = true;
      visitItem(part.left, false);
      visitItem(part.right, true);
      return;
    }
    const joined = flattenedJoin(part, level);
    if (joined === undefined) return;
    inner = true;
    if (some(joined, isRightOrFullJoin)) keepsRight = true;
  };
  visitItem(item, false);
  if (inner && keepsRight) throw new Unknown('RIGHT or FULL JOIN with a subquery');
}

/** The join that a view, common table or plain subquery is, or that its own common tables hold. */
function flattenedJoin(item: FromItem, level: Level): Select | undefined {
  if (item.kind === 'subquery') return joinOf(item.select);
  if (item.kind !== 'table') return undefined;
  const name = item.name.toLowerCase();
  for (let common = level.commons; common !== undefined; common = common.next) {
    if (common.name === name) return joinOf(common.select);
  }
  const view = findView(level.context.snapshot, item.name);
  return view === undefined ? undefined : joinOf(view.select);
}

function joinOf(select: Select): Select | undefined {
  if (select.limit !== undefined || !isFlattened(select.body)) return undefined;
  return some(select, ({ kind }) => kind === 'join') ? select : undefined;
}

/** SQLite flattens plain queries, and compounds of such with UNION ALL. */
function isFlattened(body: SelectBody): boolean {
  if (body.kind === 'compound') {
    return body.operator === 'UNION ALL' && isFlattened(body.left) && isFlattened(body.right);
  }
  return body.kind === 'core' && !body.distinct && body.groupBy === undefined;
}
