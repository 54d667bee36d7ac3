// Functions of values of any kind: those that choose among their arguments, hints to the planner, and what tells of a value.

import type { Collation, Expression } from '../../../sql/ast.ts';
import { hexOf, type SqlValue, sameValue, storageClass } from '../../../sql/index.ts';
import { compareValues } from '../evaluate/compare.ts';
import { type Compiled, derived, type Environment } from '../evaluate/compiled.ts';
import { integerOf, truth } from '../evaluate/convert.ts';
import { printReal, type RealFormat } from '../evaluate/format-number.ts';
import { Refusal, Unknown } from '../evaluate/stop.ts';
import { untilNul } from '../evaluate/text.ts';
import { shown } from '../features/feature.ts';
import { readReal } from '../read-number.ts';
import { sqliteBugs, wrongInSqlite } from '../sqlite-bugs.ts';
import { ANY_NUMBER, type ScalarFunction } from './function.ts';

const PROBABILITIES = [0.0625, 0.25, 0.5, 0.9375];
const LENGTHS = [0n, 1n, 2n, 3n, 4n, 5n, 6n];

export const core = {
  coalesce: {
    feature: shown('coalesce(x, y, …)', 'coalesce(NULL, 2, 3)', 2n),
    arity: [2, ANY_NUMBER],
    isLazy: true,
    draw: { gives: 'any', takes: ['any', 'any'], more: 'any' },
    compile: firstNotNull,
  },
  ifnull: {
    feature: shown('ifnull(x, y)', 'ifnull(NULL, 2), ifnull(1, 2)', 2n, 1n),
    arity: [2, 2],
    isLazy: true,
    draw: { gives: 'any', takes: ['any', 'any'] },
    compile: firstNotNull,
  },
  iif: {
    feature: shown('iif(condition, x, y)', 'iif(1, 2, 3), iif(NULL, 2, 3)', 2n, 3n),
    arity: [2, ANY_NUMBER],
    isLazy: true,
    draw: { gives: 'any', takes: ['condition', 'any', 'any'] },
    compile: choice,
  },
  if: {
    feature: shown('if(condition, x, y)', 'if(1, 2, 3)', 2n),
    arity: [2, ANY_NUMBER],
    isLazy: true,
    compile: choice,
  },
  nullif: {
    feature: shown('nullif(x, y)', 'nullif(1, 1), nullif(1, 2)', null, 1n),
    arity: [2, 2],
    draw: { gives: 'any', takes: ['any', 'any'] },
    compile: nullIf,
  },
  // Of one argument they are aggregates, which have entries of their own.
  min: {
    feature: shown('min(x, y, …) of values', "min(1, 3, 2), min(1, 'a')", 1n, 1n),
    arity: [2, ANY_NUMBER],
    draw: { gives: 'any', takes: ['any', 'any'], more: 'any' },
    compile: (values) => extreme(values, (order) => order >= 0),
  },
  max: {
    feature: shown('max(x, y, …) of values', "max(1, 3, 2), max(1, 'a')", 3n, 'a'),
    arity: [2, ANY_NUMBER],
    draw: { gives: 'any', takes: ['any', 'any'], more: 'any' },
    compile: (values) => extreme(values, (order) => order < 0),
  },
  likely: {
    feature: shown('likely(x)', 'likely(5)', 5n),
    arity: [1, 1],
    isHint: true,
    draw: { gives: 'any', takes: ['any'] },
    compile: firstArgument,
  },
  unlikely: {
    feature: shown('unlikely(x)', 'unlikely(5)', 5n),
    arity: [1, 1],
    isHint: true,
    draw: { gives: 'any', takes: ['any'] },
    compile: firstArgument,
  },
  likelihood: {
    feature: shown('likelihood(x, probability)', 'likelihood(5, 0.5)', 5n),
    arity: [2, 2],
    isHint: true,
    draw: { gives: 'any', takes: ['any', PROBABILITIES], needs: ['literal.real'] },
    compile: likelihood,
  },
  typeof: {
    feature: shown(
      'typeof(x)',
      "typeof(1), typeof(1.0), typeof('a'), typeof(x''), typeof(NULL)",
      'integer',
      'real',
      'text',
      'blob',
      'null',
    ),
    arity: [1, 1],
    draw: { gives: 'text', takes: ['any'] },
    evaluate: storageClass,
  },
  quote: {
    feature: shown(
      'quote(x)',
      "quote('it''s'), quote(NULL), quote(x'0F'), quote(5), quote(9007199254740991.0)",
      "'it''s'",
      'NULL',
      "X'0F'",
      '5',
      '9.007199254740991e+15',
    ),
    arity: [1, 1],
    draw: { gives: 'text', takes: ['any'] },
    evaluate: quote,
  },
  zeroblob: {
    feature: shown('zeroblob(n)', 'zeroblob(2)', new Uint8Array(2)),
    arity: [1, 1],
    raises: 'more bytes than a value may have',
    draw: { gives: 'any', takes: [LENGTHS] },
    evaluate: zeroBlob,
  },
} as const satisfies Record<string, ScalarFunction>;

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

function firstArgument([value]: readonly Compiled[]): Compiled {
  return { ...derived(value.evaluate, [value]), converted: value.converted };
}

function likelihood(values: readonly Compiled[], [, given]: readonly Expression[]): Compiled {
  const isProbability =
    given.kind === 'literal' && typeof given.value === 'number' && given.value >= 0 && given.value <= 1;
  if (!isProbability || Object.is(given.value, -0)) {
    throw new Refusal('other', 'second argument to likelihood() must be a constant between 0.0 and 1.0');
  }
  return firstArgument(values);
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
    let isTie = false;
    for (const value of values) {
      const next = comparable(value, environment);
      if (next === null) isNull = true;
      const order = isFirst ? 0 : compareValues(best, next, collation);
      if (!isFirst) isTie = order === 0 ? isTie || !sameValue(best, next) : isTie && !better(order);
      if (isFirst || better(order)) best = next;
      isFirst = false;
    }
    if (isTie && !isNull) throw new Unknown(EQUAL_VALUES, undefined, true);
    return isNull ? null : best;
  }, values);
}

const EQUAL_VALUES = 'min() or max() of equal values';

/** What the model does not know may equal another one of the values, and then nobody can say which of them is given. */
function comparable(value: Compiled, environment: Environment): SqlValue {
  try {
    return value.evaluate(environment);
  } catch (stop) {
    throw stop instanceof Unknown && !stop.isUndetermined ? new Unknown(EQUAL_VALUES, stop.bug, true) : stop;
  }
}

function nullIf(values: readonly Compiled[]): Compiled {
  const collation = firstCollation(values);
  const [left, right] = values;
  return derived((environment) => {
    const value = left.evaluate(environment);
    return compareValues(value, right.evaluate(environment), collation) === 0 ? null : value;
  }, values);
}

const SHORT: RealFormat = {
  style: 'g',
  precision: 15,
  digits: 26,
  strip: true,
  point: true,
  infinityAsNumber: true,
};

function quote(value: SqlValue): SqlValue {
  if (value === null) return 'NULL';
  switch (typeof value) {
    case 'bigint':
      return value.toString();
    case 'number': {
      const short = printReal(value, SHORT);
      // quote() has more digits for what it would not read back.
      if (sqliteBugs['long-reals-as-text'].isMet(value) || readReal(short) !== value)
        throw wrongInSqlite('long-reals-as-text');
      return short;
    }
    case 'string':
      return `'${untilNul(value).replaceAll("'", "''")}'`;
    default:
      return `X'${hexOf(value).toUpperCase()}'`;
  }
}

const LARGEST_BLOB = 1_000_000_000n;
/** Larger ones are not modelled: they would take too much memory. */
const LARGEST_MODELLED = 100_000n;

function zeroBlob(value: SqlValue): SqlValue {
  const size = integerOf(value);
  if (size > LARGEST_BLOB) throw new Refusal('other', 'string or blob too big');
  if (size > LARGEST_MODELLED) throw new Unknown('very large blob');
  return new Uint8Array(size < 0n ? 0 : Number(size));
}
