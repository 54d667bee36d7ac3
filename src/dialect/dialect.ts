// The seam between DIRT and a dialect of SQL: how it is printed, what it is made of, what its statements mean, and how they are
// drawn. Planning, running and finding go through this interface; a second dialect is a second folder that implements it.

import type { Random } from '../random.ts';
import type { Call, CreateIndex, CreateTable, Expression, Insert, Select, Statement } from '../sql/ast.ts';
import type { RefusalClass, Row, Spelling, SqlValue, StatementClass } from '../sql/index.ts';
import type { Prediction } from './prediction.ts';
import type { DatabaseView, TableView } from './view.ts';

/** The types are the dialect's own: ids of features, names of productions, weights, and the state of its model. */
export interface Dialect<Id extends string, Production extends string, Weights, State> {
  readonly name: string;
  /** With no more parentheses than it needs, or with all; in the usual spelling, or in another. */
  print(statement: Statement, parentheses?: 'all', spelling?: Spelling): string;
  printExpression(expression: Expression): string;
  /** Loads what reads SQL text; what comes makes a reader for the statements of one script. */
  readers(): Promise<() => Reader>;
  isAggregate(call: Call): boolean;
  /** The scalar functions of one family, which convert their arguments alike. */
  functionsOf(family: 'date' | 'math'): readonly string[];
  readonly features: Features<Id>;
  readonly model: Model<State>;
  readonly generate: Generate<Id, Production, Weights>;
}

/** Reads one statement, which may end with a semicolon. */
export type Reader = (sql: string) => ReadStatement | { readonly problem: SyntaxProblem };

/** SQL text as the AST has it, or as a raw statement with what in it the AST has no place for. */
export interface ReadStatement {
  readonly statement: Statement;
  readonly unread?: string;
  /** The same as text, if it says "a": a column, or a text where there is no such column. */
  readonly asText?: Statement;
}

/** Where a text is no SQL, counted from 1, and why: what was found, and what was expected. */
export interface SyntaxProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** The catalogue of what statements are made of. An engine supports a part of it. */
export interface Features<Id extends string> {
  readonly catalogue: Readonly<Record<Id, Feature>>;
  readonly ids: readonly Id[];
  /** Without these nothing can be tested, so every feature set has them. */
  readonly required: readonly Id[];
  isId(text: string): text is Id;
  /** Is it only about features that have ids of their own, used together? */
  isCombination(id: Id): boolean;
  /** Has the engine that the dialect is named after this feature, or only another that speaks it? */
  isNative(id: Id): boolean;
  /** What it builds on: without that it cannot work, and need not be tried. */
  prerequisiteOf(id: Id): Id | undefined;
  /** What other builds of the dialect's own engine answer to the witness: no engine is held to either. */
  otherAnswersTo(id: Id): readonly (readonly Row[])[];
  /** All features; the same object every time. */
  all(): FeatureSet<Id>;
  /** These features and the required ones. */
  setOf(ids: Iterable<Id>): FeatureSet<Id>;
  /** The set without some features; required ones stay. */
  without(features: FeatureSet<Id>, ...ids: readonly Id[]): FeatureSet<Id>;
  /** What a statement uses, in order of appearance; with the schema that it meets, also what depends on its tables. */
  of(statement: Statement, schema?: DatabaseView): readonly Id[];
  isSupported(features: FeatureSet<Id>, statement: Statement, schema: DatabaseView): boolean;
}

export interface Feature {
  readonly description: string;
  readonly witness: Witness;
}

/** A few statements that show a feature at work. Their names are t0, i0, v0, g0, s0 …; a prober may renumber them. */
export interface Witness {
  /** All but the last must work; the last must give the result. */
  readonly statements: readonly string[];
  /** Rows count in their order only if the last statement says ORDER BY; how a refusal is classed is up to the engine. */
  readonly result: readonly Row[] | { readonly refused: RefusalClass };
}

export interface FeatureSet<Id extends string> {
  has(id: Id): boolean;
}

/** What statements do. A state is a value: nothing changes it. */
export interface Model<State> {
  readonly empty: () => State;
  predict(state: State, connection: number, statement: Statement): Predicted<State>;
  /** Begins a statement and takes so many steps of it, each of which gives a row or is the end; it stays open under its id. */
  start(state: State, connection: number, begun: Begun): Predicted<State>;
  /** Is a statement open on any connection? */
  hasOpen(state: State): boolean;
  /** Takes so many more steps, `Infinity` for all that are left; undefined if no such statement is open. */
  advance(state: State, id: number, steps: number): Resumed<State> | undefined;
  /** A statement that is open goes back to before its first step; undefined if it has written. */
  reset(state: State, id: number): State | undefined;
  /** A statement that is open is given up: what it has written stays, or is undone. */
  abandon(state: State, id: number): { readonly kept: State; readonly undone?: State } | undefined;
  viewOf(state: State, connection: number): DatabaseView;
  /** One connection is closed; its open transaction is rolled back. */
  afterDisconnect(state: State, connection: number): State;
  /** All connections are gone at once: what is committed is what is left. */
  afterRestart(state: State): State;
  /** Do both hold the same committed contents because nothing was committed between them? */
  hasSameCommitted(before: State, after: State): boolean;
}

export interface Predicted<State> {
  readonly database: State;
  readonly prediction: Prediction;
  /** How many rows the model visited; a fair engine needs work of that order. */
  readonly visited: number;
  /** What may happen instead, as far as it is up to the engine: the run shows which of the two it was. */
  readonly otherwise?: { readonly database: State; readonly prediction: Prediction };
}

/** A statement that is begun, and how far. */
export interface Begun {
  readonly id: number;
  readonly statement: Statement;
  readonly steps: number;
}

/** What is said of a statement that goes on: the prediction is of all that it gives from its beginning. */
export interface Resumed<State> extends Predicted<State> {
  readonly on: number;
  /** How many steps it has taken before these. */
  readonly before: number;
}

/** Draws what fits the state of the database, the features of the engine and the weights of the plan. */
export interface Generate<Id extends string, Production extends string, Weights> {
  readonly defaultWeights: Weights;
  readonly productions: readonly Production[];
  /** The productions that make statements of these classes. */
  productionsOf(...classes: readonly StatementClass[]): readonly Production[];
  /** The feature without which a production makes nothing; undefined if it depends on more. */
  neededFor(production: Production): Id | undefined;
  /** Names that are in no text like this one. */
  namesAfter(text: string): FreshNames;
  /** What is not given has its default. */
  setting(setting: Partial<Setting<Id, Weights>>): Setting<Id, Weights>;
  /** A statement of one of these productions, of any if none are given. */
  statement(
    random: Random,
    view: DatabaseView,
    setting: Setting<Id, Weights>,
    productions?: readonly Production[],
  ): Statement;
  /** Was it drawn with a mistake in it, so that it must be refused? */
  isMistaken(statement: Statement): boolean;
  createTable(random: Random, view: DatabaseView, setting: Setting<Id, Weights>): CreateTable;
  createIndex(
    random: Random,
    view: DatabaseView,
    setting: Setting<Id, Weights>,
    table: TableView,
  ): CreateIndex | undefined;
  /** An INSERT, with this many rows and into this table if given. */
  insert(
    random: Random,
    view: DatabaseView,
    setting: Setting<Id, Weights>,
    options: { readonly table?: TableView; readonly rows?: number },
  ): Insert | undefined;
  row(random: Random, table: TableView, setting: Setting<Id, Weights>): Record<string, SqlValue>;
  /** A value for a column; undefined if the table has no such column. */
  value(
    random: Random,
    table: TableView,
    column: string,
    setting: Setting<Id, Weights>,
  ): SqlValue | undefined;
  expression(
    random: Random,
    view: DatabaseView,
    setting: Setting<Id, Weights>,
    sources: readonly DrawSource[],
  ): Expression;
  predicate(
    random: Random,
    view: DatabaseView,
    setting: Setting<Id, Weights>,
    source: DrawSource,
    options: { readonly ofRowAlone?: boolean; readonly groupedBy?: readonly Expression[] },
  ): Expression;
  /** A query, with this many result columns if given. */
  query(
    random: Random,
    view: DatabaseView,
    setting: Setting<Id, Weights>,
    shape: { readonly columns?: number },
  ): Select;
}

/** A table whose columns may be read, under the name that the statement gives it. */
export interface DrawSource {
  readonly view: TableView;
  readonly alias?: string;
}

/** What a generator needs to know besides the database. */
export interface Setting<Id extends string, Weights> {
  readonly features: FeatureSet<Id>;
  readonly weights: Weights;
  readonly names: FreshNames;
}

/** None is given twice in a plan, so that a name is an identity. */
export interface FreshNames {
  table(): string;
  column(): string;
  index(): string;
  view(): string;
  trigger(): string;
  /** For an attached database. */
  database(): string;
  savepoint(): string;
}
