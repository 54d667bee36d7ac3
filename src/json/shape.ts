// A small language for the shapes of JSON that comes from outside. A shape finds the first problem with a value, is known to
// the compiler as the type of what fits it, and can be printed as JSON Schema. `read.ts` puts problems into words.

import { nearest } from './nearest.ts';
import type { JsonSchema } from './schema.ts';

export interface Shape<out T = unknown> {
  /** What fits, with its article: `a text`. */
  readonly noun: string;
  /** The first problem; null if there is none. `depth` counts the lists and objects around the value. */
  readonly check: (value: unknown, depth: number) => Misfit | null;
  readonly schema: () => JsonSchema;
  /** For the compiler only: no object has it. */
  readonly fits?: T;
}

/** What fits a shape. */
export type Fitting<S> = S extends Shape<infer T> ? T : never;

/** A problem, and the way to it from the value that was checked. */
export interface Misfit {
  readonly path: Path;
  /** What is wrong, to be said of the place: `is not a text`. */
  readonly problem: string;
  readonly remedy: string;
}

export type Path = readonly (string | number)[];

/** More than any statement has; recursive functions still reach the innermost value. */
export const MOST_DEPTH = 1_000;

const WRITE_ONE = 'write one';

function misfit(problem: string, remedy: string): Misfit {
  return { path: [], problem, remedy };
}

function isNot(noun: string): Misfit {
  return misfit(`is not ${noun}`, WRITE_ONE);
}

function below(key: string | number, found: Misfit | null): Misfit | null {
  return found === null ? null : { ...found, path: [key, ...found.path] };
}

// ── Values without parts ────────────────────────────────────────────────────────────────────────────────────

/** Values that pass this test. */
function such<T>(is: (given: unknown) => given is T, noun: string, schema: JsonSchema): Shape<T> {
  const wrong = isNot(noun);
  return { noun, check: (given) => (is(given) ? null : wrong), schema: () => schema };
}

/** Any value: only its presence is checked. */
export const anything: Shape = { noun: 'a value', check: () => null, schema: () => ({}) };
export const text = such((given) => typeof given === 'string', 'a text', { type: 'string' });
export const flag = such((given) => typeof given === 'boolean', 'true or false', { type: 'boolean' });
export const integer = such(isInteger, 'an integer', { type: 'integer' });
export const count = such((given): given is number => isInteger(given) && given >= 0, 'a count', {
  type: 'integer',
  minimum: 0,
});
export const positive = such(
  (given): given is number => isInteger(given) && given > 0,
  'a positive integer',
  { type: 'integer', minimum: 1 },
);

function isInteger(given: unknown): given is number {
  return Number.isSafeInteger(given);
}

export function integerFrom(minimum: number, maximum: number): Shape<number> {
  return such(
    (given): given is number => isInteger(given) && given >= minimum && given <= maximum,
    `an integer from ${minimum} to ${maximum}`,
    { type: 'integer', minimum, maximum },
  );
}

/** A text of this form. The noun says which: `a time such as 90s`. */
export function matching(form: RegExp, noun: string): Shape<string> {
  return {
    noun,
    check: (given) => {
      if (typeof given !== 'string') return misfit('is not a text', `write ${noun}`);
      return form.test(given) ? null : misfit(`is "${shortened(given)}"`, `write ${noun}`);
    },
    schema: () => ({ type: 'string', pattern: form.source }),
  };
}

export function oneOf<const A extends readonly (string | number)[]>(...allowed: A): Shape<A[number]> {
  const isText = allowed.every((each) => typeof each === 'string');
  const noun = allowed.length === 1 ? String(allowed[0]) : `one of ${allowed.join(', ')}`;
  return {
    noun,
    check: (given) => {
      if (allowed.includes(given as A[number])) return null;
      const near = typeof given === 'string' ? nearest(given, allowed.map(String)) : undefined;
      return misfit(`is not ${noun}`, near === undefined ? 'choose one' : `did you mean ${near}?`);
    },
    schema: () =>
      allowed.length === 1
        ? { const: allowed[0] }
        : { ...(isText && { type: 'string' as const }), enum: allowed },
  };
}

// ── Lists and objects ───────────────────────────────────────────────────────────────────────────────────────

export function listOf<T>(item: Shape<T>, least = 0): Shape<readonly T[]> {
  return {
    noun: 'a list',
    check: (given, depth) => {
      if (!Array.isArray(given)) return isNot('a list');
      if (depth >= MOST_DEPTH) return TOO_DEEP;
      if (given.length < least)
        return misfit(
          given.length === 0 ? 'is empty' : `has fewer than ${least} items`,
          'add what is missing',
        );
      return first(given.entries(), ([i, child]) => below(i, item.check(child, depth + 1)));
    },
    schema: () => ({ type: 'array', ...(least > 0 && { minItems: least }), items: item.schema() }),
  };
}

/** An object with values of one shape, under any names or under some of these. */
export function recordOf<T, K extends string = string>(
  item: Shape<T>,
  names?: readonly K[],
): Shape<Readonly<string extends K ? Record<string, T> : Partial<Record<K, T>>>> {
  const known = names && new Set<string>(names);
  return {
    noun: 'an object',
    check: (given, depth) =>
      checkEntries(given, depth, (key) => {
        if (known === undefined) return key === '__proto__' ? NO_NAME : item;
        return known.has(key) ? item : unknownKey(key, known);
      }),
    schema: () => ({ type: 'object', additionalProperties: item.schema() }),
  };
}

export type Fields = Readonly<Record<string, Shape>>;

type FittingFields<F extends Fields, O extends Fields> = { readonly [K in keyof F]: Fitting<F[K]> } & {
  readonly [K in keyof O]?: Fitting<O[K]>;
};

/** An object with these fields; those of the second list may be missing. There must be no others. */
export function object<F extends Fields, O extends Fields = Record<never, never>>(
  fields: F,
  optional: O = {} as O,
): Shape<FittingFields<F, O>> {
  return objectOf(fields, optional, true);
}

/** The same, but further fields are ignored. */
export function openObject<F extends Fields, O extends Fields = Record<never, never>>(
  fields: F,
  optional: O = {} as O,
): Shape<FittingFields<F, O>> {
  return objectOf(fields, optional, false);
}

function objectOf<F extends Fields, O extends Fields>(
  fields: F,
  optional: O,
  isClosed: boolean,
): Shape<FittingFields<F, O>> {
  const required = Object.keys(fields);
  const known = new Map<string, Shape>(Object.entries({ ...fields, ...optional }));
  const checkFields = (given: Readonly<Record<string, unknown>>, depth: number): Misfit | null => {
    if (isClosed) return checkEntries(given, depth, (key) => known.get(key) ?? unknownKey(key, known.keys()));
    if (Object.hasOwn(given, '__proto__')) return below('__proto__', NO_NAME);
    return first(known, ([key, shape]) =>
      given[key] === undefined ? null : below(key, shape.check(given[key], depth + 1)),
    );
  };
  return {
    noun: 'an object',
    check: (given, depth) => {
      if (!isObject(given)) return isNot('an object');
      const missing = required.find((key) => given[key] === undefined);
      if (missing !== undefined) return { path: [missing], problem: 'is missing', remedy: 'add it' };
      const found = checkFields(given, depth);
      const canBeLeftOut = found?.path.length === 1 && Object.hasOwn(optional, found.path[0]);
      return canBeLeftOut && found.remedy === WRITE_ONE
        ? { ...found, remedy: `${WRITE_ONE}, or leave it out` }
        : found;
    },
    schema: () => ({
      type: 'object',
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries([...known].map(([key, shape]) => [key, shape.schema()])),
      ...(isClosed && { additionalProperties: false as const }),
    }),
  };
}

/** What is there and undefined is as good as not there. */
function checkEntries(
  given: unknown,
  depth: number,
  shapeOf: (key: string) => Shape | Misfit,
): Misfit | null {
  if (!isObject(given)) return isNot('an object');
  if (depth >= MOST_DEPTH) return TOO_DEEP;
  return first(Object.entries(given), ([key, child]) => {
    if (child === undefined) return null;
    const shape = shapeOf(key);
    return below(key, 'check' in shape ? shape.check(child, depth + 1) : shape);
  });
}

const TOO_DEEP = misfit(`is nested deeper than ${MOST_DEPTH} levels`, 'make it simpler');

/** Copying such an object key by key would change the prototype of the copy. */
const NO_NAME = misfit('is no name', 'choose another');

/** Longer lists of names are not printed. */
const MOST_NAMES = 40;

function unknownKey(key: string, names: Iterable<string>): Misfit {
  const all = [...names];
  const near = nearest(key, all);
  if (near !== undefined) return misfit('is unknown', `did you mean ${near}? Otherwise remove it`);
  return misfit('is unknown', all.length > MOST_NAMES ? 'remove it' : `known here: ${all.join(', ')}`);
}

// ── Choices ─────────────────────────────────────────────────────────────────────────────────────────────────

type Variants = Readonly<Record<string, readonly [Fields, Fields?]>>;

type FittingKinds<K extends string, V extends Variants> = {
  readonly [N in keyof V]: { readonly [_ in K]: N } & FittingFields<
    V[N][0],
    V[N][1] extends Fields ? V[N][1] : Record<never, never>
  >;
}[keyof V];

/** Objects of several kinds, told apart by one field. */
export function kinds<const K extends string, const V extends Variants>(
  key: K,
  variants: V,
): Shape<FittingKinds<K, V>> {
  const shapes = new Map<unknown, Shape>(
    Object.entries(variants).map(([kind, [fields, optional]]) => [
      kind,
      object({ [key]: oneOf(kind), ...fields }, optional),
    ]),
  );
  const kind = oneOf(...Object.keys(variants));
  return {
    noun: 'an object',
    check: (given, depth) => {
      if (!isObject(given)) return isNot('an object');
      const shape = shapes.get(given[key]);
      return shape === undefined ? below(key, kind.check(given[key], depth)) : shape.check(given, depth);
    },
    schema: () => ({ anyOf: [...shapes.values()].map((shape) => shape.schema()) }),
  };
}

/** Either of two shapes, told apart by a look at the value. */
export function either<L, R>(
  isLeft: (value: unknown) => boolean,
  left: Shape<L>,
  right: Shape<R>,
): Shape<L | R> {
  const noun = `${left.noun} or ${right.noun}`;
  return {
    noun,
    check: (given, depth) => {
      if (isLeft(given)) return left.check(given, depth);
      const found = right.check(given, depth);
      return found?.path.length === 0 && found.problem === `is not ${right.noun}` ? isNot(noun) : found;
    },
    schema: () => ({ anyOf: [left.schema(), right.schema()] }),
  };
}

/** A text, or something that is none. */
export function textOr<T>(shape: Shape<T>): Shape<string | T> {
  return either((given) => typeof given === 'string', text, shape);
}

/** The same, or null. */
export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return either((given) => given === null, NULL, shape);
}

const NULL: Shape<null> = { noun: 'null', check: () => null, schema: () => ({ type: 'null' }) };

/** For shapes that contain themselves. An editor is not told what they are. */
export function lazy<T>(shape: () => Shape<T>): Shape<T> {
  return {
    get noun() {
      return shape().noun;
    },
    check: (given, depth) => shape().check(given, depth),
    schema: () => ({}),
  };
}

// ── Additions ───────────────────────────────────────────────────────────────────────────────────────────────

/** The same, with a description that editors show. */
export function described<T>(description: string, shape: Shape<T>): Shape<T> {
  const schema = (): JsonSchema => {
    const { anyOf, required, properties, additionalProperties, minItems, items, ...head } = shape.schema();
    const parts = { anyOf, required, properties, additionalProperties, minItems, items };
    return { ...head, description, ...(parts as JsonSchema) };
  };
  return {
    get noun() {
      return shape.noun;
    },
    check: shape.check,
    schema,
  };
}

/** The same, which has a schema of its own in another file. */
export function elsewhere<T>(file: string, shape: Shape<T>): Shape<T> {
  return { noun: shape.noun, check: shape.check, schema: () => ({ $ref: file }) };
}

/** The same under one more condition, which the schema says too. */
export function provided<T>(
  shape: Shape<T>,
  problemWith: (value: T) => Pick<Misfit, 'problem' | 'remedy'> | null,
  condition: JsonSchema = {},
): Shape<T> {
  return {
    noun: shape.noun,
    check: (given, depth) => {
      const found = shape.check(given, depth);
      if (found !== null) return found;
      const problem = problemWith(given as T);
      return problem && { path: [], ...problem };
    },
    schema: () => ({ ...shape.schema(), ...condition }),
  };
}

export const someText: Shape<string> = provided(
  text,
  (given) => (given === '' ? { problem: 'is empty', remedy: WRITE_ONE } : null),
  { minLength: 1 },
);

export function isObject(given: unknown): given is Readonly<Record<string, unknown>> {
  return (
    given !== null && typeof given === 'object' && !Array.isArray(given) && !(given instanceof Uint8Array)
  );
}

/** The first problem of any item. */
export function first<T, P>(items: Iterable<T>, problemWith: (item: T) => P | null): P | null {
  for (const item of items) {
    const problem = problemWith(item);
    if (problem !== null) return problem;
  }
  return null;
}

/** Enough of a text to recognise it. */
export function shortened(text: string, most = 60): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}
