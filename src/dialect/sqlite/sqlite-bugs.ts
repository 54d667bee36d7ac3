// The bugs of SQLite itself that DIRT knows of. Where a statement may meet one, the model does not say what SQLite does, and
// the prediction carries the id. docs/sqlite-bugs.md is made from this table, and a test runs every script on both SQLites that come with DIRT.

import type {
  ComparisonOperator,
  Compound,
  Expression,
  OrderTerm,
  ResultColumn,
  Select,
  SelectCore,
} from '../../sql/ast.ts';
import { type Node, type Row, some } from '../../sql/index.ts';
import type { ComparisonAffinity } from './evaluate/compare.ts';
import type { Compiled } from './evaluate/compiled.ts';
import { applyAffinity } from './evaluate/convert.ts';
import { groupingKey } from './evaluate/grouping-key.ts';
import { Unknown } from './evaluate/stop.ts';
import { withoutPlus } from './evaluate/syntax.ts';
import { lookupBugs } from './lookup-bugs.ts';
import type { SourceColumn } from './model/query/scope.ts';
import type { Key, TableSchema } from './model/table.ts';
import { INSTALLED, NEWEST, OLD } from './seen-in.ts';
import { valueBugs } from './value-bugs.ts';

export interface SqliteBug {
  /** What is wrong, in one sentence. */
  readonly says: string;
  readonly seenIn: readonly string[];
  /** Versions whose answer to the script is right. */
  readonly absentFrom?: readonly string[];
  /** `undetermined`: no engine is held to the outcome, nor can SQLite be the reference. `unknown`: the model does not know it. */
  readonly effect: 'undetermined' | 'unknown';
  /** The generator does not make it, as far as this says. */
  readonly avoided?: string;
  /** The last statement shows it. */
  readonly script: readonly string[];
  readonly gives: readonly Row[] | { readonly refused: string };
  readonly insteadOf: readonly Row[];
  /** May a statement with these parts meet it? */
  readonly isMet: (...parts: never[]) => boolean;
}

/** SQLite keeps in the bits of one integer which columns of a table are read; the last bit stands for all from there on. */
const FAR = 63;
const FAR_COLUMNS = Array.from({ length: FAR }, (_, i) => `a${i}`).join(', ');

export const sqliteBugs = {
  'groups-in-inner-order': {
    says: 'The order of a subquery is taken for the order of the groups, even where the outer query asks for the opposite.',
    seenIn: [INSTALLED],
    absentFrom: [OLD, NEWEST],
    effect: 'undetermined',
    script: [
      'CREATE TABLE t (a INTEGER)',
      'INSERT INTO t VALUES (1), (5)',
      'SELECT q.y FROM (SELECT a AS y FROM t ORDER BY 1 LIMIT 3) AS q GROUP BY q.y ORDER BY q.y DESC',
    ],
    gives: [[1n], [5n]],
    insteadOf: [[5n], [1n]],
    isMet: ({ groupBy }: SelectCore, isOrdered: boolean, readsSorted: boolean) =>
      groupBy !== undefined && isOrdered && readsSorted,
  },
  'groups-in-outer-order': {
    says: 'Groups that a subquery sorts by the number of a column with a collation are taken to be in the order that the query around it asks for.',
    seenIn: [INSTALLED, NEWEST],
    absentFrom: [OLD],
    effect: 'undetermined',
    script: [
      'CREATE TABLE t (a)',
      "INSERT INTO t VALUES ('B'), ('a')",
      'SELECT * FROM (SELECT a FROM t GROUP BY a ORDER BY 1 COLLATE NOCASE) ORDER BY 1',
    ],
    gives: [['a'], ['B']],
    insteadOf: [['B'], ['a']],
    isMet: ({ body, orderBy = [] }: Select) =>
      body.kind === 'core' && body.groupBy !== undefined && orderBy.some(isCollatedNumber),
  },
  'refused-rows-stay': {
    says: 'A value that a STRICT table refuses ends the statement, but in a transaction the rows before it stay.',
    seenIn: [OLD, INSTALLED, NEWEST],
    effect: 'undetermined',
    script: [
      'CREATE TABLE t (a INTEGER) STRICT',
      'BEGIN',
      "INSERT INTO t VALUES (0), ('')",
      'SELECT * FROM t',
    ],
    gives: [[0n]],
    insteadOf: [],
    isMet: (inTransaction: boolean, { strict }: TableSchema) => inTransaction && strict,
  },
  'automatic-index-without-key': {
    says: 'The automatic index of a join leaves out a primary key that is not among the first 63 columns, so that of rows that are equal but for it one is left.',
    seenIn: [INSTALLED, NEWEST],
    absentFrom: [OLD],
    effect: 'undetermined',
    script: [
      `CREATE TABLE t (${Array.from({ length: 63 }, (_, i) => `c${i}`).join(', ')}, k PRIMARY KEY) WITHOUT ROWID`,
      'INSERT INTO t (c1, c2, k) VALUES (1, 1, 0), (1, NULL, 1)',
      'SELECT count(*) FROM t AS q JOIN t ON q.c2 = t.c1',
    ],
    gives: [[1n]],
    insteadOf: [[2n]],
    isMet: ({ primaryKey, keys }: TableSchema) =>
      primaryKey >= 0 && (keys[primaryKey].positions ?? []).some((position) => position >= 63),
  },
  'equal-but-not-constant': {
    says: 'A column that a condition equates with something is taken for constant by ORDER BY, GROUP BY, DISTINCT, min() and max(), even if the comparison converts it, and values that are not equal meet the condition.',
    seenIn: [OLD, INSTALLED],
    absentFrom: [NEWEST],
    effect: 'undetermined',
    script: [
      'CREATE TABLE t (a TEXT)',
      "INSERT INTO t VALUES ('1'), ('01')",
      'SELECT a FROM t WHERE a = CAST(1 AS INTEGER) ORDER BY a',
    ],
    gives: [['1'], ['01']],
    insteadOf: [['01'], ['1']],
    isMet: areEqualOnlyConverted,
  },
  'arm-twice': {
    says: 'An arm of a flattened UNION ALL with a RIGHT or FULL JOIN gives its rows twice.',
    seenIn: [OLD, INSTALLED],
    absentFrom: [NEWEST],
    effect: 'undetermined',
    script: [
      'CREATE TABLE t (k)',
      'CREATE TABLE u (c0, c1, c2)',
      'INSERT INTO u VALUES (NULL, NULL, NULL)',
      "WITH q AS (SELECT * FROM u WHERE c2 GLOB '' UNION ALL SELECT k, c2, c1 FROM t FULL JOIN u) SELECT * FROM q",
    ],
    gives: [
      [null, null, null],
      [null, null, null],
    ],
    insteadOf: [[null, null, null]],
    isMet: (flattened: Select) => flattened.body.kind === 'compound' && some(flattened, isRightOrFullJoin),
  },
  'right-join-computed-index': {
    says: 'For a row of a RIGHT JOIN without a partner, an index of the right table over an expression or a virtual column is read at another row.',
    seenIn: [INSTALLED],
    absentFrom: [OLD, NEWEST],
    effect: 'undetermined',
    script: [
      'CREATE TABLE t (a, b GENERATED ALWAYS AS (a) VIRTUAL)',
      'CREATE INDEX i ON t (b DESC)',
      'INSERT INTO t VALUES (0), (1), (NULL)',
      'SELECT r.b FROM t RIGHT JOIN t AS r ON t.b = r.b',
    ],
    gives: [[0n], [1n], [0n]],
    insteadOf: [[0n], [1n], [null]],
    isMet: hasComputedIndex,
  },
  'or-with-one-collation': {
    says: 'Of comparisons around OR that have different collations, an index makes one IN, and all are compared with one of the collations.',
    seenIn: [OLD, INSTALLED],
    absentFrom: [NEWEST],
    effect: 'unknown',
    script: [
      'CREATE TABLE t (a TEXT)',
      'CREATE INDEX i ON t (a)',
      "INSERT INTO t VALUES ('a')",
      "SELECT a FROM t WHERE a COLLATE NOCASE = 'A' OR a = 'b'",
    ],
    gives: [],
    insteadOf: [['a']],
    isMet: (left: Compiled, right: Compiled) => explicitCollationOf(left) !== explicitCollationOf(right),
  },
  'added-column-missing': {
    says: 'Row values are compared with the rows of a WITHOUT ROWID table that were there before ADD COLUMN as if the column were missing.',
    seenIn: [OLD, INSTALLED, NEWEST],
    effect: 'undetermined',
    script: [
      'CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER) WITHOUT ROWID',
      'INSERT INTO t VALUES (1, 1)',
      'ALTER TABLE t ADD COLUMN c INTEGER DEFAULT 5',
      'SELECT a FROM t WHERE (a, b, c) > (1, 1, 3)',
    ],
    gives: { refused: 'database disk image is malformed' },
    insteadOf: [[1n]],
    isMet: (operator: ComparisonOperator, hasShortRecords: boolean) =>
      hasShortRecords && /[<>]/.test(operator) && operator !== '<>',
  },
  'negated-least-hex': {
    says: '-0x8000000000000000 is refused where SQLite makes code for it, which is not before a table with such a CHECK exists; then nothing works with the table, not even the integrity check.',
    seenIn: [OLD, INSTALLED, NEWEST],
    effect: 'unknown',
    avoided: 'in expressions of the schema',
    script: ['CREATE TABLE t (a, CHECK (a <> -0x8000000000000000))', 'INSERT INTO t VALUES (1)'],
    gives: { refused: 'hex literal too big' },
    insteadOf: [],
    isMet: (negated: Expression) => {
      const operand = withoutPlus(negated);
      return operand.kind === 'hex' && /^0*8000000000000000$/.test(operand.digits);
    },
  },
  'collated-compound': {
    says: 'A compound that is not only UNION ALL and is ordered by a collation does not find the columns of its grouped arms.',
    seenIn: [OLD, INSTALLED, NEWEST],
    effect: 'unknown',
    avoided: 'with grouped arms',
    script: ['CREATE TABLE t (a)', 'SELECT 1 UNION SELECT a FROM t GROUP BY a ORDER BY 1 COLLATE NOCASE'],
    gives: { refused: 'no such column: a' },
    insteadOf: [[1n]],
    isMet: (compound: Compound, isCollated: boolean) => isCollated && !hasOnlyUnionAll(compound),
  },
  'returning-whole-reals': {
    says: 'In RETURNING, functions, CASE and CAST read the whole numbers of a REAL column as integers.',
    seenIn: [OLD, INSTALLED, NEWEST],
    effect: 'undetermined',
    script: ['CREATE TABLE t (a REAL)', 'INSERT INTO t VALUES (5) RETURNING CASE WHEN TRUE THEN a END'],
    gives: [[5n]],
    insteadOf: [[5]],
    isMet: readsRealInExpression,
  },
  'upsert-target-with-rowid': {
    says: 'ON CONFLICT does not find a UNIQUE constraint that the name of the rowid is part of.',
    seenIn: [OLD, INSTALLED, NEWEST],
    effect: 'undetermined',
    script: [
      'CREATE TABLE t (a INTEGER PRIMARY KEY, b, UNIQUE (a, b))',
      'INSERT INTO t VALUES (1, 2) ON CONFLICT (a, b) DO NOTHING',
    ],
    gives: { refused: 'ON CONFLICT clause does not match any PRIMARY KEY or UNIQUE constraint' },
    insteadOf: [],
    isMet: ({ positions }: Key, { rowidAlias }: TableSchema) => positions?.includes(rowidAlias) === true,
  },
  'virtual-whole-reals': {
    says: 'From an index over a virtual REAL column, or a virtual column that is nothing but a REAL one, whole numbers come out as integers.',
    seenIn: [INSTALLED, NEWEST],
    absentFrom: [OLD],
    effect: 'undetermined',
    script: [
      'CREATE TABLE t (a REAL, b GENERATED ALWAYS AS (a) VIRTUAL)',
      'INSERT INTO t VALUES (5)',
      'CREATE INDEX i ON t (b)',
      'SELECT b FROM t WHERE b = 5',
    ],
    gives: [[5n]],
    insteadOf: [[5]],
    isMet: ({ copiesReal, affinity, generated, stored }: SourceColumn) =>
      copiesReal === true || (affinity === 'real' && generated === true && stored !== true),
  },
  'partial-index-whole-reals': {
    says: 'A REAL column that the condition of a partial index equates with a constant is not read but computed from it, and a compound keeps whole numbers of it as integers.',
    seenIn: [INSTALLED],
    absentFrom: [OLD, NEWEST],
    effect: 'undetermined',
    script: [
      'CREATE TABLE t (a REAL)',
      'INSERT INTO t VALUES (5)',
      'CREATE INDEX i ON t (NULL) WHERE a = 5.0',
      'SELECT a FROM t WHERE a = 5.0 UNION SELECT NULL',
    ],
    gives: [[null], [5n]],
    insteadOf: [[null], [5]],
    isMet: ({ equatedByIndex, affinity }: SourceColumn) => equatedByIndex === true && affinity === 'real',
  },
  'update-from-with-far-key': {
    says: 'UPDATE … FROM of a WITHOUT ROWID table is refused if a column beyond the 63rd is part of its key.',
    seenIn: [INSTALLED, NEWEST],
    effect: 'undetermined',
    script: [
      `CREATE TABLE t (${FAR_COLUMNS}, k PRIMARY KEY) WITHOUT ROWID`,
      "UPDATE t SET a1 = 0 FROM t AS q WHERE t.a2 = ''",
    ],
    gives: { refused: 'internal query planner error' },
    insteadOf: [],
    isMet: ({ withoutRowid, keys, primaryKey }: TableSchema) =>
      withoutRowid && keys[primaryKey].positions?.some((position) => position >= FAR) === true,
  },
  'between-while-writing': {
    says: 'A subquery in BETWEEN in the WHERE of an UPDATE or DELETE is asked again after rows before were written, and sees them.',
    seenIn: [INSTALLED],
    absentFrom: [NEWEST],
    effect: 'undetermined',
    script: [
      'CREATE TABLE t (a, b)',
      "INSERT INTO t VALUES (0, 0), (0, x'')",
      'UPDATE t AS q SET b = NULL WHERE 0 NOT BETWEEN (SELECT 1 FROM t WHERE t.b <= q.a) AND NULL',
      'SELECT b FROM t',
    ],
    gives: [[null], [new Uint8Array()]],
    insteadOf: [[null], [null]],
    isMet: (where: Expression) => some(where, (node) => node.kind === 'between' && some(node, isSubquery)),
  },
  ...lookupBugs,
  ...valueBugs,
} as const satisfies Record<string, SqliteBug>;

export type SqliteBugId = keyof typeof sqliteBugs;

/** To be thrown where the bug is met. */
export function wrongInSqlite(id: SqliteBugId): Unknown {
  return new Unknown(reasonOf(id), id);
}

/** What a prediction says that steps back because of the bug. */
export function reasonOf(id: SqliteBugId): string {
  return `SQLite's bug ${id}`;
}

/** Are two values of the column equal only after the conversion? */
function areEqualOnlyConverted(rows: readonly Row[], column: number, affinity: ComparisonAffinity): boolean {
  const kept = new Map<string, string>();
  return rows.some((row) => {
    const value = row[column];
    const converted = groupingKey(applyAffinity(value, affinity), 'BINARY');
    const own = groupingKey(value, 'BINARY');
    const other = kept.get(converted) ?? own;
    kept.set(converted, own);
    return other !== own;
  });
}

function isCollatedNumber({ expression, collation }: OrderTerm): boolean {
  if (expression.kind === 'collate')
    return isCollatedNumber({ ...expression, expression: expression.operand });
  return collation !== undefined && expression.kind === 'literal';
}

export function isRightOrFullJoin(node: Node): boolean {
  return node.kind === 'join' && (node.operator === 'RIGHT JOIN' || node.operator === 'FULL JOIN');
}

function hasComputedIndex({ columns, indexes, keys }: TableSchema): boolean {
  const computed = new Set(
    columns.flatMap(({ name, generated, stored }) => (generated && !stored ? [name.toLowerCase()] : [])),
  );
  const isComputed = ({ expression }: { readonly expression: Expression }) =>
    expression.kind !== 'column' || computed.has(expression.name.toLowerCase());
  return [...indexes, ...keys].some((index) => index.columns.some(isComputed));
}

function isSubquery({ kind }: Node): boolean {
  return kind === 'scalar' || kind === 'exists' || kind === 'inSelect';
}

function explicitCollationOf({ collation, explicitCollation }: Compiled) {
  return explicitCollation ? collation : undefined;
}

function hasOnlyUnionAll(compound: Compound): boolean {
  if (compound.operator !== 'UNION ALL') return false;
  return compound.left.kind !== 'compound' || hasOnlyUnionAll(compound.left);
}

/** Other than by naming it. */
function readsRealInExpression(columns: readonly ResultColumn[], schema: TableSchema): boolean {
  const reals = new Set<string>();
  for (const { name, affinity } of schema.columns) if (affinity === 'real') reals.add(name.toLowerCase());
  if (reals.size === 0) return false;
  return columns.some(
    (column) =>
      column.kind === 'expression' &&
      column.expression.kind !== 'column' &&
      some(column.expression, (node) => node.kind === 'column' && reals.has(node.name.toLowerCase())),
  );
}
