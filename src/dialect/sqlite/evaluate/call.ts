// Calls of functions. Which function a call means is decided once, when it is compiled.

import type { Call } from '../../../sql/ast.ts';
import type { ScalarFunction, SqlFunction } from '../functions/function.ts';
import { isAggregate, scalarOf, scalarRaises } from '../functions/lookup.ts';
import { type Compile, type Compiled, derived, type Evaluate, type Scope } from './compiled.ts';
import { Refusal, Unknown } from './stop.ts';
import { explicitCollation } from './syntax.ts';

export function compileCall(call: Call, compile: Compile, scope: Scope): Compiled {
  if (call.over !== undefined) throw new Unknown('window function');
  if (isAggregate(call)) return aggregateResult(call, scope);
  const { name, arguments: given } = call;
  if (given === '*' || call.distinct === true || call.filter !== undefined) {
    throw new Unknown(`unusual call of ${name}()`);
  }
  const values = given.map(compile);
  const found = scalarOf(call);
  if (found?.compile !== undefined) {
    checkCount(name, found, values.length);
    return found.compile(values, given);
  }
  if (found?.evaluate === undefined) throw new Unknown(`function ${name}()`);
  checkCount(name, found, values.length);
  return derived(applied(found.evaluate, values), values, scalarRaises(found, given));
}

export function checkCount(name: string, { arity: [least, most] }: SqlFunction, count: number): void {
  if (count < least || count > most) {
    throw new Refusal('other', `wrong number of arguments to function ${name}()`);
  }
}

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
function applied(evaluate: NonNullable<ScalarFunction['evaluate']>, values: readonly Compiled[]): Evaluate {
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
