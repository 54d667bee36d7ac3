// The expressions of a table's schema, compiled once per schema: defaults, generated columns, checks and keys.

import type { Expression } from '../../../../sql/ast.ts';
import type { Row, SqlValue } from '../../../../sql/index.ts';
import type { Affinity } from '../../../view.ts';
import { compile, type Evaluate, type Scope } from '../../evaluate/compile.ts';
import { applyAffinity, truth } from '../../evaluate/convert.ts';
import { Refusal, Unknown } from '../../evaluate/stop.ts';
import { type Probe, probesOf } from '../query/probes.ts';
import { isRowidName, type Key, type TableSchema } from '../table.ts';

interface GeneratedColumn {
  readonly position: number;
  readonly stored: boolean;
  readonly evaluate: Evaluate;
}

export interface CompiledTable {
  /** In an order in which each one finds the ones it reads already computed. */
  readonly generated: readonly GeneratedColumn[];
  readonly checks: readonly Evaluate[];
  /** For each key, its values in a stored row; undefined where uniqueness does not bind the row. */
  readonly keyValues: readonly ((stored: Row) => Row | undefined)[];
  /** What may raise while a row is stored. */
  readonly probes: readonly Probe[];
}

const COMPILED = new WeakMap<TableSchema, CompiledTable>();

export function compiledTable(schema: TableSchema): CompiledTable {
  let compiled = COMPILED.get(schema);
  if (compiled === undefined) {
    compiled = compileTable(schema);
    COMPILED.set(schema, compiled);
  }
  return compiled;
}

/** The default value of a column before its affinity is applied; NULL without DEFAULT. */
export function defaultOf(schema: TableSchema, position: number): SqlValue {
  const { default: expression } = schema.columns[position];
  if (expression === undefined) return null;
  if (expression.kind === 'literal') return expression.value;
  return compile(expression, CONSTANT_SCOPE).evaluate({ row: [] });
}

export function storeValue(value: SqlValue, affinity: Affinity): SqlValue {
  const stored = applyAffinity(value, affinity);
  // A REAL column keeps whole numbers as integers on disk, and those have no negative zero.
  return affinity === 'real' && Object.is(stored, -0) ? 0 : stored;
}

const CONSTANT_SCOPE: Scope = {
  column() {
    throw new Refusal('other', 'default value of column is not constant');
  },
  subquery() {
    throw new Refusal('other', 'default value of column is not constant');
  },
};

function compileTable(schema: TableSchema): CompiledTable {
  const probes: Probe[] = [];
  const compileOn = (expression: Expression, scope: Scope) => {
    const compiled = compile(expression, scope);
    if (compiled.mayRaise)
      probes.push(...(probesOf(expression, (part) => raising(part, scope)) ?? []), compiled);
    return compiled;
  };
  for (const column of schema.columns) {
    if (column.default !== undefined && column.default.kind !== 'literal') {
      compile(column.default, CONSTANT_SCOPE);
    }
  }
  const reads = new Map<number, Set<number>>();
  const generated: GeneratedColumn[] = [];
  schema.columns.forEach((column, position) => {
    if (column.expression === undefined) return;
    const read = new Set<number>();
    reads.set(position, read);
    const { evaluate } = compileOn(
      column.expression,
      tableScope(schema, (at) => read.add(at), false),
    );
    generated.push({ position, stored: column.stored ?? false, evaluate });
  });
  const scope = tableScope(schema);
  const checks = schema.checks.map((check) => compileOn(check.expression, scope).evaluate);
  const keyValues = schema.keys.map((key) => keyExtractor(key, (e) => compileOn(e, scope).evaluate));
  for (const index of schema.indexes) {
    const kept = [
      ...index.columns.map(({ expression }) => expression),
      ...(index.where ? [index.where] : []),
    ];
    for (const expression of kept) {
      const compiled = compileOn(expression, scope);
      if (expression.kind !== 'column') probes.push(metBugs(compiled));
    }
  }
  return { generated: inOrder(generated, reads), checks, keyValues, probes };
}

/** What versions of SQLite compute differently must not go into an index: one would find it damaged that another has written. */
function metBugs({ evaluate }: Probe): Probe {
  return {
    evaluate: (environment) => {
      try {
        return evaluate(environment);
      } catch (stop) {
        if (stop instanceof Unknown && stop.bug === undefined) return null;
        throw stop;
      }
    },
  };
}

function raising(part: Expression, scope: Scope): Probe | undefined {
  const { mayRaise, evaluate } = compile(part, scope);
  return mayRaise ? { evaluate } : undefined;
}

function inOrder(
  columns: readonly GeneratedColumn[],
  reads: ReadonlyMap<number, ReadonlySet<number>>,
): GeneratedColumn[] {
  const done: GeneratedColumn[] = [];
  let rest = [...columns];
  while (rest.length > 0) {
    const waiting = new Set(rest.map(({ position }) => position));
    const ready = rest.filter(({ position }) => ![...reads.get(position)!].some((read) => waiting.has(read)));
    if (ready.length === 0) throw new Unknown('generated column loop');
    done.push(...ready);
    rest = rest.filter((column) => !ready.includes(column));
  }
  return done;
}

/** Names within a table's own expressions. */
export function tableScope(
  schema: TableSchema,
  onColumn?: (position: number) => void,
  allowRowid = true,
): Scope {
  const table = schema.name.toLowerCase();
  return {
    column(reference) {
      const name = reference.name.toLowerCase();
      if (reference.table === undefined || reference.table.toLowerCase() === table) {
        const position = schema.columns.findIndex((column) => column.name.toLowerCase() === name);
        if (position >= 0) {
          onColumn?.(position);
          const { affinity, collation } = schema.columns[position];
          return { depth: 0, index: position, affinity, collation };
        }
        if (isRowidName(name) && !schema.withoutRowid) {
          if (!allowRowid) throw new Unknown('rowid in a generated column');
          return { depth: 0, index: schema.columns.length, affinity: 'integer' };
        }
      }
      throw new Refusal('other', `no such column: ${reference.name}`);
    },
    subquery() {
      throw new Refusal('other', 'subqueries prohibited in schema expressions');
    },
  };
}

function keyExtractor(key: Key, compileExpression: (expression: Expression) => Evaluate) {
  const covers = key.where === undefined ? undefined : compileExpression(key.where);
  const { positions } = key;
  const parts =
    positions === undefined ? key.columns.map((column) => compileExpression(column.expression)) : undefined;
  return (stored: Row): Row | undefined => {
    if (covers !== undefined && truth(covers({ row: stored })) !== true) return undefined;
    const values: SqlValue[] = [];
    if (positions !== undefined) {
      for (const position of positions) {
        if (stored[position] === null) return undefined;
        values.push(stored[position]);
      }
      return values;
    }
    for (const part of parts!) {
      const value = part({ row: stored });
      if (value === null) return undefined;
      values.push(value);
    }
    return values;
  };
}
