// Statements of SQL text as the AST has them.

import type {
  AlterTableStmt,
  CreateTriggerStmt,
  Expr,
  InsertStmt,
  Select as ParsedSelect,
  Upsert as ParsedUpsert,
  PragmaStmt,
  SetAssignment,
  Stmt,
  TriggerCmd,
} from 'sqlite3-parser';
import type {
  AlterTable,
  Assignment,
  CreateTrigger,
  ForeignKey,
  Insert,
  InsertSource,
  Pragma,
  Statement,
  TriggerStatement,
  Upsert,
} from '../../../sql/ast.ts';
import {
  defined,
  readColumns,
  readExpression,
  readFrom,
  readKey,
  readOrder,
  readSelect,
  readWith,
} from './read-query.ts';
import { readColumn, readCreateTable } from './read-schema.ts';
import { conflictOf, type Reading, unreadable } from './reading.ts';

export function readStatement(statement: Stmt, by: Reading): Statement {
  switch (statement.type) {
    case 'SelectStmt':
      return readSelect(statement.body, by);
    case 'CreateTableStmt':
      return readCreateTable(statement, by);
    case 'CreateIndexStmt':
      return defined({
        kind: 'createIndex',
        name: by.object(statement.idxName),
        table: by.name(statement.tblName),
        columns: readKey(statement.columns, by),
        unique: statement.unique ? true : undefined,
        where: maybe(statement.whereClause, by),
        ifNotExists: statement.ifNotExists ? true : undefined,
      });
    case 'CreateViewStmt':
      if (statement.temporary) by.temporary(statement.viewName.objName, 'a temporary view');
      return defined({
        kind: 'createView',
        name: by.object(statement.viewName),
        columns: statement.columns?.map(({ colName }) => by.name(colName)),
        select: readSelect(statement.select, by),
        ifNotExists: statement.ifNotExists ? true : undefined,
      });
    case 'CreateTriggerStmt':
      return readTrigger(statement, by);
    case 'DropTableStmt':
      return dropped('TABLE', by.object(statement.tblName), statement.ifExists);
    case 'DropIndexStmt':
      return dropped('INDEX', by.object(statement.idxName), statement.ifExists);
    case 'DropViewStmt':
      return dropped('VIEW', by.object(statement.viewName), statement.ifExists);
    case 'DropTriggerStmt':
      return dropped('TRIGGER', by.object(statement.triggerName), statement.ifExists);
    case 'AlterTableStmt':
      return {
        kind: 'alterTable',
        table: by.object(statement.tblName),
        action: readAlteration(statement, by),
      };
    case 'InsertStmt':
      return readInsert(statement, by);
    case 'UpdateStmt':
      if (statement.with?.recursive) unreadable('WITH RECURSIVE of an UPDATE');
      if (statement.indexed ?? statement.orderBy ?? statement.limit)
        unreadable('INDEXED, ORDER BY or LIMIT of an UPDATE');
      return defined({
        kind: 'update',
        with: statement.with && readWith(statement.with, by),
        table: by.object(statement.tblName),
        alias: statement.tblName.alias && by.name(statement.tblName.alias),
        conflict: statement.orConflict && conflictOf(statement.orConflict),
        set: readAssignments(statement.sets, by),
        from: readFrom(statement.from, by),
        where: maybe(statement.whereClause, by),
        returning: statement.returning && readColumns(statement.returning, by),
      });
    case 'DeleteStmt':
      if (statement.with?.recursive) unreadable('WITH RECURSIVE of a DELETE');
      if (statement.indexed ?? statement.orderBy ?? statement.limit)
        unreadable('INDEXED, ORDER BY or LIMIT of a DELETE');
      return defined({
        kind: 'delete',
        with: statement.with && readWith(statement.with, by),
        table: by.object(statement.tblName),
        alias: statement.tblName.alias && by.name(statement.tblName.alias),
        where: maybe(statement.whereClause, by),
        returning: statement.returning && readColumns(statement.returning, by),
      });
    case 'BeginStmt':
      return defined({ kind: 'begin', mode: statement.tx && (statement.tx.toUpperCase() as 'DEFERRED') });
    case 'CommitStmt':
      return { kind: 'commit' };
    case 'RollbackStmt':
      return statement.savepointName === undefined
        ? { kind: 'rollback' }
        : { kind: 'rollbackTo', name: by.name(statement.savepointName) };
    case 'SavepointStmt':
      return { kind: 'savepoint', name: by.name(statement.savepointName) };
    case 'ReleaseStmt':
      return { kind: 'release', name: by.name(statement.savepointName) };
    case 'PragmaStmt':
      return readPragma(statement, by);
    case 'AnalyzeStmt':
      if (/^(main|temp)$/i.test(statement.objName?.objName.text ?? '')) unreadable('ANALYZE of a database');
      return defined({ kind: 'analyze', target: statement.objName && by.object(statement.objName) });
    case 'ReindexStmt':
      return defined({ kind: 'reindex', target: statement.objName && by.object(statement.objName) });
    case 'VacuumStmt':
      if (statement.dbName !== undefined) unreadable('VACUUM of another database');
      return defined({ kind: 'vacuum', into: statement.into && textOf(statement.into) });
    case 'AttachStmt':
      if (statement.key !== undefined) unreadable('a key');
      return { kind: 'attach', file: textOf(statement.expr), name: by.spelling(wordOf(statement.dbName)) };
    case 'DetachStmt':
      return { kind: 'detach', name: by.spelling(wordOf(statement.expr)) };
    case 'CreateVirtualTableStmt':
      return unreadable('a virtual table');
    case 'ExplainStmt':
      return unreadable('EXPLAIN');
  }
}

function maybe(expr: Expr | undefined, by: Reading) {
  return expr === undefined ? undefined : readExpression(expr, by);
}

function dropped(what: 'TABLE' | 'INDEX' | 'VIEW' | 'TRIGGER', name: string, ifExists: boolean): Statement {
  return defined({ kind: 'drop', what, name, ifExists: ifExists ? true : undefined });
}

function readAlteration({ body }: AlterTableStmt, by: Reading): AlterTable['action'] {
  switch (body.type) {
    case 'RenameToAlterTableBody':
      return { kind: 'renameTable', to: by.name(body.name) };
    case 'RenameColumnAlterTableBody':
      return { kind: 'renameColumn', column: by.name(body.old), to: by.name(body.new) };
    case 'DropColumnAlterTableBody':
      return { kind: 'dropColumn', column: by.name(body.column) };
    case 'AddColumnAlterTableBody': {
      const keys: ForeignKey[] = [];
      const column = readColumn(body.column, keys, by);
      return keys.length === 0 ? { kind: 'addColumn', column } : unreadable('REFERENCES of a new column');
    }
    default:
      return unreadable('a constraint that is altered');
  }
}

function readInsert(statement: InsertStmt, by: Reading): Insert {
  if (statement.tblName.alias !== undefined) unreadable('an alias of an INSERT');
  const { body } = statement;
  const upsert = body.type === 'SelectInsertBody' ? readUpserts(body.upsert, by) : [];
  return defined({
    kind: 'insert',
    table: by.object(statement.tblName),
    columns: statement.columns && by.names(statement.columns),
    source:
      body.type === 'DefaultValuesInsertBody'
        ? { kind: 'defaultValues' as const }
        : readSource(withCommonTables(statement, body.select), by),
    conflict: statement.orConflict && conflictOf(statement.orConflict),
    upsert: upsert.length > 0 ? upsert : undefined,
    returning: statement.returning && readColumns(statement.returning, by),
  });
}

/** The common tables of an INSERT as those of its SELECT, where nothing else reads them. */
function withCommonTables({ with: common, returning, body }: InsertStmt, select: ParsedSelect): ParsedSelect {
  if (common === undefined) return select;
  const isAlone = select.with === undefined && returning === undefined;
  if (!isAlone || (body.type === 'SelectInsertBody' && body.upsert !== undefined))
    unreadable('WITH of an INSERT');
  return { ...select, with: common };
}

function readSource(parsed: ParsedSelect, by: Reading): InsertSource {
  const select = readSelect(parsed, by);
  const { body } = select;
  const isPlain = body.kind === 'values' && Object.keys(select).length === 2;
  return isPlain ? { kind: 'values', rows: body.rows } : { kind: 'select', select };
}

function readUpserts(upsert: ParsedUpsert | undefined, by: Reading): Upsert[] {
  if (upsert === undefined) return [];
  const { index, doClause, next } = upsert;
  const isSet = doClause.type === 'SetUpsertDo';
  const read: Upsert = defined({
    target:
      index && defined({ columns: readOrder(index.targets, by) ?? [], where: maybe(index.whereClause, by) }),
    set: isSet ? readAssignments(doClause.sets, by) : undefined,
    where: isSet ? maybe(doClause.whereClause, by) : undefined,
  });
  return [read, ...readUpserts(next, by)];
}

function readAssignments(sets: readonly SetAssignment[], by: Reading): Assignment[] {
  return sets.map(({ colNames, expr }) => ({ columns: by.names(colNames), value: readExpression(expr, by) }));
}

function readTrigger(statement: CreateTriggerStmt, by: Reading): CreateTrigger {
  if (statement.temporary) by.temporary(statement.triggerName.objName, 'a temporary trigger');
  const { event, time = 'Before' } = statement;
  return defined({
    kind: 'createTrigger',
    name: by.object(statement.triggerName),
    ifNotExists: statement.ifNotExists ? true : undefined,
    timing: time === 'InsteadOf' ? 'INSTEAD OF' : (time.toUpperCase() as 'BEFORE'),
    event: /^(Insert|Update|Delete)/.exec(event.type)?.[0].toUpperCase() as 'INSERT',
    of: event.type === 'UpdateOfTriggerEvent' ? by.names(event.columns) : undefined,
    table: by.object(statement.tblName),
    when: maybe(statement.whenClause, by),
    body: statement.commands.map((command) => readCommand(command, by)),
  });
}

function readCommand(command: TriggerCmd, by: Reading): TriggerStatement {
  switch (command.type) {
    case 'SelectTriggerCmd':
      return readSelect(command.select, by);
    case 'DeleteTriggerCmd':
      return defined({
        kind: 'delete',
        table: by.object(command.tblName),
        where: maybe(command.whereClause, by),
      });
    case 'UpdateTriggerCmd':
      return defined({
        kind: 'update',
        table: by.object(command.tblName),
        conflict: command.orConflict && conflictOf(command.orConflict),
        set: readAssignments(command.sets, by),
        from: readFrom(command.from, by),
        where: maybe(command.whereClause, by),
      });
    case 'InsertTriggerCmd': {
      const upsert = readUpserts(command.upsert, by);
      return defined({
        kind: 'insert',
        table: by.object(command.tblName),
        columns: command.colNames && by.names(command.colNames),
        source: readSource(command.select, by),
        conflict: command.orConflict && conflictOf(command.orConflict),
        upsert: upsert.length > 0 ? upsert : undefined,
      });
    }
  }
}

function readPragma({ name, body }: PragmaStmt, by: Reading): Pragma {
  if (name.dbName !== undefined) unreadable('a pragma of another database');
  const pragma = { kind: 'pragma', name: name.objName.text } as const;
  if (body === undefined) return pragma;
  const value = by.source(body.value.span);
  return { ...pragma, value, form: body.type === 'EqualsPragmaBody' ? '=' : '(' };
}

function textOf(expr: Expr): string {
  return expr.type === 'StringLiteral' ? expr.value : unreadable('a file name that is an expression');
}

function wordOf(expr: Expr): string {
  return expr.type === 'Id' ? expr.name : textOf(expr);
}
