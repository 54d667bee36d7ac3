// A compiled query, and the parts that it is assembled from.

import type { Row } from '../../../../sql/index.ts';
import type { Environment } from '../../evaluate/compile.ts';
import type { Ordered, SortKey } from './order.ts';
import type { QueryColumn } from './query-column.ts';

export interface QueryResult {
  readonly ordered: Ordered;
  /** LIMIT cut among rows that tie: SQL does not determine which of them are there. */
  readonly undetermined: boolean;
}

/** What is known of a query, or of a part of it, before it runs. */
interface Outline {
  readonly columns: readonly QueryColumn[];
  /** Whether it reads columns of an enclosing query. */
  readonly correlated: boolean;
  readonly mayRaise: boolean;
  /** Whether it has an aggregate that may raise, as sum() does; the values tell. */
  readonly sums: boolean;
}

export interface CompiledQuery extends Outline {
  /** Whether it, or a query that it reads, has an ORDER BY. */
  readonly sorted: boolean;
  run(outer: Environment | undefined): QueryResult;
}

/** What a body produces: rows, and for each the values of the sort keys. */
export interface Produced {
  readonly rows: readonly Row[];
  readonly sortValues: readonly Row[];
}

export interface Body extends Outline {
  readonly sortKeys: readonly SortKey[];
  /** Whether its FROM reads a query that has an ORDER BY, at any depth. */
  readonly readsSorted: boolean;
  produce(outer: Environment | undefined): Produced;
}
