// A property is a plain function over two kinds of tools: generation (`pick`, `gen`), the paper's `<-`, and interaction
// (`run`, `assert`, …), the paper's `!`. What it leaves behind is a group of a plan.

import type { DatabaseView } from '../dialect/index.ts';
import type { Check } from '../plan/index.ts';
import type { CreateIndex, CreateTable, Expression, Literal, Statement } from '../sql/ast.ts';
import type { RefusalClass } from '../sql/index.ts';
import type { Cut, FaultKind, FaultName, GivenFor, InspectionName, IoFault } from '../world/index.ts';
import type { Arbitrary } from './arbitrary.ts';
import type { RowHandle, RowsHandle } from './check.ts';
import { checkProperty } from './check-property.ts';
import type { Query } from './query.ts';
import type { TableHandle } from './table-handle.ts';

export interface Property {
  readonly kind: 'property';
  /** In kebab-case. */
  readonly name: string;
  /** What it claims of every database, in one sentence: reports and `dirt properties` print it. */
  readonly claims: string;
  readonly needs: Needs;
  /** It runs a script: the model says what each statement must give, so it need not check anything itself. */
  readonly isScript?: true;
  readonly body: (tools: Tools) => void;
}

/** What a property needs besides SQL. An engine that lacks any of it skips the property. */
export interface Needs {
  /** What it mostly does, for the workload. */
  readonly load: 'read' | 'write' | 'create';
  /** `ioError` is any fault of a single I/O operation. */
  readonly faults: readonly (FaultKind | 'ioError')[];
  /** How many it uses at once. */
  readonly connections: number;
  /** It compares what statements cost. */
  readonly costs?: boolean;
}

/** The claim, and what differs from a property that reads on one connection without faults. */
export interface PropertyDetails extends Partial<Needs> {
  /** One sentence. */
  readonly claims: string;
}

/** A property: its name, its claim and needs as data, and the function that tests the claim once. */
export function property(name: string, details: PropertyDetails, body: (tools: Tools) => void): Property {
  checkProperty(name, details, body);
  const { claims, load = 'read', faults = [], connections = 1, costs = false } = details;
  return Object.freeze({
    kind: 'property',
    name,
    claims,
    needs: { load, faults, connections, ...(costs && { costs }) },
    body,
  });
}

export interface DatabaseHandle {
  /** Tables whose contents the model knows. */
  readonly tables: readonly TableHandle[];
  /** These, and tables of which it knows only the columns: enough for properties that need no model. */
  readonly readable: readonly TableHandle[];
  /** The table of this name as it is now; the attempt is discarded if there is none. */
  table(name: string): TableHandle;
  /** All that the model knows of the schema. */
  readonly view: DatabaseView;
}

/** A row that was drawn but not yet stored. */
export interface DrawnRow extends RowHandle {
  readonly draw: string;
  readonly columns: readonly string[];
}

export interface PredicateOptions {
  /** Its value for this row of the table is TRUE. */
  readonly trueFor?: RowHandle;
  /** Its value for this row of the table is FALSE. */
  readonly falseFor?: RowHandle;
  /** Its value for this row of the table is NULL. */
  readonly nullFor?: RowHandle;
  /** Its value is 1, 0 or NULL, so that it can be selected and counted; others may have any value that counts as TRUE or FALSE. */
  readonly truthValue?: boolean;
  /** It reads the row and nothing else: its value stays the same whatever happens to other rows. */
  readonly ofRowAlone?: boolean;
  /** It is about groups of rows, in HAVING: it reads these keys and aggregates. */
  readonly groupedBy?: readonly Expression[];
}

/** Tools that draw. They cannot interact: a generator receives nothing else. */
export interface GenerationTools {
  readonly db: DatabaseHandle;
  /** One of the items, of tables rather one that holds rows; the attempt is discarded if there is none. */
  pick<T>(items: readonly T[]): T;
  readonly gen: {
    /** A value such as random statements use for the column. */
    value(table: TableHandle, column: string): Literal;
    /** A row for the table. An INSERT of it that is refused by the model discards the attempt. */
    row(table: TableHandle): DrawnRow;
    /** A row that the table holds now, by the model. */
    storedRow(table: TableHandle): RowHandle;
    /** An expression over the columns of these tables. */
    expression(...tables: readonly TableHandle[]): Expression;
    /** A condition over the columns of the table, for WHERE or, with `groupedBy`, for HAVING. */
    predicate(table: TableHandle, options?: PredicateOptions): Expression;
    /** The same condition or query, as `gen.predicate` or `gen.select` drew it, with some of its conditions written in other ways. */
    equivalent<T extends Expression | Query>(drawn: T): T;
    /** A condition or a query that stands in several statements: the shrinker makes it smaller in all of them at once. */
    shared<T extends Expression | Query>(given: T): T;
    /** A whole query over what is in the database, with this many result columns. */
    select(options?: { readonly columns?: number }): Query;
    /** A table that does not exist yet. */
    table(): CreateTable;
    /** An index of the table that does not exist yet. */
    index(table: TableHandle): CreateIndex;
    /** A name that no table of the plan has. */
    tableName(): string;
    /** Any statement that fits the database. */
    statement(): Statement;
    /** A number from `low` to `high`, both included. */
    integer(low: number, high: number): number;
    /** A value of an arbitrary of fast-check: `gen.from(fc.string())`, with `import { fc } from 'dirt/fast-check'`. */
    from<T>(arbitrary: Arbitrary<T>): T;
  };
  /** The attempt is discarded if the condition, or the check on the model, does not hold. */
  assume(condition: boolean | Check, reason?: string): void;
}

export interface RunOptions {
  /** SQL need not determine which rows come back; the property checks only what is determined. */
  readonly undetermined?: boolean;
}

/** Tools that put steps into the plan. */
export interface InteractionTools {
  /** Runs a statement, and gives a handle on the rows that it will return. The attempt is discarded if SQL does not determine them. */
  run(statement: Statement | Query, options?: RunOptions): RowsHandle;
  /** The contents of a table by the model, at the moment of the check. */
  tableOf(table: TableHandle): RowsHandle;
  /** The check must hold. If it does not hold on the model, planning fails with an error of the property. */
  assert(check: Check): void;
  /** The statement must be refused, with this class. */
  expectRefusal(refusal: RefusalClass, statement: Statement | Query): void;
  /** The row as the INSERT of this handle stored it. */
  stored(inserted: RowsHandle, table: TableHandle): RowHandle;
  /** Random interactions, none of which breaks a condition. */
  meanwhile(options?: { readonly keep?: readonly Check[] }): void;
  /** BEGIN, the body, then COMMIT or ROLLBACK; gives what the body gives. */
  transaction<T>(end: 'commit' | 'rollback', body: () => T): T;
  /** SAVEPOINT, the body, then RELEASE, after ROLLBACK TO if the body shall be undone. */
  savepoint<T>(end: 'release' | 'rollback', body: () => T): T;
  /** Looks at the whole database: its contents, or whether the file is whole. */
  inspect(what: InspectionName): void;
  readonly fault: FaultTools;
  /** The same tools on another connection, 0 for the first. */
  on(connection: number): InteractionTools;
  /** The same tools for what is said at this place, as in `norec.dirt:8`: reports point there. */
  at(place: string): InteractionTools;
}

/** Each fault between two statements, by its name; world/faults/ has what each does. */
export type FaultsBetweenStatements = {
  readonly [Name in FaultName]: (...given: GivenFor<Name>) => void;
};

export interface FaultTools extends FaultsBetweenStatements {
  /** The power goes off while the statement runs. Afterwards the database can only be inspected, so it ends the plan. */
  powerCutDuring(statement: Statement | Query, cut?: Partial<Cut>): void;
  /**
   * An I/O operation of the statement fails; if the engine refuses it, the handle has no rows and checks on it pass.
   * If the statement writes, the database can only be inspected afterwards, so it ends the plan.
   */
  ioErrorDuring(statement: Statement | Query, ioFault?: Partial<IoFault>): RowsHandle;
}

export type Tools = GenerationTools & InteractionTools;
