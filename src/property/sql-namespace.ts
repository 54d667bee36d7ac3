// `sql` of the package: SQL text with things in it (sql`…`), and the namespace of SQL as data: builders of expressions and the types of all nodes.

import type * as ast from '../sql/ast.ts';
import type { Node as AnyNode, Tree as AnyTree, NodeSorts as SortsOfNodes } from '../sql/index.ts';
import * as builders from './sql.ts';
import { sqlTag } from './sql-tag.ts';

/**
 * SQL text as a statement: sql`SELECT ${c} FROM ${t} WHERE ${p}`. What stands in it is inserted as data: tables, columns and other expressions, rows, queries, values,
 * names, and lists of them. A SELECT is a query that can stand in others.
 */
export const sql: typeof sqlTag & typeof builders = Object.assign(
  (...given: Parameters<typeof sqlTag>) => sqlTag(...given),
  builders,
);

/** The types of what it builds. */
export declare namespace sql {
  export type AlterTable = ast.AlterTable;
  export type Analyze = ast.Analyze;
  export type ArithmeticOperator = ast.ArithmeticOperator;
  export type Assignment = ast.Assignment;
  export type Attach = ast.Attach;
  export type Begin = ast.Begin;
  export type Between = ast.Between;
  export type Binary = ast.Binary;
  export type BinaryOperator = ast.BinaryOperator;
  export type BitwiseOperator = ast.BitwiseOperator;
  export type BodyReference = ast.BodyReference;
  export type BooleanLiteral = ast.BooleanLiteral;
  export type Call = ast.Call;
  export type Case = ast.Case;
  export type Cast = ast.Cast;
  export type Collate = ast.Collate;
  export type Collation = ast.Collation;
  export type ColumnDefinition = ast.ColumnDefinition;
  export type ColumnReference = ast.ColumnReference;
  export type Commit = ast.Commit;
  export type CommonTable = ast.CommonTable;
  export type ComparisonOperator = ast.ComparisonOperator;
  export type Compound = ast.Compound;
  export type CompoundOperator = ast.CompoundOperator;
  export type ConflictResolution = ast.ConflictResolution;
  export type CreateIndex = ast.CreateIndex;
  export type CreateTable = ast.CreateTable;
  export type CreateTableAs = ast.CreateTableAs;
  export type CreateTrigger = ast.CreateTrigger;
  export type CreateView = ast.CreateView;
  export type CurrentLiteral = ast.CurrentLiteral;
  export type Delete = ast.Delete;
  export type Detach = ast.Detach;
  export type DrawReference = ast.DrawReference;
  export type Drop = ast.Drop;
  export type Exists = ast.Exists;
  export type Expression = ast.Expression;
  export type ForeignKey = ast.ForeignKey;
  export type ForeignKeyAction = ast.ForeignKeyAction;
  export type FromItem = ast.FromItem;
  export type FromSelect = ast.FromSelect;
  export type FromTable = ast.FromTable;
  export type HexLiteral = ast.HexLiteral;
  export type InList = ast.InList;
  export type InSelect = ast.InSelect;
  export type IndexedColumn = ast.IndexedColumn;
  export type Insert = ast.Insert;
  export type InsertRow = ast.InsertRow;
  export type InsertSource = ast.InsertSource;
  export type Join = ast.Join;
  export type JoinOperator = ast.JoinOperator;
  export type Like = ast.Like;
  export type Literal = ast.Literal;
  export type NullTest = ast.NullTest;
  export type OrderTerm = ast.OrderTerm;
  export type Pragma = ast.Pragma;
  export type Raise = ast.Raise;
  export type RawExpression = ast.RawExpression;
  export type RawStatement = ast.RawStatement;
  export type Reindex = ast.Reindex;
  export type Release = ast.Release;
  export type ResultColumn = ast.ResultColumn;
  export type Rollback = ast.Rollback;
  export type RollbackTo = ast.RollbackTo;
  export type Rewriting = ast.Rewriting;
  export type RowReference = ast.RowReference;
  export type RowValue = ast.RowValue;
  export type Savepoint = ast.Savepoint;
  export type ScalarSubquery = ast.ScalarSubquery;
  export type Select = ast.Select;
  export type SelectBody = ast.SelectBody;
  export type SelectCore = ast.SelectCore;
  export type Statement = ast.Statement;
  export type TableConstraint = ast.TableConstraint;
  export type TriggerEvent = ast.TriggerEvent;
  export type TriggerStatement = ast.TriggerStatement;
  export type TriggerTiming = ast.TriggerTiming;
  export type Unary = ast.Unary;
  export type UnaryOperator = ast.UnaryOperator;
  export type Update = ast.Update;
  export type Upsert = ast.Upsert;
  export type Vacuum = ast.Vacuum;
  export type ValuesCore = ast.ValuesCore;
  export type Window = ast.Window;
  export type Node = AnyNode;
  export type NodeSorts = SortsOfNodes;
  export type Tree = AnyTree;
}
