// The functions of SQLITE_ENABLE_MATH_FUNCTIONS. Of the transcendental ones the last digits are those of the engine's C
// library, so the model does not know them.

import type { SqlValue } from '../../../sql/index.ts';
import type { Feature } from '../../dialect.ts';
import { realOrNull } from '../evaluate/arithmetic.ts';
import { realOf } from '../evaluate/convert.ts';
import { Unknown } from '../evaluate/stop.ts';
import { shown } from '../features/feature.ts';
import type { ScalarFunction } from './function.ts';
import { numeric, onNumber, onNumbers } from './on-number.ts';

export const math = {
  acos: transcendental(shown('acos(x)', 'acos(1)', 0)),
  // Some libraries have values for it where there are none.
  acosh: { ...transcendental(shown('acosh(x)', 'acosh(1)', 0)), varies: 'values' },
  asin: transcendental(shown('asin(x)', 'asin(1)', 1.5707963267948966)),
  asinh: transcendental(shown('asinh(x)', 'asinh(1)', 0.881373587019543)),
  atan: transcendental(shown('atan(x)', 'atan(1)', 0.7853981633974483)),
  atanh: transcendental(shown('atanh(x)', 'atanh(0.5)', 0.5493061443340548)),
  ceil: rounding(shown('ceil(x)', 'ceil(1.2), ceil(2)', 2, 2n), Math.ceil),
  ceiling: rounding(shown('ceiling(x)', 'ceiling(1.2)', 2), Math.ceil),
  cos: transcendental(shown('cos(x)', 'cos(0)', 1)),
  cosh: transcendental(shown('cosh(x)', 'cosh(0)', 1)),
  degrees: {
    ...ofNumber(shown('degrees(x)', 'degrees(pi())', 180)),
    varies: 'rounding',
    evaluate: onNumber((x) => Number(x) * (180 / Math.PI)),
  },
  exp: transcendental(shown('exp(x)', 'exp(0)', 1)),
  floor: rounding(shown('floor(x)', 'floor(-1.2), floor(2)', -2, 2n), Math.floor),
  ln: logarithm(shown('ln(x)', 'ln(1), ln(-1)', 0, null)),
  log10: logarithm(shown('log10(x)', 'log10(1000)', 3)),
  log2: logarithm(shown('log2(x)', 'log2(8)', 3)),
  radians: {
    ...ofNumber(shown('radians(x)', 'radians(180)', Math.PI)),
    varies: 'rounding',
    evaluate: onNumber((x) => Number(x) * (Math.PI / 180)),
  },
  sin: transcendental(shown('sin(x)', 'sin(0)', 0)),
  sinh: transcendental(shown('sinh(x)', 'sinh(0)', 0)),
  sqrt: {
    ...ofNumber(shown('sqrt(x)', 'sqrt(16), sqrt(-1)', 4, null)),
    evaluate: onNumber((x) => realOrNull(Math.sqrt(Number(x)))),
  },
  tan: transcendental(shown('tan(x)', 'tan(0)', 0)),
  tanh: transcendental(shown('tanh(x)', 'tanh(0)', 0)),
  trunc: rounding(shown('trunc(x)', 'trunc(-1.7), trunc(2)', -1, 2n), Math.trunc),
  atan2: {
    feature: shown('atan2(y, x)', 'atan2(1, 2)', 0.4636476090008061),
    arity: [2, 2],
    varies: 'digits',
    draw: { gives: 'number', takes: ['number', 'number'] },
    evaluate: onNumbers(inexact),
  },
  log: {
    feature: shown('log([base,] x)', 'log(100), log(2, 8)', 2, 3),
    arity: [1, 2],
    varies: 'digits',
    draw: { gives: 'number', takes: ['number'], optional: ['number'] },
    evaluate: logarithmTo,
  },
  mod: {
    feature: shown('mod(x, y)', 'mod(7, 2), mod(7.5, 2)', 1, 1.5),
    arity: [2, 2],
    draw: { gives: 'number', takes: ['number', 'number'] },
    evaluate: onNumbers((x, y) => realOrNull(x % y)),
  },
  pow: power(shown('pow(x, y)', 'pow(2, 3)', 8)),
  power: power(shown('power(x, y)', 'power(2, 3)', 8)),
  pi: {
    feature: shown('pi()', 'pi()', Math.PI),
    arity: [0, 0],
    draw: { gives: 'number', takes: [] },
    evaluate: () => Math.PI,
  },
} as const satisfies Record<string, ScalarFunction>;

function ofNumber(feature: Feature) {
  return { feature, arity: [1, 1], draw: { gives: 'number', takes: ['number'] } } as const;
}

function transcendental(feature: Feature) {
  return { ...ofNumber(feature), varies: 'digits', evaluate: onNumber(inexact) } as const;
}

/** Integers are whole already. */
function rounding(feature: Feature, apply: (x: number) => number) {
  return { ...ofNumber(feature), evaluate: onNumber((x) => (typeof x === 'bigint' ? x : apply(x))) };
}

function logarithm(feature: Feature) {
  const evaluate = onNumber((x) => (x > 0 ? inexact() : null));
  return { ...ofNumber(feature), varies: 'digits', evaluate } as const;
}

function power(feature: Feature) {
  return {
    feature,
    arity: [2, 2],
    varies: 'digits',
    draw: { gives: 'number', takes: ['number', 'small'] },
    evaluate: onNumbers(inexact),
  } as const;
}

function inexact(): never {
  throw new Unknown('math function');
}

/** log(X), or log(B, X): the type of X is not looked at then. */
function logarithmTo(first: SqlValue, second?: SqlValue): SqlValue {
  const x = numeric(first);
  if (x === undefined || x <= 0) return null;
  return second !== undefined && (x <= 1 || realOf(second) <= 0) ? null : inexact();
}
