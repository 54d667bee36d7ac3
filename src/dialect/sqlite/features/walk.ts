// What featuresOf knows at each place of a statement while it walks it.

import type { ColumnDefinition, Expression, IndexedColumn, Select } from '../../../sql/ast.ts';
import type { Affinity } from '../../view.ts';
import type { FeatureId } from './catalogue.ts';

/** The tables and views that are there, as far as features depend on them; the model's view of a database is one. */
export interface KnownSchema {
  readonly tables: readonly KnownTable[];
  readonly views: readonly { readonly name: string; readonly reads?: readonly string[] }[];
  /** Unknown if not given. */
  readonly inTransaction?: boolean;
}

export interface KnownTable {
  readonly name: string;
  readonly strict: boolean;
  readonly withoutRowid: boolean;
  readonly columns: readonly KnownColumn[];
  readonly indexes: readonly { readonly columns: readonly IndexedColumn[]; readonly where?: Expression }[];
  readonly uniqueKeys: readonly (readonly string[])[];
  readonly checks?: readonly Expression[];
}

interface KnownColumn {
  readonly name: ColumnDefinition['name'];
  readonly generated: boolean;
  readonly rowidAlias: boolean;
  readonly primaryKey: boolean;
  readonly affinity?: Affinity;
}

export const NO_SCHEMA: KnownSchema = { tables: [], views: [] };

/** What a query is there for. */
export type Role = 'statement' | 'subquery' | 'from' | 'with' | 'view' | 'insert' | 'createTableAs';

/** The clause that an expression stands in; `subquery.in…` is named after it. */
export type Place =
  | 'Result'
  | 'Where'
  | 'OrderBy'
  | 'GroupBy'
  | 'Having'
  | 'Limit'
  | 'On'
  | 'Values'
  | 'Set'
  | 'UpdateWhere'
  | 'DeleteWhere'
  | 'Upsert'
  | 'Returning'
  | 'Schema';

/** What is found out about one query core while its parts are walked. */
export interface CoreFacts {
  aggregates: number;
  distinctAggregates: number;
  windows: number;
  subqueries: number;
  correlated: number;
  rowids: number;
}

export interface Walk {
  readonly used: Set<FeatureId>;
  readonly schema: KnownSchema;
  /** Names of tables in scope, one list per query level, innermost last: they tell whether a subquery is correlated. */
  readonly levels: readonly (readonly string[])[];
  /** Names of common tables in scope. */
  readonly common: readonly string[];
  readonly role: Role;
  readonly place: Place;
  /** In the ON of an outer join. */
  readonly outerOn: boolean;
  /** Expressions around this one in the same clause, by the last part of the feature's name. */
  readonly around: readonly Around[];
  readonly core: CoreFacts;
  /** Walks a query; here so that the walkers of queries and of expressions need not import each other. */
  readonly select: (walk: Walk, select: Select) => void;
}

export type Around = 'Case' | 'Function' | 'Between' | 'List' | 'Aggregate';

export function add(walk: Walk, id: FeatureId): void {
  walk.used.add(id);
}

export function coreFacts(): CoreFacts {
  return { aggregates: 0, distinctAggregates: 0, windows: 0, subqueries: 0, correlated: 0, rowids: 0 };
}

const NOTHING_AROUND: readonly Around[] = [];

/** Written out: this is the hottest place of the walk, and copying by name is slower. */
export function at({ used, schema, levels, common, role, core, select }: Walk, place: Place): Walk {
  return { used, schema, levels, common, role, place, outerOn: false, around: NOTHING_AROUND, core, select };
}

/** The same walk where these names of tables are in scope. */
export function within(walk: Walk, names: readonly string[]): Walk {
  return { ...walk, levels: [...walk.levels, names] };
}

export function tableNamed(walk: Walk, name: string): KnownTable | undefined {
  return walk.schema.tables.find((table) => table.name === name);
}

export function isView(walk: Walk, name: string): boolean {
  return walk.schema.views.some((view) => view.name === name);
}

/** Has a table or view this name? */
export function isNamed(walk: Walk, name: string): boolean {
  return isView(walk, name) || tableNamed(walk, name) !== undefined;
}
