// UPDATE. All new rows are computed from the table as it was; then they are stored one by one. Where the outcome
// depends on which row comes first, the model calls it undetermined.

import type { ConflictResolution, FromItem, Update } from '../../../../sql/ast.ts';
import {
  type ConstraintKind,
  type Node,
  type Row,
  type SqlValue,
  sameRow,
  some,
} from '../../../../sql/index.ts';
import { truth } from '../../evaluate/convert.ts';
import { Refusal } from '../../evaluate/stop.ts';
import { sqliteBugs, wrongInSqlite } from '../../sqlite-bugs.ts';
import { equalityKeyOfRow } from '../query/equality-key.ts';
import { compileFrom } from '../query/from.ts';
import { runProbes } from '../query/probes.ts';
import { addTable, compileIn } from '../query/scope.ts';
import { checkAllUsed, statementLevel } from '../query/select.ts';
import { countVisited, type StatementContext, scan, Undetermined } from '../query/statement-context.ts';
import { rowidOf, type TableSchema } from '../table.ts';
import { compileSet, type Setter } from './assign.ts';
import { checkKeys, prepareRow, Violation } from './constraints.ts';
import { addRow, type Draft, draftOf, removeRow, tableOf } from './draft.ts';
import { checkRefusedValue } from './refused-value.ts';
import { compileReturning, targetTable, type Written } from './target.ts';

interface Change {
  readonly old: Row;
  readonly next: SqlValue[];
}

export function runUpdate(statement: Update, context: StatementContext): Written {
  const table = targetTable(context, statement.table);
  const { schema } = table;
  const level = statementLevel(context, statement.with);
  addTable(level, table, statement.alias ?? schema.name);
  if (statement.from !== undefined) checkTargetIsApart(statement, statement.from);
  const from = statement.from === undefined ? undefined : compileFrom(statement.from, level);
  if (statement.where !== undefined && sqliteBugs['between-while-writing'].isMet(statement.where))
    throw wrongInSqlite('between-while-writing');
  if (from !== undefined && sqliteBugs['update-from-with-far-key'].isMet(schema))
    throw wrongInSqlite('update-from-with-far-key');
  const where = statement.where === undefined ? undefined : compileIn(level, statement.where);
  const readsBefore = new Set(context.reads);
  context.reads.clear();
  level.correlatedSubquery = false;
  const setter = compileSet(statement.set, schema, level);
  // An uncorrelated subquery runs once, when it is first needed: before the first change only if nothing can put it off.
  const isPutOff = statement.set.some(({ value }) => value.kind !== 'scalar' && some(value, isSubquery));
  const readsItself = (level.correlatedSubquery || isPutOff) && context.reads.has(schema.name.toLowerCase());
  for (const name of readsBefore) context.reads.add(name);
  checkAllUsed(level, context);
  const returning = compileReturning(statement.returning, context, table);
  if (level.mayRaise) throw new Undetermined('may raise');
  const draft = draftOf(table);
  context.started = true;

  const changes: Change[] = [];
  const fromRows = from?.rows(undefined);
  for (const old of scan(context, table)) {
    let next: SqlValue[] | undefined;
    if (fromRows === undefined) runProbes(level.probes.row, { row: old });
    if (fromRows !== undefined) countVisited(context, fromRows.length);
    for (const other of fromRows ?? NO_ROWS) {
      const environment = { row: other === NO_ROW ? old : old.concat(other) };
      if (where !== undefined && truth(where.evaluate(environment)) !== true) continue;
      const row = setter.apply(old, environment);
      if (next !== undefined && !sameRow(next, row))
        throw new Undetermined('UPDATE FROM with several matches');
      next = row;
    }
    if (next !== undefined) changes.push({ old, next });
  }
  if (changes.length > 1 && readsItself) throw new Undetermined('subquery while updating');
  const written = store(draft, changes, setter, statement.conflict, context);
  return { ...written, returned: returning === undefined ? [] : written.stored.map(returning) };
}

const isSubquery = ({ kind }: Node): boolean => kind === 'scalar' || kind === 'exists' || kind === 'inSelect';

const NO_ROW: Row = [];
const NO_ROWS: readonly Row[] = [NO_ROW];

interface Stored {
  readonly table: Written['table'];
  readonly stored: readonly Row[];
  readonly changes: number;
  readonly dirty?: 'maybe';
  readonly violation?: Violation;
  readonly anyConstraint?: boolean;
}

function store(
  draft: Draft,
  changes: readonly Change[],
  setter: Setter,
  conflict: ConflictResolution | undefined,
  context: StatementContext,
): Stored {
  const violations: Violation[] = [];
  const several = changes.length > 1;
  const attempt = <T>(action: () => T): T | undefined => {
    try {
      return action();
    } catch (error) {
      checkRefusedValue(error, several ? 'some' : 'none', draft.schema, context);
      if (!(error instanceof Violation)) throw error;
      violations.push(error);
      return undefined;
    }
  };
  const kept: Change[] = [];
  for (const change of changes) {
    const decision = attempt(() => prepareRow(draft, change.next, conflict));
    if (decision?.kind === 'store') kept.push(change);
  }
  if (several && touchesKeys(draft.schema, setter)) {
    const meeting = meetings(draft, kept);
    if (meeting === 'final' && onlyStops(draft.schema, conflict)) {
      // Two rows would end up equal under a key: some row fails, whichever comes first.
      if (conflict === 'FAIL' || (conflict === undefined && hasOwnClause(draft.schema))) {
        throw new Undetermined('update order');
      }
      violations.push(
        new Violation('unique', 'UNIQUE constraint failed', conflict === 'ROLLBACK' ? conflict : 'ABORT'),
      );
      return stopped(draft, violations, true);
    }
    if (meeting !== 'none') throw new Undetermined('update order');
  }
  const stored: Row[] = [];
  for (const { old, next } of kept) {
    const decision = attempt(() => checkKeys(draft, next, old, conflict));
    if (decision?.kind !== 'store') continue;
    removeRow(draft, old);
    addRow(draft, next);
    stored.push(next);
  }
  if (violations.length > 0) {
    if (several && violations.some(({ resolution }) => resolution === 'FAIL'))
      throw new Undetermined('update order');
    return stopped(draft, violations, several && !sameKind(violations));
  }
  // SQLite does not write a row that stays as it is.
  const isSame = kept.every(({ old, next }) => sameRow(old, next));
  return {
    table: tableOf(draft),
    stored,
    changes: stored.length,
    dirty: isSame && kept.length > 0 ? 'maybe' : undefined,
  };
}

function stopped(draft: Draft, violations: readonly Violation[], anyConstraint: boolean): Stored {
  const resolutions = new Set(violations.map(({ resolution }) => resolution));
  if (resolutions.size > 1) throw new Undetermined('update order');
  // A single row that fails leaves nothing behind, whatever the clause.
  return { table: draft.table, stored: [], changes: 0, violation: violations[0], anyConstraint };
}

function sameKind(violations: readonly Violation[]): boolean {
  const kinds = new Set<ConstraintKind | undefined>(violations.map(({ constraint }) => constraint));
  return kinds.size === 1;
}

function touchesKeys(schema: TableSchema, { positions }: Setter): boolean {
  if (positions.has(-1) || (schema.rowidAlias >= 0 && positions.has(schema.rowidAlias))) return true;
  return schema.keys.some(
    (key) =>
      key.positions === undefined ||
      key.where !== undefined ||
      key.positions.some((position) => positions.has(position) || schema.columns[position].generated),
  );
}

function hasOwnClause({ rowidConflict, keys }: TableSchema): boolean {
  return rowidConflict !== undefined || keys.some((key) => key.conflict !== undefined);
}

/** Whether every violation of a key ends the statement, so that no row is dropped or replaced. */
function onlyStops(schema: TableSchema, conflict: ConflictResolution | undefined): boolean {
  const stops = (resolution: ConflictResolution | undefined) =>
    resolution !== 'IGNORE' && resolution !== 'REPLACE';
  if (conflict !== undefined) return stops(conflict);
  return stops(schema.rowidConflict) && schema.keys.every((key) => stops(key.conflict));
}

/**
 * Whether changed rows meet under some key: `final` when two end up equal, `passing` when one takes the place that
 * another leaves, so that the order decides.
 */
function meetings(draft: Draft, changes: readonly Change[]): 'none' | 'passing' | 'final' {
  const { schema, compiled } = draft;
  let passing = false;
  const examine = (keyOf: (row: Row) => string | undefined): boolean => {
    const before = new Map<string, number>();
    const after = new Map<string, number>();
    changes.forEach(({ old }, i) => {
      const key = keyOf(old);
      if (key !== undefined) before.set(key, i);
    });
    for (let i = 0; i < changes.length; i++) {
      const key = keyOf(changes[i].next);
      if (key === undefined) continue;
      if (after.has(key)) return true;
      after.set(key, i);
      const holder = before.get(key);
      if (holder !== undefined && holder !== i) passing = true;
    }
    return false;
  };
  if (!schema.withoutRowid && examine((row) => String(rowidOf(schema, row)))) return 'final';
  for (let i = 0; i < schema.keys.length; i++) {
    const { collations } = schema.keys[i];
    const keyOf = (row: Row) => {
      const values = compiled.keyValues[i](row);
      return values === undefined ? undefined : equalityKeyOfRow(values, collations);
    };
    if (examine(keyOf)) return 'final';
  }
  return passing ? 'passing' : 'none';
}

/** FROM must not repeat the target under the name by which the statement knows it. */
function checkTargetIsApart(update: Update, item: FromItem): void {
  if (item.kind === 'join') {
    checkTargetIsApart(update, item.left);
    checkTargetIsApart(update, item.right);
  } else if (item.kind === 'table') {
    const isTarget = sameName(item.name, update.table);
    if (isTarget && sameName(item.alias ?? item.name, update.alias ?? update.table)) {
      throw new Refusal('other', `target object/alias may not appear in FROM clause: ${item.name}`);
    }
  }
}

function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
