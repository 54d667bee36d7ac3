// IN with a list and with a subquery.

import type { Expression, InList, InSelect } from '../ast.ts';
import { compareUnder, operandAffinity } from './compare.ts';
import { compareScalars, compileVector, equalVectors, pairFields } from './comparison.ts';
import {
  type Compile,
  type Compiled,
  derived,
  type Environment,
  type Scope,
  truthValue,
} from './compiled.ts';
import { Refusal } from './stop.ts';

export function compileInList(expression: InList, compile: Compile, scope: Scope): Compiled {
  const { operand, list, negated } = expression;
  // SQLite replaces it by FALSE or TRUE and forgets the operand.
  if (list.length === 0) return derived(() => truthValue(negated), []);
  // `x IN ((SELECT …))` is read as `x IN (SELECT …)`.
  const [only] = list;
  if (list.length === 1 && only.kind === 'scalar') {
    return compileInSelect({ kind: 'inSelect', operand, select: only.select, negated }, compile, scope);
  }
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

/** What SQLite takes for a constant before it knows any names: no column, no function, no subquery. */
function isConstant(expression: Expression): boolean {
  switch (expression.kind) {
    case 'literal':
      // A NUL in a text is spelt with a function.
      return typeof expression.value !== 'string' || !expression.value.includes('\0');
    case 'hex':
    case 'boolean':
      return true;
    case 'unary':
    case 'nullTest':
    case 'cast':
    case 'collate':
      return isConstant(expression.operand);
    case 'binary':
      return isConstant(expression.left) && isConstant(expression.right);
    case 'between':
      return isConstant(expression.operand) && isConstant(expression.low) && isConstant(expression.high);
    case 'inList':
      return (
        expression.list.length === 0 || (isConstant(expression.operand) && expression.list.every(isConstant))
      );
    case 'case':
      return (
        (expression.operand === undefined || isConstant(expression.operand)) &&
        expression.branches.every(({ when, then }) => isConstant(when) && isConstant(then)) &&
        (expression.otherwise === undefined || isConstant(expression.otherwise))
      );
    default:
      return false;
  }
}

export function compileInSelect(expression: InSelect, compile: Compile, scope: Scope): Compiled {
  const { operand, select, negated } = expression;
  const subquery = scope.subquery(select);
  const left = vectorOf(operand, compile, scope);
  const columns = subquery.columns.map((column) => ({ ...column, explicitCollation: false }));
  if (columns.length !== left.fields.length) {
    const message = `sub-select returns ${columns.length} columns - expected ${left.fields.length}`;
    throw new Refusal('other', message);
  }
  const comparisons = pairFields(left.fields, columns);
  const evaluate = (environment: Environment) => {
    const values = left.evaluate(environment);
    let unknown = false;
    for (const row of subquery.rows(environment)) {
      const equal = equalVectors(values, row, comparisons);
      if (equal === true) return truthValue(!negated);
      if (equal === null) unknown = true;
    }
    return unknown ? null : truthValue(negated);
  };
  return derived(evaluate, left.operands, subquery.mayRaise || left.mayRaise);
}

function vectorOf(operand: Expression, compile: Compile, scope: Scope) {
  const vector = compileVector(operand, compile, scope);
  if (vector !== undefined)
    return { ...vector, operands: vector.explicit === undefined ? [] : [vector.explicit] };
  const value = compile(operand);
  return {
    fields: [value],
    evaluate: (environment: Environment) => [value.evaluate(environment)],
    mayRaise: value.mayRaise,
    operands: [value],
  };
}
