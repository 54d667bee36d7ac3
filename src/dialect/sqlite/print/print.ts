// The one printer: every statement as SQL text, without a trailing semicolon. It always parses, and means the same.

import { invariant } from '../../../errors.ts';
import type {
  AlterTable,
  Assignment,
  ColumnDefinition,
  ConflictResolution,
  CreateTable,
  CreateTrigger,
  Delete,
  Expression,
  IndexedColumn,
  Insert,
  InsertRow,
  InsertSource,
  Pragma,
  ResultColumn,
  Select,
  SelectBody,
  Statement,
  TableConstraint,
  Update,
  Upsert,
} from '../../../sql/ast.ts';
import type { Spelling } from '../../../sql/index.ts';
import { printIdentifier } from './identifier.ts';
import { printLiteral } from './literal.ts';
import {
  names,
  printExpression,
  printFrom,
  printOrderTerm,
  printResultColumns,
  printSelect,
  printWith,
  withAllParentheses,
} from './print-query.ts';
import { spelled } from './spell.ts';

export { printExpression };

/** A statement as SQL text, with no more parentheses than it needs, or with all; in the usual spelling, or in another. */
export function printStatement(statement: Statement, parentheses?: 'all', spelling?: Spelling): string {
  const sql = parentheses === 'all' ? withAllParentheses(() => printed(statement)) : printed(statement);
  return spelling === undefined ? sql : spelled(sql, statement.kind, spelling);
}

function printed(statement: Statement): string {
  switch (statement.kind) {
    case 'select':
      return printSelect(statement);
    case 'createTable':
      return printCreateTable(statement);
    case 'createTableAs':
      return `CREATE TABLE ${ifNotExists(statement)}${printIdentifier(statement.name)} AS ${printSelect(statement.select)}`;
    case 'createIndex': {
      const unique = statement.unique === true ? 'UNIQUE ' : '';
      const on = `${printIdentifier(statement.table)} ${indexed(statement.columns)}`;
      return `CREATE ${unique}INDEX ${ifNotExists(statement)}${printIdentifier(statement.name)} ON ${on}${where(statement.where)}`;
    }
    case 'createView': {
      const columns = statement.columns === undefined ? '' : ` ${names(statement.columns)}`;
      const select = printSelect(statement.select);
      return `CREATE VIEW ${ifNotExists(statement)}${printIdentifier(statement.name)}${columns} AS ${select}`;
    }
    case 'createTrigger':
      return printCreateTrigger(statement);
    case 'drop': {
      const ifExists = statement.ifExists === true ? 'IF EXISTS ' : '';
      return `DROP ${statement.what} ${ifExists}${printIdentifier(statement.name)}`;
    }
    case 'alterTable':
      return `ALTER TABLE ${printIdentifier(statement.table)} ${alteration(statement.action)}`;
    case 'insert':
      return printInsert(statement);
    case 'update':
      return printUpdate(statement);
    case 'delete':
      return printDelete(statement);
    case 'begin':
      return statement.mode === undefined ? 'BEGIN' : `BEGIN ${statement.mode}`;
    case 'commit':
      return 'COMMIT';
    case 'rollback':
      return 'ROLLBACK';
    case 'savepoint':
      return `SAVEPOINT ${printIdentifier(statement.name)}`;
    case 'release':
      return `RELEASE ${printIdentifier(statement.name)}`;
    case 'rollbackTo':
      return `ROLLBACK TO ${printIdentifier(statement.name)}`;
    case 'pragma':
      return printPragma(statement);
    case 'analyze':
      return statement.target === undefined ? 'ANALYZE' : `ANALYZE ${printIdentifier(statement.target)}`;
    case 'reindex':
      return statement.target === undefined ? 'REINDEX' : `REINDEX ${printIdentifier(statement.target)}`;
    case 'vacuum':
      return statement.into === undefined ? 'VACUUM' : `VACUUM INTO ${printLiteral(statement.into)}`;
    case 'attach':
      return `ATTACH ${printLiteral(statement.file)} AS ${printIdentifier(statement.name)}`;
    case 'detach':
      return `DETACH ${printIdentifier(statement.name)}`;
    case 'raw':
      return statement.sql;
  }
}

const ifNotExists = (statement: { readonly ifNotExists?: boolean }): string =>
  statement.ifNotExists === true ? 'IF NOT EXISTS ' : '';

const where = (condition: Expression | undefined): string =>
  condition === undefined ? '' : ` WHERE ${printExpression(condition)}`;

const returning = (columns: readonly ResultColumn[] | undefined): string =>
  columns === undefined ? '' : ` RETURNING ${printResultColumns(columns)}`;

const onConflict = (resolution: ConflictResolution | undefined): string =>
  resolution === undefined ? '' : ` ON CONFLICT ${resolution}`;

const orConflict = (resolution: ConflictResolution | undefined): string =>
  resolution === undefined ? '' : `OR ${resolution} `;

const alias = (name: string | undefined): string =>
  name === undefined ? '' : ` AS ${printIdentifier(name)}`;

const indexed = (columns: readonly IndexedColumn[]): string => `(${columns.map(printOrderTerm).join(', ')})`;

function printCreateTable(table: CreateTable): string {
  const parts = [...table.columns.map(printColumn), ...(table.constraints ?? []).map(printConstraint)];
  const options = [
    table.strict === true ? 'STRICT' : '',
    table.withoutRowid === true ? 'WITHOUT ROWID' : '',
  ].filter((option) => option !== '');
  const schema = table.schema === undefined ? '' : `${printIdentifier(table.schema)}.`;
  const text = `CREATE TABLE ${ifNotExists(table)}${schema}${printIdentifier(table.name)} (${parts.join(', ')})`;
  return options.length === 0 ? text : `${text} ${options.join(', ')}`;
}

function printColumn(column: ColumnDefinition): string {
  let text = printIdentifier(column.name);
  if (column.type !== undefined && column.type !== '') text += ` ${column.type}`;
  if (column.primaryKey !== undefined) {
    const { descending, conflict, autoincrement } = column.primaryKey;
    text += ` PRIMARY KEY${descending === true ? ' DESC' : ''}${onConflict(conflict)}`;
    if (autoincrement === true) text += ' AUTOINCREMENT';
  }
  if (column.notNull !== undefined) text += ` NOT NULL${onConflict(column.notNull.conflict)}`;
  if (column.unique !== undefined) text += ` UNIQUE${onConflict(column.unique.conflict)}`;
  if (column.default !== undefined) text += ` DEFAULT ${printDefault(column.default)}`;
  if (column.check !== undefined) text += ` CHECK (${printExpression(column.check)})`;
  if (column.collate !== undefined) text += ` COLLATE ${column.collate}`;
  if (column.generated !== undefined) {
    const { expression, stored } = column.generated;
    text += ` GENERATED ALWAYS AS (${printExpression(expression)}) ${stored ? 'STORED' : 'VIRTUAL'}`;
  }
  return text;
}

function printDefault(expression: Expression): string {
  const text = printExpression(expression);
  const isTerm =
    expression.kind === 'literal' || expression.kind === 'boolean' || expression.kind === 'current';
  return isTerm ? text : `(${text})`;
}

function printConstraint(constraint: TableConstraint): string {
  switch (constraint.kind) {
    case 'primaryKey':
      return `PRIMARY KEY ${indexed(constraint.columns)}${onConflict(constraint.conflict)}`;
    case 'unique':
      return `UNIQUE ${indexed(constraint.columns)}${onConflict(constraint.conflict)}`;
    case 'check':
      return `CHECK (${printExpression(constraint.expression)})`;
    case 'foreignKey': {
      const target = `${printIdentifier(constraint.table)} ${names(constraint.references)}`;
      let text = `FOREIGN KEY ${names(constraint.columns)} REFERENCES ${target}`;
      if (constraint.onDelete !== undefined) text += ` ON DELETE ${constraint.onDelete}`;
      if (constraint.onUpdate !== undefined) text += ` ON UPDATE ${constraint.onUpdate}`;
      return text;
    }
  }
}

function printCreateTrigger(trigger: CreateTrigger): string {
  const columns = trigger.of === undefined ? '' : ` OF ${trigger.of.map(printIdentifier).join(', ')}`;
  const event = `${trigger.timing} ${trigger.event}${columns} ON ${printIdentifier(trigger.table)}`;
  const when = trigger.when === undefined ? '' : ` WHEN ${printExpression(trigger.when)}`;
  const body = trigger.body.map((statement) => `${printed(statement)};`).join(' ');
  return `CREATE TRIGGER ${ifNotExists(trigger)}${printIdentifier(trigger.name)} ${event}${when} BEGIN ${body} END`;
}

function alteration(action: AlterTable['action']): string {
  switch (action.kind) {
    case 'renameTable':
      return `RENAME TO ${printIdentifier(action.to)}`;
    case 'renameColumn':
      return `RENAME COLUMN ${printIdentifier(action.column)} TO ${printIdentifier(action.to)}`;
    case 'addColumn':
      return `ADD COLUMN ${printColumn(action.column)}`;
    case 'dropColumn':
      return `DROP COLUMN ${printIdentifier(action.column)}`;
  }
}

function printInsert(insert: Insert): string {
  let text = `INSERT ${orConflict(insert.conflict)}INTO ${printIdentifier(insert.table)}`;
  if (insert.columns !== undefined) text += ` ${names(insert.columns)}`;
  text += ` ${printSource(insert.source, insert.upsert !== undefined && insert.upsert.length > 0)}`;
  for (const upsert of insert.upsert ?? []) text += ` ${printUpsert(upsert)}`;
  return text + returning(insert.returning);
}

function printSource(source: InsertSource, beforeUpsert: boolean): string {
  switch (source.kind) {
    case 'values':
      return `VALUES ${source.rows.map(printInsertRow).join(', ')}`;
    case 'select':
      return printSelect(beforeUpsert ? withWhere(source.select) : source.select);
    case 'defaultValues':
      return 'DEFAULT VALUES';
  }
}

function printInsertRow(row: InsertRow): string {
  if ('draw' in row) invariant(false, `draw ${row.draw} was expanded before printing`);
  return `(${row.map(printExpression).join(', ')})`;
}

/** The ON of an upsert right after a FROM clause would be read as a join's, so a WHERE goes between. */
function withWhere(select: Select): Select {
  if (select.orderBy !== undefined || select.limit !== undefined) return select;
  const guarded = (body: SelectBody): SelectBody => {
    if (body.kind === 'compound') return { ...body, right: guarded(body.right) as typeof body.right };
    const open = body.kind === 'core' && body.from !== undefined && body.where === undefined;
    if (!open || (body.groupBy?.length ?? 0) > 0 || body.having !== undefined) return body;
    return { ...body, where: { kind: 'boolean', value: true } };
  };
  return { ...select, body: guarded(select.body) };
}

function printUpsert({ target, set, where: condition }: Upsert): string {
  const on = target === undefined ? '' : ` ${indexed(target.columns)}${where(target.where)}`;
  if (set === undefined) return `ON CONFLICT${on} DO NOTHING`;
  return `ON CONFLICT${on} DO UPDATE SET ${assignments(set)}${where(condition)}`;
}

function assignments(set: readonly Assignment[]): string {
  return set
    .map(({ columns, value }) => {
      const target = columns.length === 1 ? printIdentifier(columns[0]) : names(columns);
      return `${target} = ${printExpression(value)}`;
    })
    .join(', ');
}

function printUpdate(update: Update): string {
  let text = `${printWith(update.with)}UPDATE ${orConflict(update.conflict)}${printIdentifier(update.table)}${alias(update.alias)}`;
  text += ` SET ${assignments(update.set)}`;
  if (update.from !== undefined) text += ` FROM ${printFrom(update.from)}`;
  return text + where(update.where) + returning(update.returning);
}

function printDelete(statement: Delete): string {
  const target = printIdentifier(statement.table) + alias(statement.alias);
  return `${printWith(statement.with)}DELETE FROM ${target}${where(statement.where)}${returning(statement.returning)}`;
}

function printPragma({ name, value, form }: Pragma): string {
  if (value === undefined) return `PRAGMA ${name}`;
  return form === '(' ? `PRAGMA ${name}(${value})` : `PRAGMA ${name} = ${value}`;
}
