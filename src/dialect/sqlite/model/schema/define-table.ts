// From CREATE TABLE to the schema of a table: keys in SQLite's order, the rowid alias, and what SQLite refuses.

import type {
  Collation,
  ColumnDefinition,
  ConflictResolution,
  CreateTable,
  IndexedColumn,
} from '../../../../sql/ast.ts';
import type { Row } from '../../../../sql/index.ts';
import type { Affinity } from '../../../view.ts';
import { affinityOfType } from '../../affinity.ts';
import { compareValues } from '../../evaluate/compare.ts';
import { Refusal } from '../../evaluate/stop.ts';
import type { Compare } from '../persistent-map.ts';
import {
  type CheckConstraint,
  type Column,
  compareRowids,
  type Key,
  type RowKey,
  type StrictType,
  type TableSchema,
} from '../table.ts';

interface KeyClause {
  readonly kind: 'primaryKey' | 'unique';
  readonly columns: readonly IndexedColumn[];
  readonly conflict?: ConflictResolution;
  /** A column constraint; its DESC keeps an INTEGER PRIMARY KEY from being the rowid. */
  readonly columnDescending?: boolean;
  readonly autoincrement?: boolean;
}

export function defineTable(statement: CreateTable): TableSchema {
  const { name, strict = false, withoutRowid = false } = statement;
  checkColumnNames(statement.columns);
  const clauses = keyClauses(statement);
  const primaryKeys = clauses.filter((clause) => clause.kind === 'primaryKey');
  if (primaryKeys.length > 1) throw new Refusal('other', `table "${name}" has more than one primary key`);
  const primary = primaryKeys[0];
  if (withoutRowid && primary === undefined)
    throw new Refusal('other', `PRIMARY KEY missing on table ${name}`);
  const primaryNames = new Set(primary?.columns.map((column) => columnNameOf(column).toLowerCase()));

  const aliasName = primary === undefined ? undefined : rowidAliasOf(primary, statement.columns);
  const isAlias = aliasName !== undefined && !withoutRowid;
  if (primary?.autoincrement) {
    if (aliasName === undefined)
      throw new Refusal('other', 'AUTOINCREMENT is only allowed on an INTEGER PRIMARY KEY');
    if (withoutRowid) throw new Refusal('other', 'AUTOINCREMENT not allowed on WITHOUT ROWID tables');
  }
  const columns = statement.columns.map((definition) => {
    const lower = definition.name.toLowerCase();
    const inPrimary = primaryNames.has(lower);
    return defineColumn(definition, strict, inPrimary, isAlias && aliasName === lower, withoutRowid);
  });
  if (columns.every((column) => column.generated)) {
    throw new Refusal('other', 'must have at least one non-generated column');
  }
  const keys = defineKeys(name, clauses, columns, isAlias, aliasName, withoutRowid);
  const primaryKey = withoutRowid ? keys.findIndex((key) => key.kind === 'primaryKey') : -1;
  const checks: CheckConstraint[] = [];
  for (const { name: column, check } of statement.columns) {
    if (check !== undefined) checks.push({ expression: check, column: column.toLowerCase() });
  }
  for (const constraint of statement.constraints ?? []) {
    if (constraint.kind === 'check') checks.push({ expression: constraint.expression });
  }
  const foreignKeys = (statement.constraints ?? []).filter((constraint) => constraint.kind === 'foreignKey');
  return {
    name,
    ...(statement.schema === undefined ? {} : { attached: statement.schema.toLowerCase() }),
    columns,
    strict,
    withoutRowid,
    rowidAlias: isAlias ? columns.findIndex((column) => column.rowidAlias) : -1,
    rowidConflict: isAlias ? primary?.conflict : undefined,
    autoincrement: primary?.autoincrement ?? false,
    primaryKey,
    keys,
    checks,
    indexes: [],
    foreignKeys,
    compareKeys: withoutRowid ? (keys[primaryKey].compare as Compare<RowKey>) : compareRowids,
  };
}

function checkColumnNames(columns: readonly ColumnDefinition[]): void {
  const names = new Set<string>();
  for (const { name } of columns) {
    const lower = name.toLowerCase();
    if (names.has(lower)) throw new Refusal('other', `duplicate column name: ${name}`);
    names.add(lower);
  }
}

const STRICT_TYPES = new Map<string, StrictType>([
  ['INT', 'INTEGER'],
  ['INTEGER', 'INTEGER'],
  ['REAL', 'REAL'],
  ['TEXT', 'TEXT'],
  ['BLOB', 'BLOB'],
  ['ANY', 'ANY'],
]);

export function defineColumn(
  definition: ColumnDefinition,
  strict: boolean,
  primaryKey: boolean,
  rowidAlias: boolean,
  withoutRowid: boolean,
): Column {
  const { name, type = '', notNull, generated } = definition;
  const strictType = strict ? strictTypeOf(definition) : undefined;
  if (generated !== undefined) {
    if (primaryKey) throw new Refusal('other', 'generated columns cannot be part of the PRIMARY KEY');
    if (definition.default !== undefined)
      throw new Refusal('other', 'cannot use DEFAULT on a generated column');
  }
  const affinity: Affinity = strictType === 'ANY' ? 'blob' : affinityOfType(type);
  const implied = primaryKey && !rowidAlias && (strict || withoutRowid);
  return {
    name,
    type,
    affinity,
    collation: definition.collate ?? 'BINARY',
    notNull: notNull !== undefined || implied,
    notNullConflict: notNull?.conflict,
    primaryKey,
    rowidAlias,
    generated: generated !== undefined,
    expression: generated?.expression,
    stored: generated?.stored,
    default: definition.default,
    strictType,
  };
}

function strictTypeOf({ name, type }: ColumnDefinition): StrictType {
  if (type === undefined || type === '') throw new Refusal('other', `missing datatype for ${name}`);
  const strictType = STRICT_TYPES.get(type.toUpperCase());
  if (strictType === undefined) throw new Refusal('other', `unknown datatype for ${name}: "${type}"`);
  return strictType;
}

/** Key constraints in the order in which they are written: columns' first, then the table's. */
function keyClauses(statement: CreateTable): KeyClause[] {
  const clauses: KeyClause[] = [];
  for (const { name, primaryKey, unique } of statement.columns) {
    const columns: IndexedColumn[] = [{ expression: { kind: 'column', name } }];
    if (primaryKey !== undefined) {
      clauses.push({
        kind: 'primaryKey',
        columns: primaryKey.descending ? [{ ...columns[0], descending: true }] : columns,
        conflict: primaryKey.conflict,
        columnDescending: primaryKey.descending,
        autoincrement: primaryKey.autoincrement,
      });
    }
    if (unique !== undefined) clauses.push({ kind: 'unique', columns, conflict: unique.conflict });
  }
  for (const constraint of statement.constraints ?? []) {
    if (constraint.kind === 'primaryKey' || constraint.kind === 'unique') {
      const { kind, columns, conflict } = constraint;
      clauses.push({ kind, columns, conflict });
    }
  }
  return clauses;
}

function columnNameOf({ expression }: IndexedColumn): string {
  if (expression.kind === 'collate') return columnNameOf({ expression: expression.operand });
  if (expression.kind !== 'column') {
    throw new Refusal('other', 'expressions prohibited in PRIMARY KEY and UNIQUE constraints');
  }
  return expression.name;
}

/** The lower-case name of the column that a primary key makes the rowid, were the table a rowid table. */
function rowidAliasOf(primary: KeyClause, columns: readonly ColumnDefinition[]): string | undefined {
  if (primary.columns.length !== 1 || primary.columnDescending) return undefined;
  const name = columnNameOf(primary.columns[0]).toLowerCase();
  const column = columns.find((candidate) => candidate.name.toLowerCase() === name);
  return column?.type?.toUpperCase() === 'INTEGER' ? name : undefined;
}

function defineKeys(
  table: string,
  clauses: readonly KeyClause[],
  columns: readonly Column[],
  isAlias: boolean,
  aliasName: string | undefined,
  withoutRowid: boolean,
): Key[] {
  const keys: Key[] = [];
  const add = (clause: KeyClause) => {
    const key = defineKey(table, clause, columns, withoutRowid && clause.kind === 'primaryKey');
    const same = keys.findIndex((other) => sameColumns(other, key));
    if (same < 0) {
      insertKey(keys, key);
      return;
    }
    const other = keys[same];
    if (other.conflict !== undefined && key.conflict !== undefined && other.conflict !== key.conflict) {
      throw new Refusal('other', 'conflicting ON CONFLICT clauses specified');
    }
    keys[same] = {
      ...other,
      conflict: other.conflict ?? key.conflict,
      kind: key.kind === 'primaryKey' ? 'primaryKey' : other.kind,
    };
  };
  // An INTEGER PRIMARY KEY of a WITHOUT ROWID table gets its index last of all.
  const late = clauses.filter((clause) => clause.kind === 'primaryKey' && aliasName !== undefined);
  for (const clause of clauses) if (!late.includes(clause)) add(clause);
  if (!isAlias) for (const clause of late) add(clause);
  return keys;
}

/** SQLite checks the newest key first, but all that REPLACE by their own clause after all others. */
export function insertKey(keys: Key[], key: Key): void {
  const position = key.conflict === 'REPLACE' ? keys.findIndex((other) => other.conflict === 'REPLACE') : 0;
  keys.splice(position < 0 ? keys.length : position, 0, key);
}

function defineKey(table: string, clause: KeyClause, columns: readonly Column[], once: boolean): Key {
  const positions: number[] = [];
  const kept: IndexedColumn[] = [];
  for (const column of clause.columns) {
    const name = columnNameOf(column).toLowerCase();
    const position = columns.findIndex((candidate) => candidate.name.toLowerCase() === name);
    if (position < 0) throw new Refusal('other', `table ${table} has no column named ${name}`);
    if (once && positions.includes(position)) continue;
    positions.push(position);
    kept.push(column);
  }
  const collations = kept.map((column, i) => collationOfIndexed(column) ?? columns[positions[i]].collation);
  return {
    kind: clause.kind,
    columns: kept,
    collations,
    positions,
    conflict: clause.conflict,
    compare: compareTuples(collations, kept),
  };
}

export function collationOfIndexed({ collation, expression }: IndexedColumn): Collation | undefined {
  return collation ?? (expression.kind === 'collate' ? expression.collation : undefined);
}

export function compareTuples(
  collations: readonly Collation[],
  columns: readonly IndexedColumn[],
): Compare<Row> {
  return (a, b) => {
    for (let i = 0; i < collations.length; i++) {
      const result = compareValues(a[i], b[i], collations[i]);
      if (result !== 0) return columns[i].descending ? -result : result;
    }
    return 0;
  };
}

function sameColumns(a: Key, b: Key): boolean {
  return (
    a.positions!.length === b.positions!.length &&
    a.positions!.every((position, i) => position === b.positions![i] && a.collations[i] === b.collations[i])
  );
}
