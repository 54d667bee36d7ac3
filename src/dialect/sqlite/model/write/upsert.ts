// ON CONFLICT … DO NOTHING and DO UPDATE: which key each clause names, and what it does to the conflicting row.

import type { Expression, IndexedColumn, Insert, Upsert } from '../../../../sql/ast.ts';
import { type Row, sameTree } from '../../../../sql/index.ts';
import { truth } from '../../evaluate/convert.ts';
import { Refusal } from '../../evaluate/stop.ts';
import { sqliteBugs, wrongInSqlite } from '../../sqlite-bugs.ts';
import { addTable, columnsOf, compileIn, type Level } from '../query/scope.ts';
import { statementLevel } from '../query/select.ts';
import { type StatementContext, Undetermined } from '../query/statement-context.ts';
import { collationOfIndexed } from '../schema/define-table.ts';
import { isRowidName, type Key, type Table, type TableSchema } from '../table.ts';
import { compileSet } from './assign.ts';
import { checkKeys, prepareRow, type UpsertRule } from './constraints.ts';
import { addRow, type Draft, removeRow } from './draft.ts';

export interface UpsertPlan {
  readonly rules: readonly UpsertRule[];
  /** Runs DO UPDATE on the conflicting row; gives the row as stored, or undefined if WHERE was not true. */
  update(
    rule: number,
    draft: Draft,
    existing: Row,
    proposed: Row,
    context: StatementContext,
  ): Row | undefined;
}

type Updater = (draft: Draft, existing: Row, proposed: Row) => Row | undefined;

export function compileUpserts(statement: Insert, context: StatementContext, table: Table): UpsertPlan {
  const clauses = statement.upsert ?? [];
  const rules = clauses.map((clause) => ({
    target: clause.target === undefined ? undefined : targetOf(clause.target, table.schema),
    update: clause.set !== undefined,
  }));
  const updaters = clauses.map((clause) => compileUpdate(clause, context, table));
  return { rules, update: (rule, draft, existing, proposed) => updaters[rule]!(draft, existing, proposed) };
}

function compileUpdate(clause: Upsert, context: StatementContext, table: Table): Updater | undefined {
  if (clause.set === undefined) return undefined;
  const { schema } = table;
  const level = statementLevel(context);
  addTable(level, table, schema.name);
  addExcluded(level, schema);
  const setter = compileSet(clause.set, schema, level);
  const where = clause.where === undefined ? undefined : compileIn(level, clause.where);
  if (level.mayRaise || level.probes.row.length > 0) throw new Undetermined('may raise');
  return (draft, existing, proposed) => {
    const environment = { row: existing.concat(proposed) };
    // Whether it sees the rows before this one depends on when it is evaluated.
    if (level.correlatedSubquery || context.reads.has(schema.name.toLowerCase())) {
      throw new Undetermined('subquery while inserting');
    }
    if (where !== undefined && truth(where.evaluate(environment)) !== true) return undefined;
    const row = setter.apply(existing, environment);
    prepareRow(draft, row, 'ABORT');
    checkKeys(draft, row, existing, 'ABORT');
    removeRow(draft, existing);
    addRow(draft, row);
    return row;
  };
}

/** The proposed row: only by its own name, and with neither affinities nor collations. */
function addExcluded(level: Level, schema: TableSchema): void {
  const columns = columnsOf(schema.columns.map(({ name }) => ({ name, affinity: 'none' })));
  const hidden = new Set(columns.positions.keys());
  level.sources.push({ name: 'excluded', columns, offset: level.width, rowid: -1, hidden });
  level.width += columns.list.length;
}

/** The key that a conflict target names: a position in the schema's keys, or -1 for the rowid. */
function targetOf(target: NonNullable<Upsert['target']>, schema: TableSchema): number {
  if (target.columns.length === 1 && !schema.withoutRowid) {
    const { expression } = target.columns[0];
    if (expression.kind === 'column') {
      const name = expression.name.toLowerCase();
      const position = schema.columns.findIndex((column) => column.name.toLowerCase() === name);
      if (position < 0 ? isRowidName(name) : position === schema.rowidAlias) return -1;
    }
  }
  const found = schema.keys.findIndex((key) => matches(key, target, schema));
  if (found >= 0) {
    if (sqliteBugs['upsert-target-with-rowid'].isMet(schema.keys[found], schema))
      throw wrongInSqlite('upsert-target-with-rowid');
    return found;
  }
  throw new Refusal('other', 'ON CONFLICT clause does not match any PRIMARY KEY or UNIQUE constraint');
}

function matches(key: Key, target: NonNullable<Upsert['target']>, schema: TableSchema): boolean {
  if (key.columns.length !== target.columns.length) return false;
  if (
    key.where !== undefined &&
    (target.where === undefined || !sameTree('expression', key.where, target.where))
  ) {
    return false;
  }
  return key.columns.every((column, i) =>
    target.columns.some((term) => {
      const collation = collationOfIndexed(term);
      if (collation !== undefined && collation !== key.collations[i]) return false;
      return sameTree('expression', bare(column, schema), bare(term, schema));
    }),
  );
}

function bare({ expression }: IndexedColumn, schema: TableSchema): Expression {
  if (expression.kind === 'collate') return bare({ expression: expression.operand }, schema);
  if (expression.kind === 'column') return { kind: 'column', name: expression.name.toLowerCase() };
  return expression;
}
