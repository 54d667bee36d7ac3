// What can stand in a field of the AST, as data. Each description carries the type of what it describes, so that the compiler
// can hold the tables of this folder against ast.ts: a field that is missing, unknown or of another sort does not compile.

import type {
  AlterTable,
  Assignment,
  Case,
  ColumnDefinition,
  CommonTable,
  Expression,
  FromItem,
  IndexedColumn,
  InsertSource,
  OrderTerm,
  ResultColumn,
  Rewriting,
  RowReference,
  Select,
  SelectBody,
  Statement,
  TableConstraint,
  Upsert,
  Window,
} from '../ast.ts';

/** Places that what belongs to them can be put into, by name. */
export interface Sorts extends NodeSorts {
  readonly branch: Case['branches'][number];
  readonly window: Window;
  readonly orderTerm: OrderTerm;
  readonly commonTable: CommonTable;
  readonly columnDefinition: ColumnDefinition;
  readonly columnKey: NonNullable<ColumnDefinition['primaryKey']>;
  readonly columnRule: NonNullable<ColumnDefinition['notNull']>;
  readonly generated: NonNullable<ColumnDefinition['generated']>;
  readonly indexedColumn: IndexedColumn;
  readonly constraint: TableConstraint;
  readonly alteration: AlterTable['action'];
  readonly insertSource: InsertSource;
  readonly drawnRow: RowReference;
  readonly rewriting: Rewriting;
  readonly upsert: Upsert;
  readonly upsertTarget: NonNullable<Upsert['target']>;
  readonly assignment: Assignment;
}

/** Sorts of nodes. A node is known by its kind alone; everything else is a part of the node around it. */
export interface NodeSorts {
  readonly expression: Expression;
  readonly select: Select;
  readonly body: SelectBody;
  readonly resultColumn: ResultColumn;
  readonly from: FromItem;
  readonly statement: Statement;
}

export type Sort = keyof Sorts;

/**
 * What a name names. `table`: whatever can stand before the dot of a column: tables, views, common tables and aliases.
 * `object`: a table, view, index or trigger, as another field says.
 */
export type Namespace =
  | 'table'
  | 'column'
  | 'index'
  | 'trigger'
  | 'object'
  | 'savepoint'
  | 'database'
  | 'function';

/** The draws that a reference may lead to, by its place. */
export type Drawn = 'expression' | 'body' | 'row';

export type Held =
  | {
      readonly holds: 'node';
      readonly sort: Sort;
      /** Without it: all of the sort. */
      readonly kinds?: readonly string[];
      /** It could stand in the place of the expression around it, and is not only a clause of it. */
      readonly isOperand: boolean;
    }
  | {
      readonly holds: 'list';
      readonly of: Held;
      readonly least: number;
      /** Its items belong together: none can go alone. */
      readonly whole: boolean;
      /** What may stand there instead of a list. */
      readonly or?: Held;
    }
  | { readonly holds: 'name'; readonly of: Namespace }
  | { readonly holds: 'draw'; readonly of: Drawn }
  | { readonly holds: 'keyword'; readonly words: readonly string[] }
  | { readonly holds: 'flag' | 'text' | 'value' | 'number' };

/** A description of exactly T; the member exists for the compiler alone. */
export type Of<T> = Held & { readonly type?: (value: T) => T };

/** A field that may be missing: on its own, or only as what stands around it says. */
export interface Optional<T> {
  readonly optional: Of<T>;
  readonly dependent: boolean;
}

/** The fields of a node, in the order in which a tree is walked. */
export type Fields<N> = {
  readonly [K in Exclude<keyof N, 'kind'>]: undefined extends N[K]
    ? Optional<Exclude<N[K], undefined>>
    : Of<N[K]>;
};

/** The fields of every kind of a union. */
export type Variants<U extends { readonly kind: string }> = {
  readonly [K in U['kind']]: Fields<OfKind<U, K>>;
};

type OfKind<U, K> = U extends { readonly kind: infer Kinds } ? (K extends Kinds ? U : never) : never;

/** A record without a kind has one table of fields, a union has one for each kind. */
export type Grammar = {
  readonly [S in Sort]: Sorts[S] extends { readonly kind: string }
    ? { readonly kinds: Variants<Sorts[S]> }
    : { readonly fields: Fields<Sorts[S]> };
};

export const flag: Of<boolean> = { holds: 'flag' };
export const text: Of<string> = { holds: 'text' };
/** 0, 1, 2 … */
export const number: Of<number> = { holds: 'number' };

export function node<S extends Sort>(sort: S): Of<Sorts[S]> {
  return { holds: 'node', sort, isOperand: false };
}

/** Only some kinds of a sort. */
export function kindsOf<
  S extends Sort,
  K extends Sorts[S] extends { readonly kind: infer Kinds } ? Kinds : never,
>(sort: S, ...kinds: readonly (K & string)[]): Of<Extract<Sorts[S], { readonly kind: K }>> {
  return { holds: 'node', sort, kinds, isOperand: false };
}

/** An expression that could stand in the place of the one around it; `node('expression')` is a clause of it. */
export const operand: Of<Expression> = { holds: 'node', sort: 'expression', isOperand: true };

export function listOf<T>(of: Of<T>, least = 0): Of<readonly T[]> {
  return { holds: 'list', of, least, whole: false };
}

/** A list of which no item can go alone. */
export function wholeListOf<T>(of: Of<T>, least = 0): Of<readonly T[]> {
  return { holds: 'list', of, least, whole: true };
}

export function listOr<T, U>(of: Of<T>, least: number, or: Of<U>): Of<readonly T[] | U> {
  return { holds: 'list', of, least, whole: false, or };
}

export function name(of: Namespace): Of<string> {
  return { holds: 'name', of };
}

export function drawOf(of: Drawn): Of<string> {
  return { holds: 'draw', of };
}

export function keyword<const W extends string>(...words: readonly W[]): Of<W> {
  return { holds: 'keyword', words };
}

/** It can be left out. */
export function optional<T>(held: Of<T>): Optional<T> {
  return { optional: held, dependent: false };
}

/** It may be missing, but whether it is follows from what stands around it. */
export function dependent<T>(held: Of<T>): Optional<T> {
  return { optional: held, dependent: true };
}
