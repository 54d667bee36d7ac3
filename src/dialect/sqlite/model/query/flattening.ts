// Joins within joins that SQLite would flatten, and does not always get right.

import type { FromItem, Select, SelectBody } from '../../../../sql/ast.ts';
import { some } from '../../../../sql/index.ts';
import { Unknown } from '../../evaluate/stop.ts';
import { isRightOrFullJoin, sqliteBugs, wrongInSqlite } from '../../sqlite-bugs.ts';
import { findView } from '../database.ts';
import type { Level } from './scope.ts';

/**
 * SQLite flattens a join in a subquery, or in parentheses, into the one around it. With a RIGHT or FULL JOIN on either
 * side it then refuses ON clauses that are fine. So it does where an arm of UNION ALL is flattened, and what stands beside it copied for each arm.
 */
export function checkFlattening(item: FromItem, level: Level): void {
  if (item.kind !== 'join') {
    const query = queryOf(item, level);
    const joined = query && joinOf(query);
    if (joined !== undefined && sqliteBugs['arm-twice'].isMet(joined)) throw wrongInSqlite('arm-twice');
    return;
  }
  let inner = false;
  let keepsRight = false;
  let copies = false;
  let copiesRight = false;
  const visitItem = (part: FromItem, isNested: boolean): void => {
    if (part.kind === 'join') {
      if (part.operator === 'RIGHT JOIN' || part.operator === 'FULL JOIN') keepsRight = true;
      if (isNested) inner = true;
      visitItem(part.left, false);
      visitItem(part.right, true);
      return;
    }
    const query = queryOf(part, level);
    if (query === undefined) return;
    if (query.body.kind === 'compound' && isFlattened(query.body)) copies = true;
    if (some(query, isRightOrFullJoin)) copiesRight = true;
    const joined = joinOf(query);
    if (joined === undefined) return;
    inner = true;
    if (some(joined, isRightOrFullJoin)) keepsRight = true;
  };
  visitItem(item, false);
  if ((inner && keepsRight) || (copies && copiesRight))
    throw new Unknown('RIGHT or FULL JOIN with a subquery');
}

/** What a view, common table or plain subquery is. */
function queryOf(item: FromItem, level: Level): Select | undefined {
  if (item.kind === 'subquery') return item.select;
  if (item.kind !== 'table') return undefined;
  const name = item.name.toLowerCase();
  for (let common = level.commons; common !== undefined; common = common.next) {
    if (common.name === name) return common.select;
  }
  return findView(level.context.snapshot, item.name)?.select;
}

/** It as a join that SQLite flattens, perhaps one that its own common tables hold. */
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
