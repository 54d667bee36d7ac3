// What a statement is, once it is parsed.

import type { Affinity, Value } from './value.ts';

export type Expression =
  | { kind: 'literal'; value: Value }
  | { kind: 'column'; table?: string; name: string }
  | { kind: 'not'; operand: Expression }
  | { kind: 'and' | 'or'; left: Expression; right: Expression }
  | { kind: 'compare'; operator: Comparison; left: Expression; right: Expression }
  | { kind: 'in'; operand: Expression; list: Expression[] }
  /** IS TRUE and IS FALSE. */
  | { kind: 'isTruth'; operand: Expression; truth: boolean };

export type Comparison = '=' | '<' | '<=' | '>' | '>=' | 'IS';

export interface ColumnDefinition {
  readonly name: string;
  readonly affinity: Affinity;
}

export interface OrderTerm {
  readonly expression: Expression;
  readonly descending: boolean;
}

export interface Select {
  kind: 'select';
  /** Null is `*`. */
  columns: Expression[] | null;
  table?: string;
  where?: Expression;
  orderBy: OrderTerm[];
  limit?: Expression;
  offset?: Expression;
}

export interface Insert {
  kind: 'insert';
  table: string;
  columns?: string[];
  rows: Expression[][];
}

export interface Update {
  kind: 'update';
  table: string;
  set: { column: string; value: Expression }[];
  where?: Expression;
}

export interface Delete {
  kind: 'delete';
  table: string;
  where?: Expression;
}

export interface CreateTable {
  kind: 'createTable';
  table: string;
  columns: ColumnDefinition[];
}

export interface DropTable {
  kind: 'dropTable';
  table: string;
}

export type Write = Insert | Update | Delete | CreateTable | DropTable;
export type Statement = Select | Write | { kind: 'begin' | 'commit' | 'rollback' };
