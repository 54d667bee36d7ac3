// INTEGER PRIMARY KEY as a key of its own beside the rowid: a key of type INT is no other name of the rowid. The numbers that the alias
// would have given to rows are written out, so that the table holds the same.

import type { Plan } from '../../plan/index.ts';
import type {
  ColumnDefinition,
  CreateTable,
  Expression,
  IndexedColumn,
  InsertRow,
  Statement,
  TableConstraint,
} from '../../sql/ast.ts';
import { integer } from '../../sql/build.ts';
import { withNodes, withSteps } from './edits.ts';

/** The position of the column that is another name of the rowid; −1 if there is none. */
export function rowidAliasOf({ columns, constraints, withoutRowid }: CreateTable): number {
  if (withoutRowid) return -1;
  const key = constraints?.find((each): each is TableKey => each.kind === 'primaryKey');
  const isKey = ({ name, primaryKey }: ColumnDefinition): boolean =>
    primaryKey !== undefined || (key?.columns.length === 1 && nameIn(key.columns[0].expression) === name);
  return columns.findIndex((each) => isKey(each) && each.type?.toUpperCase() === 'INTEGER');
}

type TableKey = Extract<TableConstraint, { readonly columns: readonly IndexedColumn[] }>;

function nameIn(expression: Expression): string | undefined {
  return expression.kind === 'column' ? expression.name : undefined;
}

/** The same tables with a key of another type. */
export function withoutRowidAlias(plan: Plan): Plan | null {
  return withNodes(plan, (node) => {
    if (node.kind !== 'createTable') return node;
    const at = rowidAliasOf(node);
    if (at < 0) return node;
    return { ...node, columns: node.columns.map((each, i) => (i === at ? { ...each, type: 'INT' } : each)) };
  });
}

/** The same with the numbers written out, as far as rows are written out. */
export function withWrittenRowids(plan: Plan): Plan | null {
  const aliases = new Map<string, Alias>();
  const written = withSteps(plan, (step) => {
    if (step.do !== 'run') return [step];
    const statement = withNumbers(step.statement, aliases);
    return [statement === step.statement ? step : { ...step, statement }];
  });
  return written === null ? null : withoutRowidAlias(written);
}

interface Alias {
  readonly columns: readonly string[];
  readonly at: number;
  /** The largest number so far. */
  largest: bigint;
}

function withNumbers(statement: Statement, aliases: Map<string, Alias>): Statement {
  if (statement.kind === 'createTable') {
    const at = rowidAliasOf(statement);
    const columns = statement.columns.map(({ name }) => name);
    if (at >= 0) aliases.set(statement.name, { columns, at, largest: 0n });
  }
  if (statement.kind !== 'insert' || statement.source.kind !== 'values') return statement;
  const alias = aliases.get(statement.table);
  if (alias === undefined) return statement;
  const at = (statement.columns ?? alias.columns).indexOf(alias.columns[alias.at]);
  if (at < 0) return statement;
  const { rows: given } = statement.source;
  const rows = given.map((row) => numbered(row, at, alias));
  const isSame = rows.every((row, i) => row === given[i]);
  return isSame ? statement : { ...statement, source: { kind: 'values', rows } };
}

function numbered(row: InsertRow, at: number, alias: Alias): InsertRow {
  if ('draw' in row) return row;
  const key = row[at];
  if (key?.kind !== 'literal') return row;
  if (typeof key.value === 'bigint' && key.value > alias.largest) alias.largest = key.value;
  if (key.value !== null) return row;
  alias.largest++;
  return row.map((each, i) => (i === at ? integer(alias.largest) : each));
}
