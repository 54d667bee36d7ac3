// Bugs of SQLite where it looks values up: IN, and row values in an index. They are part of the table in sqlite-bugs.ts, which says
// what the fields mean.

import type { Expression, IndexedColumn, ResultColumn, SelectCore } from '../../sql/ast.ts';
import { type Node, type SqlValue, some } from '../../sql/index.ts';
import type { Affinity } from '../view.ts';
import type { TableSchema } from './model/table.ts';
import { INSTALLED, NEWEST, OLD } from './seen-in.ts';
import type { SqliteBug } from './sqlite-bugs.ts';

export const lookupBugs = {
  'in-overlooks-nulls': {
    says: 'IN looks for NULLs at the beginning of an index, and a descending one has them at its end.',
    seenIn: [OLD, INSTALLED],
    absentFrom: [NEWEST],
    effect: 'undetermined',
    script: [
      'CREATE TABLE t (a)',
      'INSERT INTO t VALUES (NULL), (1)',
      'CREATE INDEX i ON t (a DESC)',
      'SELECT 0 IN (SELECT a FROM t)',
    ],
    gives: [[0n]],
    insteadOf: [[null]],
    isMet: ({ indexes, keys }: TableSchema) => indexes.some(isDescending) || keys.some(isDescending),
  },
  'row-in-permuted-index': {
    says: 'A row value is looked up with IN in an index that has the columns in another order, and each value gets the affinity of another column.',
    seenIn: [OLD, INSTALLED],
    absentFrom: [NEWEST],
    effect: 'undetermined',
    script: [
      'CREATE TABLE t (a REAL, b)',
      "INSERT INTO t VALUES (0, '0')",
      'CREATE INDEX i ON t (a, b)',
      'SELECT (b, 0) IN (SELECT b, a FROM t) FROM t',
    ],
    gives: [[0n]],
    insteadOf: [[1n]],
    isMet: (affinities: readonly Affinity[], isIndexed: boolean) =>
      isIndexed && affinities.some((affinity) => affinity !== affinities[0]),
  },
  'row-range-unconverted': {
    says: 'An index is searched for a range of row values that a compound subquery gives. Whether its value gets the affinity of the column is decided by the last arm, wherever the value comes from.',
    seenIn: [OLD, INSTALLED, NEWEST],
    effect: 'undetermined',
    script: [
      'CREATE TABLE t (a TEXT)',
      "INSERT INTO t VALUES ('')",
      'CREATE INDEX i ON t (a)',
      "SELECT * FROM t WHERE (a, NULL) <= (SELECT 0, NULL EXCEPT SELECT '', 0)",
    ],
    gives: [],
    insteadOf: [['']],
    isMet: (converted: boolean | null, asItIs: boolean | null) => converted !== asItIs,
  },
  'equated-by-collation': {
    says: 'A column that a join equates with another one is taken for equal to what that one is equated with under another collation, where an index has that collation or SQLite makes one for the query.',
    seenIn: [INSTALLED],
    absentFrom: [OLD, NEWEST],
    effect: 'undetermined',
    script: [
      'CREATE TABLE t (a PRIMARY KEY)',
      'CREATE INDEX i ON t (a COLLATE NOCASE)',
      "INSERT INTO t VALUES ('AbB')",
      "SELECT 1 FROM t JOIN t AS q ON t.a = q.a AND q.a COLLATE NOCASE = 'ABB'",
    ],
    gives: [],
    insteadOf: [[1n]],
    isMet: ({ from, where }: SelectCore, tables: readonly TableSchema[]) => {
      if (from?.kind !== 'join') return false;
      const isThere = (test: (node: Node) => boolean) =>
        [from, where].some((part) => part !== undefined && some(part, test));
      if (!isThere(isCollatedEquality)) return false;
      return tables.some(({ indexes }) => indexes.some(isCollated)) || isThere(equatesColumns);
    },
  },
  'in-converts-an-aggregate': {
    says: 'IN gives the result of an aggregate the affinity of the column that it is looked for in, and what the query shows of it is converted too.',
    seenIn: [INSTALLED],
    absentFrom: [NEWEST],
    effect: 'undetermined',
    script: [
      'CREATE TABLE t (a TEXT)',
      'SELECT q.x FROM (SELECT count(*) AS x) AS q WHERE q.x NOT IN (SELECT a FROM t)',
    ],
    gives: [['1']],
    insteadOf: [[1n]],
    isMet: (operand: Expression, value: SqlValue, converted: SqlValue) =>
      (operand.kind === 'column' || operand.kind === 'call') && typeof value !== typeof converted,
  },
  'in-keeps-whole-reals': {
    says: 'IN converts a REAL column of a group for the lookup, and where the groups are sorted or kept then, its whole numbers come out as integers.',
    seenIn: [OLD, INSTALLED],
    absentFrom: [NEWEST],
    effect: 'undetermined',
    script: [
      'CREATE TABLE t (a REAL)',
      'INSERT INTO t VALUES (5)',
      'SELECT a, a IN (1, 2, 3) FROM t GROUP BY NULL ORDER BY 1',
    ],
    gives: [[5n, 0n]],
    insteadOf: [[5, 0n]],
    isMet: ({ columns, having }: SelectCore, isGrouped: boolean, isReal: (name: string) => boolean) =>
      isGrouped && [...columns, having].some((part) => part !== undefined && looksUp(part, isReal)),
  },
} as const satisfies Record<string, SqliteBug>;

function isDescending(index: { readonly columns: readonly IndexedColumn[] }): boolean {
  return index.columns.some(({ descending }) => descending);
}

function isCollated(index: { readonly columns: readonly IndexedColumn[] }): boolean {
  return index.columns.some(
    ({ collation, expression }) => collation !== undefined || expression.kind === 'collate',
  );
}

function isCollatedEquality(node: Node): boolean {
  return (
    node.kind === 'binary' &&
    EQUALITIES.has(node.operator) &&
    [node.left, node.right].some(({ kind }) => kind === 'collate')
  );
}

/** Of two tables of a join: by an operator, or by names that they share. */
function equatesColumns(node: Node): boolean {
  if (node.kind === 'join') return node.using !== undefined || node.natural === true;
  return (
    node.kind === 'binary' &&
    EQUALITIES.has(node.operator) &&
    [node.left, node.right].every(({ kind }) => kind === 'column')
  );
}

const EQUALITIES: ReadonlySet<string> = new Set(['=', '==', 'IS', 'IS NOT DISTINCT FROM']);

function looksUp(part: ResultColumn | Expression, isReal: (name: string) => boolean): boolean {
  return some(
    part,
    (node) =>
      (node.kind === 'inList' || node.kind === 'inSelect') &&
      node.operand.kind === 'column' &&
      isReal(node.operand.name.toLowerCase()),
  );
}
