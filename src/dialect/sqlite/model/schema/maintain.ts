// ANALYZE, REINDEX and VACUUM: they write, but change nothing that a statement can see, but for rowids.

import type { Analyze, Reindex } from '../../../../sql/ast.ts';
import { Refusal, Unknown } from '../../evaluate/stop.ts';
import { findTable, findView, type Snapshot, withTable } from '../database.ts';
import { valuesOf } from '../persistent-map.ts';
import type { StatementContext } from '../query/statement-context.ts';
import { holderOfName } from './names.ts';

export function maintain(statement: Analyze | Reindex, { snapshot }: StatementContext): Snapshot {
  const { target } = statement;
  if (
    target !== undefined &&
    !COLLATIONS.has(target.toUpperCase()) &&
    holderOfName(snapshot, target) === undefined
  ) {
    throw statement.kind === 'analyze'
      ? new Refusal('noSuchTable', `no such table: ${target}`)
      : new Refusal('other', 'unable to identify the object to be reindexed');
  }
  if (statement.kind === 'reindex' && !hasIndexes(snapshot, target)) return snapshot;
  return { ...snapshot };
}

/** SQLite may number the rows of a table anew, unless its rowid has a name. */
export function vacuum({ snapshot }: StatementContext): Snapshot {
  return withoutRowids(snapshot);
}

/** Which rowids rows have is not known, unless they have a name. */
export function withoutRowids(snapshot: Snapshot): Snapshot {
  let next = { ...snapshot };
  for (const table of valuesOf(snapshot.tables)) {
    const { withoutRowid, rowidAlias } = table.schema;
    if (!withoutRowid && rowidAlias < 0 && table.rowidsKnown)
      next = withTable(next, { ...table, rowidsKnown: false });
  }
  return next;
}

/** Without any index REINDEX does nothing, and needs no lock. */
function hasIndexes(snapshot: Snapshot, target: string | undefined): boolean {
  const table = target === undefined ? undefined : findTable(snapshot, target);
  if (target !== undefined && table === undefined) return findView(snapshot, target) === undefined;
  const tables = table === undefined ? valuesOf(snapshot.tables) : [table];
  return tables.some(({ schema, knowledge }) => {
    if (knowledge === 'unknown') throw new Unknown('schema not known');
    return schema.keys.length > 0 || schema.indexes.length > 0;
  });
}

const COLLATIONS = new Set(['BINARY', 'NOCASE', 'RTRIM']);
