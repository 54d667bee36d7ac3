// A statement with several mistakes: which of them SQLite reports depends on the order in which it looks at things.

import type { Statement } from '../../../sql/ast.ts';
import { type Node, type RefusalClass, some } from '../../../sql/index.ts';
import { findTable, findView, type Snapshot } from './database.ts';

/** Whether the refusal of a statement might as well be one of another class. */
export function hasSeveralErrors(statement: Statement, refusal: RefusalClass, snapshot: Snapshot): boolean {
  if (refusal === 'noSuchTable') return some(statement, isMergingJoin);
  return refusal === 'other' && some(statement, (node) => isMissingTable(node, snapshot));
}

function isMergingJoin(node: Node): boolean {
  return node.kind === 'join' && (node.using !== undefined || node.natural === true);
}

function isMissingTable(node: Node, snapshot: Snapshot): boolean {
  if (node.kind !== 'table') return false;
  return findTable(snapshot, node.name) === undefined && findView(snapshot, node.name) === undefined;
}
