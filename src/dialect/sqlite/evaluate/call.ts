// Calls of scalar functions. Those that choose between their arguments evaluate no more than they need.

import type { Call, Collation, Expression } from '../../../sql/ast.ts';
import { type SqlValue, storageClass } from '../../../sql/value.ts';
import { isAggregate } from './aggregate-names.ts';
import { compareValues } from './compare.ts';
import { type Compile, type Compiled, derived, type Evaluate, type Scope } from './compiled.ts';
import { MIN_INTEGER, truth } from './convert.ts';
import { ANY_NUMBER, type ScalarFunction } from './functions/function.ts';
import { numberFunctions } from './functions/number-functions.ts';
import { textFunctions } from './functions/text-functions.ts';
import { compileGlob, compileLike } from './like.ts';
import { Refusal, Unknown } from './stop.ts';
import { explicitCollation } from './syntax.ts';

const functions: Record<string, ScalarFunction | undefined> = {
  ...textFunctions,
  ...numberFunctions,
  typeof: { least: 1, most: 1, evaluate: storageClass },
};

/** Functions that need more than their arguments' values: how many arguments they take, and how they compile. */
const special: Record<
  string,
  [least: number, most: number, compile: (values: Compiled[], call: Call) => Compiled]
> = {
  coalesce: [2, ANY_NUMBER, firstNotNull],
  ifnull: [2, 2, firstNotNull],
  iif: [2, ANY_NUMBER, choice],
  if: [2, ANY_NUMBER, choice],
  likely: [1, 1, ([value]) => derived(value.evaluate, [value])],
  unlikely: [1, 1, ([value]) => derived(value.evaluate, [value])],
  likelihood: [2, 2, likelihood],
  min: [2, ANY_NUMBER, (values) => extreme(values, (order) => order >= 0)],
  max: [2, ANY_NUMBER, (values) => extreme(values, (order) => order < 0)],
  nullif: [2, 2, nullIf],
  like: [2, 3, ([pattern, text, escapedBy]) => compileLike(text, pattern, escapedBy)],
  glob: [2, 2, ([pattern, text]) => compileGlob(text, pattern)],
};

export function compileCall(call: Call, compile: Compile, scope: Scope): Compiled {
  if (call.over !== undefined) throw new Unknown('window function');
  if (isAggregate(call)) return aggregateResult(call, scope);
  if (call.arguments === '*' || call.distinct === true || call.filter !== undefined) {
    throw new Unknown(`unusual call of ${call.name}()`);
  }
  const values = call.arguments.map(compile);
  const chosen = special[call.name];
  if (chosen !== undefined) {
    checkCount(call.name, values.length, chosen[0], chosen[1]);
    return chosen[2](values, call);
  }
  const found = functions[call.name];
  if (found === undefined) throw new Unknown(`function ${call.name}()`);
  checkCount(call.name, values.length, found.least, found.most);
  const raises = found.mayRaise === true && !(call.name === 'abs' && isHarmless(call.arguments[0]));
  return derived(applied(found.evaluate, values), values, raises);
}

function checkCount(name: string, count: number, least: number, most: number): void {
  if (count < least || count > most) {
    throw new Refusal('other', `wrong number of arguments to function ${name}()`);
  }
}

const isHarmless = (expression: Expression): boolean =>
  expression.kind === 'literal' && expression.value !== MIN_INTEGER;

function aggregateResult(call: Call, scope: Scope): Compiled {
  const place = scope.aggregate?.(call);
  if (place === undefined) throw new Refusal('other', `misuse of aggregate: ${call.name}()`);
  const { index } = place;
  const collation = explicitCollation(call);
  return {
    evaluate: (environment) => environment.row[index],
    affinity: 'none',
    collation,
    explicitCollation: collation !== undefined,
    // An error of the aggregate itself is raised when its result is made.
    mayRaise: false,
  };
}

/** The usual numbers of arguments need no array. */
function applied(evaluate: ScalarFunction['evaluate'], values: readonly Compiled[]): Evaluate {
  const [a, b, c] = values.map((value) => value.evaluate);
  switch (values.length) {
    case 1:
      return (environment) => evaluate(a(environment));
    case 2:
      return (environment) => evaluate(a(environment), b(environment));
    case 3:
      return (environment) => evaluate(a(environment), b(environment), c(environment));
    default:
      return (environment) => evaluate(...values.map((value) => value.evaluate(environment)));
  }
}

function firstNotNull(values: readonly Compiled[]): Compiled {
  return derived((environment) => {
    for (const value of values) {
      const result = value.evaluate(environment);
      if (result !== null) return result;
    }
    return null;
  }, values);
}

function choice(values: readonly Compiled[]): Compiled {
  return derived((environment) => {
    let i = 0;
    for (; i + 1 < values.length; i += 2) {
      if (truth(values[i].evaluate(environment)) === true) return values[i + 1].evaluate(environment);
    }
    return i < values.length ? values[i].evaluate(environment) : null;
  }, values);
}

function likelihood([value]: readonly Compiled[], call: Call): Compiled {
  const given = (call.arguments as readonly Expression[])[1];
  const isProbability =
    given.kind === 'literal' && typeof given.value === 'number' && given.value >= 0 && given.value <= 1;
  if (!isProbability || Object.is(given.value, -0)) {
    throw new Refusal('other', 'second argument to likelihood() must be a constant between 0.0 and 1.0');
  }
  return derived(value.evaluate, [value]);
}

/** These functions take the collation of the first argument that has one, be it a column's. */
function firstCollation(values: readonly Compiled[]): Collation {
  return values.find((value) => value.collation !== undefined)?.collation ?? 'BINARY';
}

function extreme(values: readonly Compiled[], better: (order: number) => boolean): Compiled {
  const collation = firstCollation(values);
  return derived((environment) => {
    let best: SqlValue = null;
    let isFirst = true;
    let isNull = false;
    for (const value of values) {
      const next = value.evaluate(environment);
      if (next === null) isNull = true;
      if (isFirst || better(compareValues(best, next, collation))) best = next;
      isFirst = false;
    }
    return isNull ? null : best;
  }, values);
}

function nullIf(values: readonly Compiled[]): Compiled {
  const collation = firstCollation(values);
  const [left, right] = values;
  return derived((environment) => {
    const value = left.evaluate(environment);
    return compareValues(value, right.evaluate(environment), collation) === 0 ? null : value;
  }, values);
}
