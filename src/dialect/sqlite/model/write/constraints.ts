// The checks of one row that is about to be stored, in SQLite's order: NOT NULL, datatypes, CHECK, the rowid,
// then every key; and what each conflict clause makes of a violation.

import type { ConflictResolution } from '../../../../sql/ast.ts';
import type { ConstraintKind, Row, SqlValue } from '../../../../sql/index.ts';
import { truth } from '../../evaluate/convert.ts';
import { Refusal } from '../../evaluate/stop.ts';
import { runProbes } from '../query/probes.ts';
import { defaultOf, storeValue } from '../schema/compile-table.ts';
import { type Column, type RowKey, rowidOf, rowKeyOf, type TableSchema } from '../table.ts';
import { type Draft, findRow, holderOf, removeRow } from './draft.ts';

/** A violation that ends the statement. FAIL keeps what was done before, ROLLBACK ends the transaction too. */
export class Violation extends Refusal {
  readonly resolution: 'ABORT' | 'FAIL' | 'ROLLBACK';

  constructor(kind: ConstraintKind, message: string, resolution: 'ABORT' | 'FAIL' | 'ROLLBACK') {
    super('constraint', message, kind);
    this.resolution = resolution;
  }
}

/** An ON CONFLICT clause of an upsert, with what its target names: a key, the rowid (-1), or anything (undefined). */
export interface UpsertRule {
  readonly target: number | undefined;
  readonly update: boolean;
}

export type RowDecision =
  | { readonly kind: 'store' }
  | { readonly kind: 'ignore' }
  /** DO UPDATE of the row with this key, by the clause at this position. */
  | {
      readonly kind: 'upsert';
      readonly key: RowKey;
      readonly rule: number;
      /** The conflict is about the rowid, and was found before any key was looked at. */
      readonly early: boolean;
    };

const STORE: RowDecision = { kind: 'store' };
const IGNORE: RowDecision = { kind: 'ignore' };

/** What concerns one row on its own: values get their stored form, generated columns theirs. */
export function prepareRow(
  draft: Draft,
  row: SqlValue[],
  conflict: ConflictResolution | undefined,
): RowDecision {
  const { schema, compiled } = draft;
  const hasGenerated = compiled.generated.length > 0;
  if (hasGenerated) {
    applyAffinities(schema, row, false);
    computeGenerated(draft, row);
  }
  let replaced = false;
  for (let i = 0; i < schema.columns.length; i++) {
    const column = schema.columns[i];
    if (!column.notNull || row[i] !== null || column.rowidAlias || column.generated) continue;
    const resolution = conflict ?? column.notNullConflict ?? 'ABORT';
    if (resolution === 'IGNORE') return IGNORE;
    if (resolution === 'REPLACE') {
      row[i] = defaultOf(schema, i);
      replaced = true;
      if (row[i] !== null) continue;
    }
    throw notNullViolation(schema, i, resolution);
  }
  if (hasGenerated) {
    if (replaced) {
      applyAffinities(schema, row, false);
      computeGenerated(draft, row);
    }
    for (let i = 0; i < schema.columns.length; i++) {
      const column = schema.columns[i];
      if (!column.notNull || row[i] !== null || !column.generated) continue;
      const resolution = conflict ?? column.notNullConflict ?? 'ABORT';
      if (resolution === 'IGNORE') return IGNORE;
      throw notNullViolation(schema, i, resolution);
    }
  }
  applyAffinities(schema, row, true);
  runProbes(compiled.probes, { row });
  for (const check of compiled.checks) {
    if (truth(check({ row })) !== false) continue;
    const resolution = conflict ?? 'ABORT';
    if (resolution === 'IGNORE') return IGNORE;
    throw violation('check', `CHECK constraint failed: ${schema.name}`, resolution);
  }
  return STORE;
}

function notNullViolation(schema: TableSchema, position: number, resolution: ConflictResolution): Violation {
  const column = `${schema.name}.${schema.columns[position].name}`;
  return violation('notNull', `NOT NULL constraint failed: ${column}`, resolution);
}

/** Uniqueness against the rows of the draft. `old` is the row that an UPDATE replaces. */
export function checkKeys(
  draft: Draft,
  row: Row,
  old: Row | undefined,
  conflict: ConflictResolution | undefined,
  rules: readonly UpsertRule[] = [],
  onReplace: (deleted: Row) => void = () => {},
): RowDecision {
  const { schema } = draft;
  const oldKey = old === undefined ? undefined : rowKeyOf(schema, old);
  const order = checkOrder(schema, conflict, rules);
  for (const at of order) {
    const holder = at < 0 ? rowidHolder(draft, row) : holderOf(draft, at, row);
    if (holder === undefined) continue;
    if (oldKey !== undefined && schema.compareKeys(holder, oldKey) === 0) continue;
    const rule = rules.findIndex((candidate) => candidate.target === undefined || candidate.target === at);
    if (rule >= 0)
      return rules[rule].update
        ? { kind: 'upsert', key: holder, rule, early: at === order[0] && at < 0 }
        : IGNORE;
    const own = at < 0 ? schema.rowidConflict : schema.keys[at].conflict;
    const resolution = conflict ?? own ?? 'ABORT';
    if (resolution === 'IGNORE') return IGNORE;
    if (resolution === 'REPLACE') {
      const deleted = findRow(draft, holder)!;
      removeRow(draft, deleted);
      onReplace(deleted);
      continue;
    }
    const isPrimary = at < 0 || schema.keys[at].kind === 'primaryKey';
    throw violation(
      isPrimary ? 'primaryKey' : 'unique',
      `UNIQUE constraint failed: ${schema.name}`,
      resolution,
    );
  }
  return STORE;
}

function rowidHolder(draft: Draft, row: Row): RowKey | undefined {
  const rowid = rowidOf(draft.schema, row);
  return findRow(draft, rowid) === undefined ? undefined : rowid;
}

/**
 * The order in which the rowid (-1) and the keys are checked: those that an upsert names come first; the rowid is
 * first otherwise, but last when only its own clause says REPLACE.
 */
function checkOrder(
  schema: TableSchema,
  conflict: ConflictResolution | undefined,
  rules: readonly UpsertRule[],
): readonly number[] {
  const keys = schema.keys.map((_, i) => i);
  if (schema.withoutRowid && rules.length === 0) return keys;
  const named: number[] = [];
  for (const { target } of rules) {
    if (target !== undefined && !named.includes(target)) named.push(target);
  }
  const rest = keys.filter((key) => !named.includes(key));
  if (schema.withoutRowid) return [...named, ...rest];
  if (named.includes(-1)) return [...named, ...rest];
  if (named.length > 0) return [...named, -1, ...rest];
  if (conflict === undefined && schema.rowidConflict === 'REPLACE') return [...keys, -1];
  return [-1, ...keys];
}

/** REPLACE means ABORT where there is nothing to replace. */
function violation(kind: ConstraintKind, message: string, resolution: ConflictResolution): Violation {
  return new Violation(
    kind,
    message,
    resolution === 'FAIL' || resolution === 'ROLLBACK' ? resolution : 'ABORT',
  );
}

export function computeGenerated(
  { schema, compiled }: Pick<Draft, 'schema' | 'compiled'>,
  row: SqlValue[],
): void {
  runProbes(compiled.probes, { row });
  for (const { position, evaluate } of compiled.generated) {
    row[position] = storeValue(evaluate({ row }), schema.columns[position].affinity);
  }
}

/** Gives values their columns' affinity and, in STRICT tables, refuses those of another type. */
function applyAffinities(schema: TableSchema, row: SqlValue[], withGenerated: boolean): void {
  for (let i = 0; i < schema.columns.length; i++) {
    const column = schema.columns[i];
    if (column.generated && !withGenerated) continue;
    if (row[i] === null || column.rowidAlias) continue;
    if (column.affinity !== 'blob') row[i] = storeValue(row[i], column.affinity);
    if (column.strictType !== undefined && !(column.generated && !column.stored))
      checkType(schema, column, row[i]);
  }
}

function checkType(schema: TableSchema, column: Column, value: SqlValue): void {
  const fits =
    column.strictType === 'ANY' ||
    (column.strictType === 'INTEGER' && typeof value === 'bigint') ||
    (column.strictType === 'REAL' && typeof value === 'number') ||
    (column.strictType === 'TEXT' && typeof value === 'string') ||
    (column.strictType === 'BLOB' && value instanceof Uint8Array);
  if (!fits) {
    const message = `cannot store value in ${column.strictType} column ${schema.name}.${column.name}`;
    throw new Violation('datatype', message, 'ABORT');
  }
}
