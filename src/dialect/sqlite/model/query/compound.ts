// UNION, UNION ALL, INTERSECT and EXCEPT. Rows are compared with the collation of the first arm that has one.

import type { Collation, Compound, CompoundOperator, OrderTerm, SelectBody } from '../../../../sql/ast.ts';
import { type Row, sameRow } from '../../../../sql/index.ts';
import { Refusal, Unknown } from '../../evaluate/stop.ts';
import { sqliteBugs, wrongInSqlite } from '../../sqlite-bugs.ts';
import type { Body } from './compiled-query.ts';
import { checkConverted, convertedIn } from './converted.ts';
import { equalityKeyOfRow } from './equality-key.ts';
import type { SortKey } from './order.ts';
import { columnNamedBy } from './projection.ts';
import { collationOf, type QueryColumn } from './query-column.ts';
import { depends, type StatementContext } from './statement-context.ts';
import { explicitCollation, ordinalOf, sortKey } from './terms.ts';

export function compileCompound(
  compound: Compound,
  orderBy: readonly OrderTerm[],
  context: StatementContext,
  compileArm: (arm: SelectBody) => Body,
): Body {
  const left = compileArm(compound.left);
  const right = compileArm(compound.right);
  if (left.columns.length !== right.columns.length) {
    throw new Refusal(
      'other',
      `SELECTs around ${compound.operator} differ in their number of result columns`,
    );
  }
  const columns = left.columns.map((column, i) => mergedColumn(column, right.columns[i]));
  const collations = columns.map(collationOf);
  const isOrderedByCollation = orderBy.some((term) => explicitCollation(term) !== undefined);
  if (sqliteBugs['collated-compound'].isMet(compound, isOrderedByCollation)) {
    throw wrongInSqlite('collated-compound');
  }
  // SQLite mostly reads VALUES of several rows like a subquery, whose columns compare as BINARY, and sometimes not.
  const isCollated = collations.some((collation) => collation !== undefined && collation !== 'BINARY');
  if (isCollated && [compound.left, compound.right].some(hasSeveralValues)) {
    throw new Unknown('VALUES in a compound with a collation');
  }
  const correlated = left.correlated || right.correlated;
  const terms = orderBy.map((term, i) => compoundTerm(term, i, columns, compound, correlated));
  const sorted = terms.map(({ index }) => index);
  const [convertedLeft, convertedRight] = [left, right].map((arm) => convertedIn(arm.columns));
  return {
    columns,
    sortKeys: terms.map(({ key }) => key),
    correlated,
    mayRaise: left.mayRaise || right.mayRaise,
    sums: left.sums || right.sums,
    readsSorted: left.readsSorted || right.readsSorted,
    produce(environment) {
      const a = left.produce(environment).rows;
      const b = right.produce(environment).rows;
      // SQLite sorts the arms before it merges them.
      checkConverted(convertedLeft, sorted, a);
      checkConverted(convertedRight, sorted, b);
      const rows = combine(compound.operator, a, b, collations, context);
      return {
        rows,
        sortValues: terms.length === 0 ? [] : rows.map((row) => terms.map(({ index }) => row[index])),
      };
    },
  };
}

function mergedColumn(left: QueryColumn, right: QueryColumn): QueryColumn {
  return { ...left, arms: [...left.arms, ...right.arms] };
}

function hasSeveralValues(arm: SelectBody): boolean {
  if (arm.kind === 'compound') return hasSeveralValues(arm.left) || hasSeveralValues(arm.right);
  return arm.kind === 'values' && arm.rows.length > 1;
}

function compoundTerm(
  term: OrderTerm,
  position: number,
  columns: readonly QueryColumn[],
  compound: Compound,
  correlated: boolean,
): { index: number; key: SortKey } {
  const ordinal = ordinalOf(term.expression);
  let index = -1;
  if (ordinal !== undefined) index = ordinal - 1;
  else if (term.expression.kind === 'column' && term.expression.table === undefined) {
    const name = term.expression.name.toLowerCase();
    index = columns.findIndex((column) => column.name.toLowerCase() === name);
    // A column of an outer query is no term here, though the result column has its name.
    if (index < 0 || correlated || isRenamed(compound.left, name))
      throw new Unknown('ORDER BY on a compound');
  } else throw new Unknown('ORDER BY on a compound');
  if (columns[index] === undefined) throw new Refusal('other', `ORDER BY term ${position + 1} out of range`);
  return { index, key: sortKey(term, collationOf(columns[index])) };
}

/** A column of this name is also called otherwise, or is part of an expression: what is sorted by depends on who has an alias. */
function isRenamed(arm: SelectBody, name: string): boolean {
  if (arm.kind === 'compound') return isRenamed(arm.left, name);
  if (arm.kind !== 'core') return false;
  return arm.columns.some((column) => {
    if (column.kind !== 'expression') return false;
    const { alias, expression } = column;
    if (columnNamedBy(expression)?.name.toLowerCase() !== name) return false;
    return alias === undefined ? expression.kind !== 'column' : alias.toLowerCase() !== name;
  });
}

function combine(
  operator: CompoundOperator,
  left: readonly Row[],
  right: readonly Row[],
  collations: readonly (Collation | undefined)[],
  context: StatementContext,
): readonly Row[] {
  if (operator === 'UNION ALL') return left.concat(right);
  const keyOf = (row: Row) => equalityKeyOfRow(row, collations);
  const kept = new Map<string, Row>();
  const add = (row: Row) => {
    const key = keyOf(row);
    const other = kept.get(key);
    if (other === undefined) kept.set(key, row);
    else if (!sameRow(other, row)) depends(context, `${operator} representative`);
  };
  for (const row of left) add(row);
  if (operator === 'UNION') {
    for (const row of right) add(row);
    return [...kept.values()];
  }
  const others = new Set(right.map(keyOf));
  const wanted = operator === 'INTERSECT';
  return [...kept].filter(([key]) => others.has(key) === wanted).map(([, row]) => row);
}
