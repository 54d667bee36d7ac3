// Expressions compiled to closures: exactly SQLite's semantics, or `Unknown`.

import type { Between, Binary, Case, Expression, Unary } from '../../../sql/ast.ts';
import type { Affinity } from '../../view.ts';
import { affinityOfType } from '../affinity.ts';
import { sqliteBugs, wrongInSqlite } from '../sqlite-bugs.ts';
import { arithmeticOperations, bitOperations, invert, negate } from './arithmetic.ts';
import { compileCall } from './call.ts';
import { compareScalars, compareVectors, compileVector, convertedBy } from './comparison.ts';
import {
  type Compile,
  type Compiled,
  type ConvertedColumn,
  derived,
  type Evaluate,
  type Scope,
  truthValue,
} from './compiled.ts';
import { castTo, textOf, truth } from './convert.ts';
import { compileGlob, compileLike } from './like.ts';
import { compileInList, compileInSelect } from './membership.ts';
import { Refusal, Unknown } from './stop.ts';
import { booleanConstant, explicitCollation, isZero, withoutPlus } from './syntax.ts';

export type { Compiled, CompiledSubquery, Environment, Evaluate, Scope, SubqueryUse } from './compiled.ts';
export { truth } from './convert.ts';

export function compile(expression: Expression, scope: Scope): Compiled {
  return compileIn(expression, scope);
}

function compileIn(expression: Expression, scope: Scope): Compiled {
  const sub: Compile = (operand) => compileIn(operand, scope);
  switch (expression.kind) {
    case 'literal': {
      const { value } = expression;
      return derived(() => value, []);
    }
    case 'hex': {
      const value = hexValue(expression.digits);
      return derived(() => value, []);
    }
    case 'boolean': {
      const value = truthValue(expression.value);
      return derived(() => value, []);
    }
    case 'current': {
      const { what } = expression;
      const { current } = scope;
      if (current === undefined) throw new Unknown('current time');
      return derived(() => current(what), []);
    }
    case 'column':
      return column(scope.column(expression));
    case 'unary':
      return unary(expression, sub);
    case 'binary':
      return binary(expression, sub, scope);
    case 'nullTest': {
      const operand = sub(expression.operand);
      const wanted = expression.form === 'ISNULL';
      return derived(
        (environment) => truthValue((operand.evaluate(environment) === null) === wanted),
        [operand],
      );
    }
    case 'between':
      return between(expression, sub, scope);
    case 'inList':
      return compileInList(expression, sub, scope);
    case 'inSelect':
      return compileInSelect(expression, sub, scope);
    case 'exists': {
      const { negated } = expression;
      const subquery = scope.subquery(expression.select, 'existence');
      const evaluate: Evaluate = (environment) => {
        for (const _ of subquery.rows(environment)) return truthValue(!negated);
        return truthValue(negated);
      };
      return derived(evaluate, [], subquery.mayRaise);
    }
    case 'scalar': {
      const subquery = scope.subquery(expression.select, 'firstRow');
      const [first] = subquery.columns;
      const { length } = subquery.columns;
      if (length !== 1) throw new Refusal('other', `sub-select returns ${length} columns - expected 1`);
      const evaluate: Evaluate = (environment) => {
        for (const row of subquery.rows(environment)) return row[0];
        return null;
      };
      const value = { ...derived(evaluate, [], subquery.mayRaise), affinity: first.affinity };
      return first.ofMixed === true ? { ...value, ofMixed: true } : value;
    }
    case 'case':
      return compileCase(expression, sub);
    case 'cast': {
      const operand = sub(expression.operand);
      const affinity = affinityOfType(expression.type);
      return {
        ...operand,
        evaluate: (environment) => castTo(operand.evaluate(environment), affinity),
        affinity,
        column: undefined,
      };
    }
    case 'collate':
      return { ...sub(expression.operand), collation: expression.collation, explicitCollation: true };
    case 'like': {
      const text = sub(expression.operand);
      const pattern = sub(expression.pattern);
      const escapedBy = expression.escape === undefined ? undefined : sub(expression.escape);
      const like =
        expression.operator === 'GLOB' ? compileGlob(text, pattern) : compileLike(text, pattern, escapedBy);
      return expression.negated ? { ...like, evaluate: inverted(like.evaluate) } : like;
    }
    case 'row':
      throw new Refusal('other', 'row value misused');
    case 'call':
      return compileCall(expression, sub, scope);
    case 'raise':
      throw new Unknown('RAISE');
    case 'rawExpression':
      throw new Unknown('raw SQL');
    case 'draw':
      throw new Error(`DIRT is wrong: draw ${expression.draw} was not expanded before evaluation`);
  }
}

function hexValue(digits: string): bigint {
  const significant = digits.replace(/^0+/, '');
  if (significant.length > 16) throw new Refusal('other', `hex literal too big: 0x${digits}`);
  return BigInt.asIntN(64, BigInt(`0x${digits}`));
}

function column({ depth, index, affinity, collation }: ReturnType<Scope['column']>): Compiled {
  return {
    evaluate: reader(depth, index),
    affinity,
    collation,
    explicitCollation: false,
    mayRaise: false,
    column: depth === 0 ? index : undefined,
  };
}

function reader(depth: number, index: number): Evaluate {
  if (depth === 0) return (environment) => environment.row[index];
  if (depth === 1) return (environment) => environment.outer!.row[index];
  return (environment) => {
    let at = environment;
    for (let level = 0; level < depth; level++) at = at.outer!;
    return at.row[index];
  };
}

const inverted =
  (evaluate: Evaluate): Evaluate =>
  (environment) => {
    const value = truth(evaluate(environment));
    return value === null ? null : value ? 0n : 1n;
  };

function unary({ operator, operand }: Unary, sub: Compile): Compiled {
  const compiled = sub(operand);
  const { evaluate } = compiled;
  switch (operator) {
    case '+':
      // It removes the affinity, though not the collation.
      return { ...compiled, affinity: 'none' as Affinity, column: undefined };
    case '-': {
      // A minus before a number belongs to the number: there is -0.0, but 0 - 0.0 is 0.0.
      const signed = withoutPlus(operand);
      if (signed.kind === 'literal' && Object.is(signed.value, 0)) return derived(() => -0, []);
      if (sqliteBugs['negated-least-hex'].isMet(operand)) throw wrongInSqlite('negated-least-hex');
      return derived((environment) => negate(evaluate(environment)), [compiled]);
    }
    case '~':
      return derived((environment) => invert(evaluate(environment)), [compiled]);
    case 'NOT':
      return derived(inverted(evaluate), [compiled]);
  }
}

function binary(expression: Binary, sub: Compile, scope: Scope): Compiled {
  const { operator } = expression;
  switch (operator) {
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return operation(arithmeticOperations[operator], sub(expression.left), sub(expression.right));
    case '&':
    case '|':
    case '<<':
    case '>>':
      return operation(bitOperations[operator], sub(expression.left), sub(expression.right));
    case '||':
      return operation(
        (x, y) => (x === null || y === null ? null : textOf(x)! + textOf(y)!),
        sub(expression.left),
        sub(expression.right),
      );
    case 'AND':
    case 'OR':
      return logic(expression, sub);
    default:
      return comparison(expression, sub, scope);
  }
}

function operation(
  apply: (x: ReturnType<Evaluate>, y: ReturnType<Evaluate>) => ReturnType<Evaluate>,
  left: Compiled,
  right: Compiled,
) {
  const [a, b] = [left.evaluate, right.evaluate];
  return derived((environment) => apply(a(environment), b(environment)), [left, right]);
}

function logic(expression: Binary, sub: Compile): Compiled {
  // SQLite's parser replaces `x AND 0` by 0 if x calls no function, and so forgets about a COLLATE in x.
  const operands = isZero(expression) ? [] : [sub(expression.left), sub(expression.right)];
  if (operands.length === 0) return derived(() => 0n, []);
  const [left, right] = operands;
  /** The value of one operand that decides. */
  const decisive = expression.operator === 'OR';
  if (decisive && sqliteBugs['or-with-one-collation'].isMet(left, right)) {
    throw wrongInSqlite('or-with-one-collation');
  }
  const decided = truthValue(decisive);
  const undecided = truthValue(!decisive);
  const result = derived((environment) => {
    const a = truth(left.evaluate(environment));
    if (a === decisive) return decided;
    const b = truth(right.evaluate(environment));
    if (b === decisive) return decided;
    return a === null || b === null ? null : undecided;
  }, operands);
  return decisive ? result : withConverted(result, [...(left.converted ?? []), ...(right.converted ?? [])]);
}

function withConverted(condition: Compiled, converted: readonly ConvertedColumn[]): Compiled {
  return converted.length === 0 ? condition : { ...condition, converted };
}

function comparison(expression: Binary, sub: Compile, scope: Scope): Compiled {
  const operator = expression.operator as Parameters<typeof compareScalars>[0];
  const { left, right } = expression;
  if (operator.startsWith('IS')) {
    const constant = booleanConstant(right);
    if (constant !== undefined) {
      const isNegated = operator === 'IS NOT' || operator === 'IS DISTINCT FROM';
      return truthTest(sub(left), constant, isNegated);
    }
  }
  const leftVector = compileVector(left, sub, scope);
  const rightVector = compileVector(right, sub, scope);
  if (leftVector !== undefined || rightVector !== undefined) {
    if (leftVector === undefined || rightVector === undefined)
      throw new Refusal('other', 'row value misused');
    if (sqliteBugs['added-column-missing'].isMet(operator, scope.hasShortRecords?.() ?? false))
      throw wrongInSqlite('added-column-missing');
    const operands = [...leftVector.visible, ...rightVector.visible];
    const raises = leftVector.mayRaise || rightVector.mayRaise;
    const evaluate = compareVectors(operator, leftVector, rightVector);
    const converted = convertedBy(operator, leftVector.fields, rightVector.fields);
    return withConverted(derived(evaluate, operands, raises), converted);
  }
  const [a, b] = [sub(left), sub(right)];
  return withConverted(derived(compareScalars(operator, a, b), [a, b]), convertedBy(operator, [a], [b]));
}

/** `x IS TRUE` asks whether x is true, not whether it is 1. */
function truthTest(operand: Compiled, wanted: boolean, negated: boolean): Compiled {
  return derived(
    (environment) => truthValue((truth(operand.evaluate(environment)) === wanted) !== negated),
    [operand],
  );
}

/** `x BETWEEN a AND b` is `x >= a AND x <= b`. */
function between(expression: Between, sub: Compile, scope: Scope): Compiled {
  const { operand, low, high, negated } = expression;
  const from = comparison({ kind: 'binary', operator: '>=', left: operand, right: low }, sub, scope);
  const to = comparison({ kind: 'binary', operator: '<=', left: operand, right: high }, sub, scope);
  const both: Evaluate = (environment) => {
    const a = from.evaluate(environment);
    if (a === 0n) return 0n;
    const b = to.evaluate(environment);
    return b === 0n ? 0n : a === null || b === null ? null : 1n;
  };
  const collation = explicitCollation(operand);
  return {
    ...derived(negated ? inverted(both) : both, [], from.mayRaise || to.mayRaise),
    collation,
    explicitCollation: collation !== undefined,
  };
}

function compileCase(expression: Case, sub: Compile): Compiled {
  if (expression.operand !== undefined && expression.branches.some(({ when }) => when.kind === 'row'))
    throw new Unknown('CASE of a row value');
  const operand = expression.operand === undefined ? undefined : sub(expression.operand);
  const whens = expression.branches.map(({ when }) => sub(when));
  const thens = expression.branches.map(({ then }) => sub(then));
  const otherwise = expression.otherwise === undefined ? undefined : sub(expression.otherwise);
  const conditions = whens.map((when) =>
    operand === undefined ? when.evaluate : compareScalars('=', operand, when),
  );
  const parts = [operand, ...whens.flatMap((when, i) => [when, thens[i]]), otherwise];
  return derived(
    (environment) => {
      for (let i = 0; i < conditions.length; i++) {
        if (truth(conditions[i](environment)) === true) return thens[i].evaluate(environment);
      }
      return otherwise === undefined ? null : otherwise.evaluate(environment);
    },
    parts.filter((part) => part !== undefined),
  );
}
