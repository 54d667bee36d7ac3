// A statement with several mistakes: which of them SQLite reports depends on the order in which it looks at things.

import type { FromTable, Join, Statement } from '../../../sql/ast.ts';
import type { RefusalClass } from '../../../sql/outcome.ts';
import { findTable, findView, type Snapshot } from './database.ts';
import { someNode } from './walk.ts';

/** Whether the refusal of a statement might as well be one of another class. */
export function hasSeveralErrors(statement: Statement, refusal: RefusalClass, snapshot: Snapshot): boolean {
  if (refusal === 'noSuchTable') return someNode(statement, isMergingJoin);
  return refusal === 'other' && someNode(statement, (node) => isMissingTable(node, snapshot));
}

function isMergingJoin(node: { readonly kind: string }): boolean {
  return node.kind === 'join' && ((node as Join).using !== undefined || (node as Join).natural === true);
}

function isMissingTable(node: { readonly kind: string }, snapshot: Snapshot): boolean {
  if (node.kind !== 'table') return false;
  const { name } = node as FromTable;
  return findTable(snapshot, name) === undefined && findView(snapshot, name) === undefined;
}
