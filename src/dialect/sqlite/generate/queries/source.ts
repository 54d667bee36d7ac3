// What an expression may read: the columns of one table, view or subquery of a query, under the name by which the
// query knows it.

import type { Random } from '../../../../random.ts';
import type { Collation } from '../../../../sql/ast.ts';
import type { Row, SqlValue } from '../../../../sql/index.ts';
import type { Affinity, ColumnView, IndexView, TableView, ViewView } from '../../../view.ts';

/** Rows to take sample values from; a table is one. */
export interface Sample {
  readonly rowCount: number;
  rowAt(position: number): Row;
}

export interface SourceColumn {
  readonly name: string;
  readonly affinity: Affinity;
  readonly collation: Collation;
  readonly notNull?: boolean;
  /** Where values of this column can be seen, if anywhere. */
  readonly sample?: Sample;
  /** The position of the column in the sample's rows. */
  readonly position: number;
}

export interface Source {
  /** The qualifier of its columns; without one they are named alone. */
  readonly name?: string;
  readonly columns: readonly SourceColumn[];
  /** An estimate for queries, exact for tables. */
  readonly rowCount: number;
  readonly hasRowid: boolean;
  readonly indexes: readonly IndexView[];
}

export function tableSource(table: TableView, name: string | undefined): Source {
  const sample = table.knowledge === 'exact' ? table : undefined;
  return {
    name,
    columns: table.columns.map((column, position) => sourceColumn(column, position, sample)),
    rowCount: table.rowCount,
    hasRowid: !table.withoutRowid,
    indexes: table.indexes,
  };
}

function sourceColumn(column: ColumnView, position: number, sample: Sample | undefined): SourceColumn {
  const { name, affinity, collation, notNull } = column;
  return { name, affinity, collation, notNull, sample, position };
}

/** The number of rows of a view is not known; this many are assumed. */
const ASSUMED_ROWS = 40;

export function viewSource(view: ViewView, name: string): Source {
  return querySource(view.columns, name);
}

export function querySource(
  columns: readonly Omit<SourceColumn, 'position'>[],
  name: string,
  rowCount = ASSUMED_ROWS,
): Source {
  return {
    name,
    columns: columns.map((column, position) => ({ position, ...column })),
    rowCount,
    hasRowid: false,
    indexes: [],
  };
}

/** A stored value of the column; undefined if none is known. */
export function storedValue(random: Random, column: SourceColumn): SqlValue | undefined {
  const { sample } = column;
  if (sample === undefined || sample.rowCount === 0) return undefined;
  return sample.rowAt(random.below(sample.rowCount))[column.position];
}
