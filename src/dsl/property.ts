// A property is a plain function over two kinds of tools: generation (`pick`, `gen`), the paper's `<-`, and interaction
// (`run`, `assert`, …), the paper's `!`. What it leaves behind is a group of a plan.

import type { DatabaseView } from '../model/view.ts';
import type { Check } from '../plan/check.ts';
import type { Survival } from '../plan/fault.ts';
import type { Inspection } from '../plan/plan.ts';
import type { CreateIndex, CreateTable, Expression, Literal, Statement } from '../sql/ast.ts';
import type { RefusalClass } from '../sql/outcome.ts';
import type { RowHandle, RowsHandle } from './check.ts';
import type { Query } from './query.ts';
import type { TableHandle } from './table-handle.ts';

export interface Property {
  readonly kind: 'property';
  /** The claim that it makes, in kebab-case. */
  readonly name: string;
  readonly needs: Needs;
  readonly body: (tools: Tools) => void;
}

/** What a property needs besides SQL. */
export interface Needs {
  /** Kinds of statement that it is made of, for the workload: what it mostly does. */
  readonly load: 'read' | 'write' | 'create';
  readonly faults?: readonly ('powerCut' | 'reopen' | 'disconnect')[];
  readonly connections?: number;
}

export function property(name: string, body: (tools: Tools) => void, needs: Partial<Needs> = {}): Property {
  const complete: Needs = { load: 'read', ...needs };
  return Object.freeze({ kind: 'property', name, body, needs: complete });
}

export interface DatabaseHandle {
  /** Tables whose contents the model knows. */
  readonly tables: readonly TableHandle[];
  readonly view: DatabaseView;
}

/** A row that was drawn but not yet stored. */
export interface DrawnRow extends RowHandle {
  readonly draw: string;
  readonly columns: readonly string[];
}

export interface PredicateOptions {
  /** Its value for this row of the table is TRUE, FALSE or NULL. */
  readonly trueFor?: RowHandle;
  readonly falseFor?: RowHandle;
  readonly nullFor?: RowHandle;
}

/** Tools that draw. They cannot interact: a generator receives nothing else. */
export interface GenerationTools {
  readonly db: DatabaseHandle;
  /** One of the items; the attempt is discarded if there is none. */
  pick<T>(items: readonly T[]): T;
  readonly gen: {
    value(table: TableHandle, column: string): Literal;
    row(table: TableHandle): DrawnRow;
    /** A row that the table holds now, by the model. */
    storedRow(table: TableHandle): RowHandle;
    expression(...tables: readonly TableHandle[]): Expression;
    predicate(table: TableHandle, options?: PredicateOptions): Expression;
    select(): Query;
    table(): CreateTable;
    index(table: TableHandle): CreateIndex;
    statement(): Statement;
    integer(low: number, high: number): number;
  };
  /** The attempt is discarded if the condition does not hold. */
  assume(condition: boolean, reason?: string): void;
}

/** Tools that put steps into the plan. */
export interface InteractionTools {
  run(statement: Statement | Query): RowsHandle;
  assert(check: Check): void;
  /** The statement must be refused, with this class. */
  expectRefusal(refusal: RefusalClass, statement: Statement | Query): void;
  /** The row as the INSERT of this handle stored it. */
  stored(inserted: RowsHandle, table: TableHandle): RowHandle;
  /** Random interactions, none of which breaks a condition. */
  meanwhile(options?: { readonly keep?: readonly Check[] }): void;
  /** BEGIN, the body, then COMMIT or ROLLBACK. */
  transaction(end: 'commit' | 'rollback', body: () => void): void;
  inspect(what: Inspection): void;
  readonly fault: {
    reopen(): void;
    disconnect(): void;
    /** The power goes off now; what was not synced meets its fate. */
    powerCut(survival?: Partial<Survival>): void;
  };
}

export type Tools = GenerationTools & InteractionTools;
