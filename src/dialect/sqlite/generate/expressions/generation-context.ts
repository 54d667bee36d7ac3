// The place in a statement where something is generated: what it may read, and what is allowed there. Families of productions
// reach each other only through `grow`, so that their files do not import each other in a circle.

import type { Random } from '../../../../random.ts';
import type { Expression, Select } from '../../../../sql/ast.ts';
import type { DatabaseView } from '../../../view.ts';
import type { Want } from '../../functions/function.ts';
import type { Source, SourceColumn } from '../queries/source.ts';
import type { Grammar } from './grammar.ts';

export interface GenerationContext {
  readonly random: Random;
  readonly grammar: Grammar;
  /** The database, for subqueries. */
  readonly view: DatabaseView;
  /** What this query level reads. */
  readonly sources: readonly Source[];
  /** What the queries around it read. */
  readonly outer: readonly Source[];
  /** No subqueries, no clock, nothing that differs from machine to machine: an expression of the schema. */
  readonly pure: boolean;
  /** Columns must be qualified, because tables may still join that have the same names. */
  readonly qualified: boolean;
  /** Columns of the queries around must be qualified, for the same reason. */
  readonly outerQualified: boolean;
  /** No stars: the query outlives the columns that its tables have now. */
  readonly lasting: boolean;
  /** A place that few statements have: what stands there is of any kind, so that each kind meets it. */
  readonly rare: boolean;
  /** In a result column or HAVING of an aggregate query: its GROUP BY. Leaves are then these or aggregates. */
  readonly group: readonly Expression[] | null;
  /** Rows that the queries around this place visit: what is generated here runs that often. */
  readonly work: number;
  /** Counts of the whole statement, which go on while it is generated. */
  readonly statement: { aliases: number; subqueriesLeft: number };
  readonly grow: Grow;
}

/** The mutually recursive generators. `depth` bounds the recursion; at 0 only leaves are made. */
export interface Grow {
  value(context: GenerationContext, want: Want, depth: number): Expression;
  predicate(context: GenerationContext, depth: number): Expression;
  query(context: GenerationContext, shape: QueryShape, depth: number): GeneratedQuery;
  /** Of any kind that the place allows, each as likely as the others. */
  anything(context: GenerationContext): Expression;
}

export interface QueryShape {
  /** How many columns the result has; any number if not given. */
  readonly columns?: number;
  /** One row: an aggregate, or at most one row of the source. */
  readonly single?: boolean;
  /** Every result column has a name of its own. */
  readonly named?: boolean;
  /** Names for all result columns, where they become columns of a table. */
  readonly freshName?: () => string;
  /** VALUES, and nothing else. */
  readonly rows?: boolean;
  /** It may be `*` although it outlives its tables' columns: what it is called is said elsewhere. */
  readonly mayStar?: boolean;
}

export interface GeneratedQuery {
  readonly select: Select;
  /** Is there a RIGHT or FULL JOIN in it? */
  readonly rightward: boolean;
  readonly columns: readonly Omit<SourceColumn, 'position'>[];
}

/** The context with some of it changed. Spelt out because object spread is many times slower, and this is hot. */
export function derive(context: GenerationContext, changes: Partial<GenerationContext>): GenerationContext {
  return {
    random: context.random,
    grammar: context.grammar,
    view: context.view,
    sources: changes.sources ?? context.sources,
    outer: changes.outer ?? context.outer,
    pure: changes.pure ?? context.pure,
    qualified: changes.qualified ?? context.qualified,
    outerQualified: changes.outerQualified ?? context.outerQualified,
    lasting: changes.lasting ?? context.lasting,
    rare: changes.rare ?? context.rare,
    group: changes.group === undefined ? context.group : changes.group,
    work: changes.work ?? context.work,
    statement: context.statement,
    grow: context.grow,
  };
}

/** The context of a subquery: this query's sources become the outer ones. */
export function nested(context: GenerationContext): GenerationContext {
  const { sources, outer, group } = context;
  return derive(context, {
    // A subquery in an aggregate query must not read the columns of one row of a group: SQL does not determine which row.
    outer: group !== null || sources.length === 0 ? outer : [...sources, ...outer],
    sources: [],
    group: null,
    qualified: false,
    outerQualified: context.qualified || context.outerQualified,
    rare: false,
    work: workOf(context),
  });
}

/** Rows that this query level visits, together with those around it. */
function workOf(context: GenerationContext): number {
  let work = context.work;
  for (const source of context.sources) work *= Math.max(1, source.rowCount);
  return work;
}

/** A name for a table or subquery that nothing else in the statement has. */
export function freshAlias(context: GenerationContext): string {
  return `q${context.statement.aliases++}`;
}
