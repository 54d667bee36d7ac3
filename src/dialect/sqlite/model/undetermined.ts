// Whether what a statement does is determined although the model cannot follow it. In a write, nothing may depend on the order
// in which it comes to its rows, nor on the order in which triggers fire.

import type { Delete, Insert, Statement, Update } from '../../../sql/ast.ts';
import { children, type Node, some } from '../../../sql/index.ts';
import { sqliteBugs } from '../sqlite-bugs.ts';
import { findTable, findView, type Snapshot } from './database.ts';
import { firedBy, reachOf, triggersOn } from './schema/trigger.ts';
import type { Trigger } from './table.ts';
import {
  givesVaryingDigits,
  isUndeterminedNode,
  isUndeterminedQuery,
  mayRaise,
  readsAny,
} from './undetermined-query.ts';

/** What of its connection matters to a statement. */
interface Circumstances {
  readonly foreignKeys: boolean;
  readonly inTransaction: boolean;
}

export function isUndetermined(
  statement: Statement,
  snapshot: Snapshot,
  circumstances: Circumstances,
): boolean {
  switch (statement.kind) {
    case 'select':
      return isUndeterminedQuery(statement, snapshot);
    case 'createTableAs':
      return (
        isUndeterminedQuery(statement.select, snapshot) ||
        givesVaryingDigits(statement.select) ||
        mayRaise(statement.select)
      );
    case 'insert':
    case 'update':
    case 'delete':
      return isUndeterminedWrite(statement, snapshot, circumstances);
    case 'raw':
      return statement.undetermined ?? false;
    default:
      return false;
  }
}

function isUndeterminedWrite(
  statement: Insert | Update | Delete,
  snapshot: Snapshot,
  { foreignKeys, inTransaction }: Circumstances,
): boolean {
  if (mayRaise(statement)) return true;
  const reached = reachOf(snapshot, statement.table, foreignKeys);
  if (mayKeepRefusedRows(statement, reached, snapshot, inTransaction)) return true;
  if (hasUndeterminedTriggers(statement, reached, snapshot)) return true;
  return isUndeterminedAlone(statement, reached, snapshot);
}

/** May SQLite refuse it and yet keep some of its rows? Its bug refused-rows-stay. */
function mayKeepRefusedRows(
  statement: Insert | Update | Delete,
  reached: readonly string[],
  snapshot: Snapshot,
  inTransaction: boolean,
): boolean {
  if (reached.length === 1 && storesAtMostOneRow(statement, snapshot)) return false;
  return reached.some((name) => {
    const schema = findTable(snapshot, name)?.schema;
    return schema !== undefined && sqliteBugs['refused-rows-stay'].isMet(inTransaction, schema);
  });
}

function storesAtMostOneRow(statement: Insert | Update | Delete, snapshot: Snapshot): boolean {
  switch (statement.kind) {
    case 'insert': {
      const { source } = statement;
      return source.kind === 'defaultValues' || (source.kind === 'values' && source.rows.length === 1);
    }
    case 'update':
      return isOfOneRow(statement, snapshot);
    case 'delete':
      return true;
  }
}

/** Without its triggers. */
function isUndeterminedAlone(
  statement: Insert | Update | Delete,
  reached: readonly string[],
  snapshot: Snapshot,
): boolean {
  const { returning, ...rest } = statement;
  if (isUndeterminedNode(returning, snapshot)) return true;
  // A query inside may see some of the changes, or none.
  if (readsAny(children(rest), reached, snapshot)) return true;
  const view = findView(snapshot, statement.table);
  if (view !== undefined && isUndeterminedQuery(view.select, snapshot)) return true;
  if (statement.kind !== 'delete' && givesVaryingDigits(children(rest))) return true;
  const isSettled = !('conflict' in statement) || statement.conflict !== 'FAIL';
  switch (statement.kind) {
    case 'insert':
      return isUndeterminedInsert(statement, snapshot);
    case 'update':
      return (
        !isSettled ||
        statement.from !== undefined ||
        (statement.set.some(({ columns }) =>
          columns.some((name) => isKey(snapshot, statement.table, name)),
        ) &&
          !isOfOneRow(statement, snapshot)) ||
        statement.set.some(({ value }) => isUndeterminedNode(value, snapshot)) ||
        isUndeterminedNode(statement.where, snapshot)
      );
    case 'delete':
      return isUndeterminedNode(statement.where, snapshot);
  }
}

function isUndeterminedInsert({ returning, ...insert }: Insert, snapshot: Snapshot): boolean {
  const { table, source, upsert, conflict } = insert;
  const schema = findTable(snapshot, table)?.schema;
  if (schema?.columns.some((column) => isUndeterminedNode(column.default, snapshot))) return true;
  if (source.kind !== 'select') return isUndeterminedNode(children(insert), snapshot);
  const hasKeys = schema === undefined || schema.rowidAlias >= 0 || schema.keys.length > 0;
  return (
    hasKeys || conflict !== undefined || upsert !== undefined || isUndeterminedQuery(source.select, snapshot)
  );
}

/** Is there at most one row that it changes, since it names its rowid? */
function isOfOneRow({ table, where }: Update, snapshot: Snapshot): boolean {
  if (where?.kind !== 'binary' || where.operator !== '=' || where.right.kind !== 'literal') return false;
  const schema = findTable(snapshot, table)?.schema;
  const key = schema?.columns[schema.rowidAlias]?.name;
  return key !== undefined && where.left.kind === 'column' && where.left.name === key;
}

/** Is the column part of something unique? An UPDATE of several rows may then conflict with rows that it has changed itself. */
function isKey(snapshot: Snapshot, table: string, column: string): boolean {
  const schema = findTable(snapshot, table)?.schema;
  if (schema === undefined) return findView(snapshot, table) === undefined;
  const position = schema.columns.findIndex(({ name }) => name === column);
  return (
    position < 0 ||
    position === schema.rowidAlias ||
    schema.keys.some(({ positions }) => positions === undefined || positions.includes(position))
  );
}

function hasUndeterminedTriggers(
  statement: Insert | Update | Delete,
  reached: readonly string[],
  snapshot: Snapshot,
): boolean {
  if (snapshot.triggers === undefined) return false;
  const fired = firedBy(snapshot, statement);
  const later = reached.slice(1).flatMap((name) => triggersOn(snapshot.triggers, name));
  const all = [...fired, ...later];
  if (all.length === 0) return false;
  const isInOrder = statement.kind === 'insert' && statement.source.kind !== 'select';
  return (
    haveRivals(all) ||
    all.some((trigger) => trigger.writes.includes(trigger.definition.table.toLowerCase())) ||
    // One that may lead back to the table.
    later.some(({ writes }) => writes.includes(reached[0])) ||
    all.some((trigger) => isUndeterminedTrigger(trigger, reached, snapshot)) ||
    !(isInOrder || all.every((trigger) => isInAnyOrder(trigger, snapshot)))
  );
}

/** Two of the same moment: SQL does not say which fires first. */
function haveRivals(triggers: readonly Trigger[]): boolean {
  const moments = triggers.map(({ definition: { table, timing, event } }) => `${table} ${timing} ${event}`);
  return new Set(moments).size < moments.length;
}

function isUndeterminedTrigger(
  { definition }: Trigger,
  reached: readonly string[],
  snapshot: Snapshot,
): boolean {
  if (isUndeterminedNode(definition.when, snapshot) || mayRaise(definition)) return true;
  return definition.body.some((done) =>
    done.kind === 'select'
      ? isUndeterminedQuery(done, snapshot)
      : isUndeterminedAlone(done, reached, snapshot),
  );
}

/** Does it do the same whatever the order of the rows that fire it? It may add rows to a table without keys, or raise. */
function isInAnyOrder({ definition }: Trigger, snapshot: Snapshot): boolean {
  const readsNothing = !some(definition.body, ({ kind }) => kind === 'table');
  return (
    readsNothing &&
    definition.body.every((done) => {
      if (done.kind === 'select') return !some(done, isFail);
      const schema = done.kind === 'insert' ? findTable(snapshot, done.table)?.schema : undefined;
      return schema !== undefined && schema.rowidAlias < 0 && schema.keys.length === 0;
    })
  );
}

function isFail(node: Node): boolean {
  return node.kind === 'raise' && node.action === 'FAIL';
}
