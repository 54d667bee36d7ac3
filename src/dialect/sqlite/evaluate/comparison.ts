// Comparison operators on scalars and row values: each pair of fields has its own affinity and collation.

import type { Collation, ComparisonOperator, Expression } from '../../../sql/ast.ts';
import type { SqlValue } from '../../../sql/index.ts';
import { sqliteBugs, wrongInSqlite } from '../sqlite-bugs.ts';
import { type ComparisonAffinity, changesValuesOf, compareUnder, comparisonAffinity } from './compare.ts';
import type { Compile, Compiled, ConvertedColumn, Environment, Evaluate, Scope } from './compiled.ts';
import { truthValue } from './compiled.ts';
import { Refusal, Unknown } from './stop.ts';

/** How two operands are compared. */
export interface Comparison {
  readonly affinity: ComparisonAffinity;
  readonly collation: Collation;
}

export type Field = Pick<Compiled, 'affinity' | 'collation' | 'explicitCollation' | 'column'>;

export function comparisonOf(left: Field, right: Field): Comparison {
  return {
    affinity: comparisonAffinity(left.affinity, right.affinity),
    collation: commonCollation(left, right),
  };
}

function commonCollation(left: Field, right: Field): Collation {
  const chosen = left.explicitCollation
    ? left.collation
    : right.explicitCollation
      ? right.collation
      : (left.collation ?? right.collation);
  return chosen ?? 'BINARY';
}

type Ordering = '=' | '<>' | '<' | '<=' | '>' | '>=' | 'IS' | 'IS NOT';

const SPELLINGS: Record<ComparisonOperator, Ordering> = {
  '=': '=',
  '==': '=',
  '<>': '<>',
  '!=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  IS: 'IS',
  'IS NOT': 'IS NOT',
  'IS DISTINCT FROM': 'IS NOT',
  'IS NOT DISTINCT FROM': 'IS',
};

const HOLDS: Record<Exclude<Ordering, 'IS' | 'IS NOT'>, (order: number) => boolean> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

export function compareScalars(operator: ComparisonOperator, left: Compiled, right: Compiled): Evaluate {
  const { affinity, collation } = comparisonOf(left, right);
  const [a, b] = [left.evaluate, right.evaluate];
  const ordering = SPELLINGS[operator];
  if (ordering === 'IS' || ordering === 'IS NOT') {
    const wanted = ordering === 'IS';
    return (environment) => {
      const [x, y] = [a(environment), b(environment)];
      if (x === null || y === null) return truthValue((x === y) === wanted);
      return truthValue((compareUnder(x, y, affinity, collation) === 0) === wanted);
    };
  }
  const holds = HOLDS[ordering];
  return (environment) => {
    const x = a(environment);
    const y = b(environment);
    if (x === null || y === null) return null;
    return holds(compareUnder(x, y, affinity, collation)) ? 1n : 0n;
  };
}

/** The columns that an equality of these operands converts. */
export function convertedBy(
  operator: ComparisonOperator,
  left: readonly Field[],
  right: readonly Field[],
): readonly ConvertedColumn[] {
  const ordering = SPELLINGS[operator];
  if (ordering !== '=' && ordering !== 'IS') return NOTHING_CONVERTED;
  let converted = NOTHING_CONVERTED;
  const add = (field: Field, other: Field): void => {
    const affinity = comparisonAffinity(field.affinity, other.affinity);
    if (field.column === undefined || !changesValuesOf(field.affinity, affinity)) return;
    converted = [...converted, { column: field.column, affinity, joins: other.column !== undefined }];
  };
  for (let i = 0; i < left.length; i++) {
    add(left[i], right[i]);
    add(right[i], left[i]);
  }
  return converted;
}

const NOTHING_CONVERTED: readonly ConvertedColumn[] = [];

// ── Row values ───────────────────────────────────────────────────────────────────────────────────────────────

/** A row value: its fields, and how to evaluate all of them at once. */
export interface Vector {
  readonly fields: readonly Field[];
  readonly evaluate: (environment: Environment) => readonly SqlValue[];
  /** The item whose COLLATE shows outside: the first; none if it is a subquery. */
  readonly visible: readonly Compiled[];
  readonly mayRaise: boolean;
  /** It is a subquery of several columns. */
  readonly query?: 'core' | 'compound';
}

/** A row value or a subquery of several columns; undefined for everything that is one value. */
export function compileVector(expression: Expression, compile: Compile, scope: Scope): Vector | undefined {
  if (expression.kind === 'row') {
    if (expression.items.some(({ kind }) => kind === 'row')) throw new Unknown('a row value in a row value');
    const items = expression.items.map(compile);
    return {
      fields: items,
      evaluate: (environment) => items.map((item) => item.evaluate(environment)),
      visible: items.slice(0, 1),
      mayRaise: items.some((item) => item.mayRaise),
    };
  }
  if (expression.kind !== 'scalar') return undefined;
  const subquery = scope.subquery(expression.select, 'firstRow');
  if (subquery.columns.length === 1) return undefined;
  const nothing = subquery.columns.map(() => null);
  return {
    fields: subquery.columns.map((column) => ({
      ...column,
      explicitCollation: column.explicitCollation ?? false,
    })),
    evaluate: (environment) => {
      for (const row of subquery.rows(environment)) return row;
      return nothing;
    },
    visible: [],
    mayRaise: subquery.mayRaise,
    query: expression.select.body.kind === 'compound' ? 'compound' : 'core',
  };
}

export function compareVectors(operator: ComparisonOperator, left: Vector, right: Vector): Evaluate {
  const usual = pairFields(left.fields, right.fields);
  const others = pairFields(uncollated(left), uncollated(right));
  const isOpen = usual.some(({ collation }, i) => collation !== others[i].collation);
  const { isMet } = sqliteBugs['row-range-unconverted'];
  const mayStayAsItIs = left.query === 'compound' || right.query === 'compound';
  const ordering = SPELLINGS[operator];
  const negated = ordering === '<>' || ordering === 'IS NOT';
  const compare = (x: Values, y: Values, comparisons: readonly Comparison[]): boolean | null => {
    if (ordering === 'IS' || ordering === 'IS NOT') return sameVectors(x, y, comparisons);
    if (ordering === '=' || ordering === '<>') return equalVectors(x, y, comparisons);
    const holds = orderedVectors(x, y, comparisons, HOLDS[ordering]);
    if (!mayStayAsItIs) return holds;
    const unconverted = comparisons.map(({ collation }): Comparison => ({ affinity: 'none', collation }));
    if (isMet(holds, orderedVectors(x, y, unconverted, HOLDS[ordering])))
      throw wrongInSqlite('row-range-unconverted');
    return holds;
  };
  return (environment) => {
    const [x, y] = [left.evaluate(environment), right.evaluate(environment)];
    const result = compare(x, y, usual);
    if (isOpen && compare(x, y, others) !== result)
      throw new Unknown('the collation of a query that is a row value', undefined, true);
    return result === null ? null : truthValue(result !== negated);
  };
}

/** SQLite forgets the collations of a query's columns in some places, and since 3.54 in more of them. */
function uncollated({ fields, query }: Vector): readonly Field[] {
  if (query === undefined) return fields;
  return fields.map((field) => ({ ...field, collation: undefined, explicitCollation: false }));
}

function pairFields(left: readonly Field[], right: readonly Field[]): Comparison[] {
  if (left.length !== right.length) throw new Refusal('other', 'row value misused');
  return left.map((field, i) => comparisonOf(field, right[i]));
}

type Values = readonly SqlValue[];

/** False if some fields differ, else NULL if some are NULL. */
function equalVectors(x: Values, y: Values, comparisons: readonly Comparison[]): boolean | null {
  let unknown = false;
  for (const [i, { affinity, collation }] of comparisons.entries()) {
    if (x[i] === null || y[i] === null) unknown = true;
    else if (compareUnder(x[i], y[i], affinity, collation) !== 0) return false;
  }
  return unknown ? null : true;
}

function sameVectors(x: Values, y: Values, comparisons: readonly Comparison[]): boolean {
  return comparisons.every(({ affinity, collation }, i) =>
    x[i] === null || y[i] === null ? x[i] === y[i] : compareUnder(x[i], y[i], affinity, collation) === 0,
  );
}

/** The first fields that differ decide; a NULL before them leaves it unknown. */
function orderedVectors(
  x: Values,
  y: Values,
  comparisons: readonly Comparison[],
  holds: (order: number) => boolean,
): boolean | null {
  let order = 0;
  for (const [i, { affinity, collation }] of comparisons.entries()) {
    if (x[i] === null || y[i] === null) return null;
    order = compareUnder(x[i], y[i], affinity, collation);
    if (order !== 0) break;
  }
  return holds(order);
}
