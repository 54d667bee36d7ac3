// INSERT: from values, a query or the defaults, with conflict clauses, upserts and RETURNING.

import type { Insert, InsertRow } from '../../../../sql/ast.ts';
import { type Row, type SqlValue, sameRow } from '../../../../sql/index.ts';
import { Refusal, Unknown } from '../../evaluate/stop.ts';
import { runProbes } from '../query/probes.ts';
import { compileIn } from '../query/scope.ts';
import { compileSelect, statementLevel } from '../query/select.ts';
import { depends, type StatementContext, Undetermined } from '../query/statement-context.ts';
import { checkTruthOfConstants } from '../query/truth-of-constants.ts';
import { defaultOf } from '../schema/compile-table.ts';
import { requireContents, type TableSchema } from '../table.ts';
import { checkKeys, prepareRow, Violation } from './constraints.ts';
import { addRow, type Draft, draftOf, findRow, tableOf } from './draft.ts';
import { checkRefusedValue } from './refused-value.ts';
import { doubt, nextRowid, remember, rowidFrom, settle } from './rowid.ts';
import { compileReturning, targetColumn, targetTable, type Written } from './target.ts';
import { compileUpserts, type UpsertPlan } from './upsert.ts';

interface SourceRows {
  readonly rows: readonly Row[];
  /** Whether SQL leaves their order undetermined. */
  readonly inAnyOrder: boolean;
}

export function runInsert(statement: Insert, context: StatementContext): Written {
  const table = targetTable(context, statement.table);
  const { schema } = table;
  const positions = targetColumns(statement, schema);
  const source = compileSource(statement, positions.length, context);
  const upserts = compileUpserts(statement, context, table);
  // Whether `excluded` has the default that REPLACE puts in the place of NULL is not documented.
  if (statement.conflict === 'REPLACE' && statement.upsert !== undefined)
    throw new Unknown('OR REPLACE with ON CONFLICT');
  if (statement.source.kind === 'values') checkTruthOfConstants(statement.source.rows);
  const returning = compileReturning(statement.returning, context, table);
  requireContents(table);
  const draft = draftOf(table);
  context.started = true;

  const { rows, inAnyOrder } = source();
  const insertion: Insertion = { statement, draft, positions, upserts, inAnyOrder, context, assigned: 0 };
  const returned: Row[] = [];
  let changes = 0;
  try {
    for (const values of rows) {
      const stored = insertRow(insertion, values);
      if (stored === undefined) continue;
      changes++;
      if (returning !== undefined) returned.push(returning(stored));
    }
  } catch (error) {
    const before = draft.rows !== table.rows ? 'some' : inAnyOrder ? 'maybe' : 'none';
    checkRefusedValue(error, before, schema, context);
    if (!(error instanceof Violation)) throw error;
    if (inAnyOrder && error.resolution === 'FAIL') throw new Undetermined('conflict order');
    // A statement that ends early does not write the sequence back.
    if (draft.sequence !== undefined && draft.sequence !== table.sequence) doubt(draft, draft.sequence);
    draft.sequence = table.sequence;
    const { doubtedRowid } = draft;
    const kept = error.resolution === 'FAIL' && draft.rows !== table.rows ? tableOf(draft) : table;
    return {
      table: doubtedRowid === kept.doubtedRowid ? kept : { ...kept, doubtedRowid },
      returned: [],
      changes: 0,
      violation: error,
      anyConstraint: inAnyOrder,
    };
  }
  if (inAnyOrder && insertion.assigned > 1) {
    if (schema.rowidAlias >= 0) depends(context, 'rowid order');
    draft.rowidsKnown = false;
  }
  return { table: tableOf(draft), returned, changes, dirty: sequenceDirt(draft, changes) };
}

/** AUTOINCREMENT writes its sequence back even if no row was stored, though perhaps as it was. */
function sequenceDirt({ schema, table, sequence }: Draft, changes: number): Written['dirty'] {
  if (!schema.autoincrement || changes > 0) return undefined;
  return sequence === table.sequence ? 'maybe' : 'yes';
}

interface Insertion {
  readonly statement: Insert;
  readonly draft: Draft;
  readonly positions: readonly number[];
  readonly upserts: UpsertPlan;
  readonly inAnyOrder: boolean;
  readonly context: StatementContext;
  /** How many rows got their rowid from the table. */
  assigned: number;
}

/** Inserts one row; gives the row as stored, or undefined if a conflict clause dropped it. */
function insertRow(insertion: Insertion, values: Row): Row | undefined {
  const { draft, positions, statement, upserts, inAnyOrder, context } = insertion;
  const { schema } = draft;
  const row: SqlValue[] = [];
  for (let i = 0; i < schema.columns.length; i++) row.push(null);
  let rowid: SqlValue = null;
  let proposedRowid: bigint | undefined;
  let given = 0;
  for (let i = 0; i < positions.length; i++) {
    if (positions[i] === -1) rowid = values[i];
    else row[positions[i]] = values[i];
    given++;
  }
  if (given < schema.columns.length) {
    for (let i = 0; i < row.length; i++) {
      const { generated, rowidAlias } = schema.columns[i];
      if (!positions.includes(i) && !generated && !rowidAlias) row[i] = defaultOf(schema, i);
    }
  }
  if (!schema.withoutRowid) {
    if (schema.rowidAlias >= 0) rowid = row[schema.rowidAlias];
    if (rowid === null) {
      // Transactions that run at once, and those that failed, have had rowids too.
      if (context.snapshot.mvcc && schema.rowidAlias >= 0) throw new Undetermined('rowids in mvcc');
      rowid = nextRowid(draft);
      insertion.assigned++;
    } else {
      if (!draft.rowidsKnown) throw new Unknown('rowids not known');
      rowid = rowidFrom(rowid);
    }
    remember(draft, rowid);
    proposedRowid = rowid;
    if (schema.rowidAlias >= 0) row[schema.rowidAlias] = rowid;
    row.push(rowid);
  }
  const proposed = row.slice();
  const prepared = prepareRow(draft, row, statement.conflict);
  const dropped = (): undefined => {
    if (proposedRowid !== undefined) doubt(draft, proposedRowid);
  };
  if (prepared.kind !== 'store') return dropped();
  const mustBeCertain = () => {
    if (inAnyOrder) throw new Undetermined('conflict order');
  };
  const decision = checkKeys(draft, row, undefined, statement.conflict, upserts.rules, mustBeCertain);
  if (decision.kind === 'store') {
    addRow(draft, row);
    if (proposedRowid !== undefined) settle(draft, proposedRowid);
    return row;
  }
  mustBeCertain();
  dropped();
  if (decision.kind === 'ignore') return undefined;
  const excluded = decision.early && !hasSchemaExpressions(schema) ? withReals(schema, proposed) : row;
  return upserts.update(decision.rule, draft, findRow(draft, decision.key)!, excluded, context);
}

/** CHECK constraints and generated columns make SQLite apply affinities before anything else. */
function hasSchemaExpressions({ checks, columns }: TableSchema): boolean {
  return checks.length > 0 || columns.some((column) => column.generated);
}

/** A row whose rowid is taken is still without affinities, but for integers in REAL columns. */
function withReals(schema: TableSchema, row: Row): Row {
  return row.map((value, i) =>
    typeof value === 'bigint' && schema.columns[i]?.affinity === 'real' ? Number(value) : value,
  );
}

function targetColumns(statement: Insert, schema: TableSchema): readonly number[] {
  if (statement.columns !== undefined) {
    const positions = statement.columns.map((name) => targetColumn(schema, name, 'INSERT into'));
    if (new Set(positions).size < positions.length) throw new Unknown('column named twice');
    return positions;
  }
  if (statement.source.kind === 'defaultValues') return [];
  const positions: number[] = [];
  schema.columns.forEach((column, i) => {
    if (!column.generated) positions.push(i);
  });
  return positions;
}

function compileSource(statement: Insert, width: number, context: StatementContext): () => SourceRows {
  const { source } = statement;
  switch (source.kind) {
    case 'defaultValues':
      return () => ({ rows: [[]], inAnyOrder: false });
    case 'values':
      return compileRows(source.rows, width, statement, context);
    case 'select': {
      const query = compileSelect(source.select, undefined, undefined, context);
      checkWidth(query.columns.length, width, statement.table);
      if (query.mayRaise) throw new Undetermined('may raise');
      return () => {
        const { ordered, undetermined } = query.run(undefined);
        if (undetermined) throw new Undetermined('LIMIT among ties');
        let start = 0;
        let inAnyOrder = false;
        for (const size of ordered.ties) {
          for (let i = start + 1; i < start + size; i++) {
            if (!sameRow(ordered.rows[start], ordered.rows[i])) inAnyOrder = true;
          }
          start += size;
        }
        return { rows: ordered.rows, inAnyOrder };
      };
    }
  }
}

function compileRows(
  rows: readonly InsertRow[],
  width: number,
  statement: Insert,
  context: StatementContext,
): () => SourceRows {
  const level = statementLevel(context);
  const compiled = rows.map((row) => {
    if ('draw' in row) throw new Unknown('draw');
    return row.map((expression) => compileIn(level, expression));
  });
  if (compiled.some((row) => row.length !== compiled[0].length)) {
    throw new Refusal('other', 'all VALUES must have the same number of terms');
  }
  checkWidth(compiled[0].length, width, statement.table);
  if (level.mayRaise) throw new Undetermined('may raise');
  return () => {
    runProbes(level.probes.row, { row: [] });
    return {
      rows: compiled.map((row) => row.map(({ evaluate }) => evaluate({ row: [] }))),
      inAnyOrder: false,
    };
  };
}

function checkWidth(values: number, columns: number, table: string): void {
  if (values !== columns) {
    throw new Refusal('other', `table ${table} has ${columns} columns but ${values} values were supplied`);
  }
}
