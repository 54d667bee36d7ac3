// CREATE TABLE with all of its parts, from SQL text.

import type {
  ColumnConstraint,
  CreateTableStmt,
  Expr,
  ForeignKeyClause,
  NamedTableConstraint,
  ColumnDefinition as ParsedColumn,
} from 'sqlite3-parser';
import type {
  ColumnDefinition,
  CreateTable,
  CreateTableAs,
  Expression,
  ForeignKey,
  ForeignKeyAction,
  TableConstraint,
} from '../../../sql/ast.ts';
import { defined, readExpression, readKey, readSelect, readType } from './read-query.ts';
import { collationOf, conflictOf, type Reading, unreadable } from './reading.ts';

/** The parser's bits of a table, of which it exports types alone. */
const TABLE = { withoutRowid: 128, strict: 65_536 } as const;

export function readCreateTable(statement: CreateTableStmt, by: Reading): CreateTable | CreateTableAs {
  const { tblName, body, temporary } = statement;
  if (temporary) by.temporary(tblName.objName, 'a temporary table');
  const schema = by.made(tblName);
  const ifNotExists = statement.ifNotExists ? true : undefined;
  if (body.type === 'AsSelectCreateTableBody') {
    if (schema !== undefined) unreadable('CREATE TABLE AS in another database');
    const select = readSelect(body.select, by);
    return defined({ kind: 'createTableAs', name: by.object(tblName), ifNotExists, select });
  }
  const keys: ForeignKey[] = [];
  const columns = body.columns.map((column) => readColumn(column, keys, by));
  const constraints = [...keys, ...(body.constraints ?? []).map((each) => readConstraint(each, by))];
  return defined({
    kind: 'createTable',
    schema,
    name: by.object(tblName),
    ifNotExists,
    columns,
    constraints: constraints.length > 0 ? constraints : undefined,
    strict: (body.flags & TABLE.strict) !== 0 ? true : undefined,
    withoutRowid: (body.flags & TABLE.withoutRowid) !== 0 ? true : undefined,
  });
}

/** Foreign keys of a column are constraints of the table. */
export function readColumn(column: ParsedColumn, keys: ForeignKey[], by: Reading): ColumnDefinition {
  const name = by.name(column.colName);
  let parts: Partial<ColumnDefinition> = {};
  for (const { constraint } of column.constraints) {
    if (constraint.type === 'ForeignKeyColumnConstraint') {
      if (constraint.deferClause !== undefined) unreadable('DEFERRABLE');
      keys.push(readForeignKey([name], constraint.clause, by));
      continue;
    }
    const part = readPart(constraint, by);
    for (const key in part) if (key in parts) unreadable('a constraint that is there twice');
    parts = { ...parts, ...part };
  }
  // The parser takes GENERATED ALWAYS for a part of the type.
  const type = readType(column.colType, by);
  const own = parts.generated === undefined ? type : type?.replace(/\s*\bGENERATED ALWAYS$/i, '');
  return defined({ name, type: own === '' ? undefined : own, ...parts });
}

function readPart(
  constraint: Exclude<ColumnConstraint, { type: 'ForeignKeyColumnConstraint' }>,
  by: Reading,
): Partial<ColumnDefinition> {
  const conflict = 'conflictClause' in constraint ? constraint.conflictClause : undefined;
  const resolution = conflict && conflictOf(conflict);
  switch (constraint.type) {
    case 'PrimaryKeyColumnConstraint':
      return {
        primaryKey: defined({
          descending: constraint.order === 'Desc' ? true : undefined,
          autoincrement: constraint.autoIncrement ? true : undefined,
          conflict: resolution,
        }),
      };
    case 'NotNullColumnConstraint':
      return constraint.nullable ? {} : { notNull: defined({ conflict: resolution }) };
    case 'UniqueColumnConstraint':
      return { unique: defined({ conflict: resolution }) };
    case 'DefaultColumnConstraint':
      return { default: readDefault(constraint.expr, by) };
    case 'CheckColumnConstraint':
      return { check: readExpression(constraint.expr, by) };
    case 'CollateColumnConstraint':
      return { collate: collationOf(constraint.collationName.text) };
    case 'GeneratedColumnConstraint': {
      const stored = constraint.typ?.name.toUpperCase() === 'STORED';
      return { generated: { expression: readExpression(constraint.expr, by), stored } };
    }
    case 'DeferColumnConstraint':
      return unreadable('DEFERRABLE');
  }
}

/** A bare word is a text there, and no column. */
function readDefault(expr: Expr, by: Reading): Expression {
  const read = readExpression(expr, by);
  const inner = expr.type === 'ParenthesizedExpr' ? expr.exprs[0] : undefined;
  // `DEFAULT (-5)` is an expression, `DEFAULT -5` a literal.
  if (inner?.type === 'UnaryExpr' && read.kind === 'literal')
    return { kind: 'unary', operator: '-', operand: readExpression(inner.expr, by) };
  return read.kind === 'column'
    ? { kind: 'literal', value: expr.type === 'Id' ? expr.name : read.name }
    : read;
}

function readConstraint({ constraint }: NamedTableConstraint, by: Reading): TableConstraint {
  const conflict =
    'conflictClause' in constraint && constraint.conflictClause !== undefined
      ? conflictOf(constraint.conflictClause)
      : undefined;
  switch (constraint.type) {
    case 'PrimaryKeyTableConstraint':
      if (constraint.autoIncrement) unreadable('AUTOINCREMENT of a table constraint');
      return defined({ kind: 'primaryKey', columns: readKey(constraint.columns, by), conflict });
    case 'UniqueTableConstraint':
      return defined({ kind: 'unique', columns: readKey(constraint.columns, by), conflict });
    case 'CheckTableConstraint':
      return { kind: 'check', expression: readExpression(constraint.expr, by) };
    case 'ForeignKeyTableConstraint': {
      if (constraint.deferClause !== undefined) unreadable('DEFERRABLE');
      const columns = constraint.columns.map(({ colName }) => by.name(colName));
      return readForeignKey(columns, constraint.clause, by);
    }
  }
}

function readForeignKey(columns: readonly string[], clause: ForeignKeyClause, by: Reading): ForeignKey {
  const references = clause.columns?.map(({ colName }) => by.name(colName));
  if (references !== undefined && references.length !== columns.length)
    unreadable('REFERENCES with another number of columns');
  let key: ForeignKey = {
    kind: 'foreignKey',
    columns,
    table: by.name(clause.tblName),
    references: references ?? unreadable('REFERENCES without columns'),
  };
  for (const argument of clause.args) {
    if (argument.type === 'OnDeleteRefArg') key = { ...key, onDelete: actionOf(argument.action) };
    else if (argument.type === 'OnUpdateRefArg') key = { ...key, onUpdate: actionOf(argument.action) };
    else unreadable('MATCH');
  }
  return key;
}

/** SetNull is SET NULL. */
function actionOf(action: string): ForeignKeyAction {
  return action.replace(/(?<=[a-z])(?=[A-Z])/, ' ').toUpperCase() as ForeignKeyAction;
}
