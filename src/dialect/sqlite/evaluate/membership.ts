// IN with a list and with a subquery.

import type { Collation, Expression, InList, InSelect } from '../../../sql/ast.ts';
import type { Row, SqlValue } from '../../../sql/index.ts';
import type { Affinity } from '../../view.ts';
import { sqliteBugs, wrongInSqlite } from '../sqlite-bugs.ts';
import { compareUnder, compareValues, comparisonAffinity, operandAffinity } from './compare.ts';
import { compareScalars, comparisonOf, compileVector, type Field, type Vector } from './comparison.ts';
import {
  type Compile,
  type Compiled,
  derived,
  type Environment,
  type Scope,
  truthValue,
} from './compiled.ts';
import { applyAffinity } from './convert.ts';
import { Refusal, Unknown } from './stop.ts';
import { isConstant, isReplaced } from './syntax.ts';

export function compileInList(expression: InList, compile: Compile, scope: Scope): Compiled {
  const { operand, list, negated } = expression;
  if (list.length === 0)
    return derived(() => truthValue(negated), isReplaced(expression) ? [] : [compile(operand)]);
  // `x IN ((SELECT …))` is read as `x IN (SELECT …)`.
  const [only] = list;
  if (list.length === 1 && only.kind === 'scalar') {
    return compileInSelect({ kind: 'inSelect', operand, select: only.select, negated }, compile, scope);
  }
  // It is compared with rows; what is none is misused.
  if (operand.kind === 'row' && list.every((item) => item.kind === 'row'))
    throw new Unknown('a list of row values');
  if (operand.kind === 'row') throw new Refusal('other', 'row value misused');
  const value = compile(operand);
  const items = list.map(compile);
  if (list.length === 1 && isConstant(only)) return equality(value, items[0], negated);
  const affinity = operandAffinity(value.affinity);
  const collation = value.collation ?? 'BINARY';
  return derived(
    (environment) => {
      const subject = value.evaluate(environment);
      let unknown = subject === null;
      for (const item of items) {
        const candidate = item.evaluate(environment);
        if (candidate === null) unknown = true;
        else if (subject !== null && compareUnder(subject, candidate, affinity, collation) === 0) {
          return truthValue(!negated);
        }
      }
      return unknown ? null : truthValue(negated);
    },
    [value, ...items],
  );
}

/** `x IN (5)` becomes `x = +5`, which takes notice of the item's collation. */
function equality(value: Compiled, item: Compiled, negated: boolean): Compiled {
  const evaluate = compareScalars(negated ? '<>' : '=', value, { ...item, affinity: 'none' });
  return derived(evaluate, [value, item]);
}

export function compileInSelect(expression: InSelect, compile: Compile, scope: Scope): Compiled {
  const { operand, select, negated } = expression;
  const subquery = scope.subquery(select);
  const left = vectorOf(operand, compile, scope);
  const columns = subquery.columns.map((column) => ({
    ...column,
    explicitCollation: column.explicitCollation ?? false,
  }));
  if (columns.length !== left.fields.length) {
    const message = `sub-select returns ${columns.length} columns - expected ${left.fields.length}`;
    throw new Refusal('other', message);
  }
  const keys = left.fields.map((field, i) => keyOf(field, columns[i]));
  const affinities = keys.map(({ affinity }) => affinity);
  if (sqliteBugs['row-in-permuted-index'].isMet(affinities, subquery.isIndexed ?? false))
    throw wrongInSqlite('row-in-permuted-index');
  const evaluate = (environment: Environment) => {
    const values = left.evaluate(environment);
    for (const [i, value] of values.entries()) {
      if (
        sqliteBugs['in-converts-an-aggregate'].isMet(operand, value, applyAffinity(value, keys[i].affinity))
      )
        throw wrongInSqlite('in-converts-an-aggregate');
    }
    const found = isMember(values, subquery.rows(environment), keys);
    if (found === null && subquery.hidesNulls) throw wrongInSqlite('in-overlooks-nulls');
    return found === null ? null : truthValue(found !== negated);
  };
  return derived(evaluate, left.visible, subquery.mayRaise || left.mayRaise);
}

/** SQLite puts the subquery's rows into an index and looks the left side up: both as a column would store them. */
interface Key {
  readonly affinity: Affinity;
  readonly collation: Collation;
  /** The left side's own collation. */
  readonly leftCollation: Collation;
}

function keyOf(left: Field, column: Field): Key {
  const isCommon = left.affinity !== 'none' && column.affinity !== 'none';
  return {
    affinity: isCommon
      ? comparisonAffinity(left.affinity, column.affinity)
      : left.affinity === 'none'
        ? column.affinity
        : left.affinity,
    collation: comparisonOf(left, column).collation,
    leftCollation: left.collation ?? 'BINARY',
  };
}

function isMember(values: Row, rows: Iterable<Row>, keys: readonly Key[]): boolean | null {
  const stored = (row: Row): Row => keys.map(({ affinity }, i) => applyAffinity(row[i], affinity));
  const wanted = stored(values);
  const hasNull = values.includes(null);
  // To see whether a NULL leaves it unknown, SQLite compares anew, with the left side's collation only.
  const mayEqual = (left: Row, row: Row): boolean =>
    keys.every(
      ({ leftCollation }, i) =>
        left[i] === null || row[i] === null || isEqual(left[i], row[i], leftCollation),
    );
  let isUnknown = false;
  let isUnconverted = false;
  for (const given of rows) {
    const row = stored(given);
    if (!hasNull && keys.every(({ collation }, i) => isEqual(wanted[i], row[i], collation))) return true;
    isUnknown ||= mayEqual(wanted, row);
    if (hasNull) isUnconverted ||= mayEqual(values, row);
  }
  if (sqliteBugs['null-in-unconverted'].isMet(hasNull, isUnknown, isUnconverted))
    throw wrongInSqlite('null-in-unconverted');
  return isUnknown ? null : false;
}

const isEqual = (a: SqlValue, b: SqlValue, collation: Collation): boolean =>
  a !== null && b !== null && compareValues(a, b, collation) === 0;

function vectorOf(operand: Expression, compile: Compile, scope: Scope): Vector {
  const vector = compileVector(operand, compile, scope);
  if (vector !== undefined) return vector;
  const value = compile(operand);
  return {
    fields: [value],
    evaluate: (environment) => [value.evaluate(environment)],
    visible: [value],
    mayRaise: value.mayRaise,
  };
}
