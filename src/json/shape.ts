// A small language for the shapes of JSON: a shape finds the first problem with a value, or none.

/** The problem with the place in front, e.g. `groups[3].steps[0].on is not a count`; null if there is none. */
export type Shape = (value: unknown, place: string) => string | null;

type Fields = Readonly<Record<string, Shape>>;

function check(is: (value: unknown) => boolean, what: string): Shape {
  return (value, place) => (is(value) ? null : `${place} is not ${what}`);
}

export const text = check((value) => typeof value === 'string', 'a text');
export const flag = check((value) => typeof value === 'boolean', 'true or false');
export const integer = check(Number.isSafeInteger, 'an integer');
export const count = check((value) => Number.isSafeInteger(value) && (value as number) >= 0, 'a count');
export const positive = check(
  (value) => Number.isSafeInteger(value) && (value as number) > 0,
  'a positive integer',
);

/** A value of the database, already decoded. */
export const sqlValue = check(
  (value) =>
    value === null || ['bigint', 'number', 'string'].includes(typeof value) || value instanceof Uint8Array,
  'a value',
);

export function oneOf(...allowed: readonly (string | number)[]): Shape {
  return check((value) => allowed.includes(value as string), `one of ${allowed.join(', ')}`);
}

export function listOf(item: Shape, least = 0): Shape {
  return (value, place) => {
    if (!Array.isArray(value)) return `${place} is not a list`;
    if (value.length < least) return `${place} has fewer than ${least} items`;
    return first(value.entries(), ([i, child]) => item(child, `${place}[${i}]`));
  };
}

/** An object with values of one shape under any names. */
export function recordOf(item: Shape): Shape {
  return (value, place) => {
    if (!isObject(value)) return `${place} is not an object`;
    return first(Object.entries(value), ([key, child]) => item(child, `${place}.${key}`));
  };
}

/** An object with these fields; those of the second list may be missing. There must be no others. */
export function object(fields: Fields, optional: Fields = {}): Shape {
  const known = new Map(Object.entries({ ...fields, ...optional }));
  return (value, place) => {
    if (!isObject(value)) return `${place} is not an object`;
    const missing = Object.keys(fields).find((key) => value[key] === undefined);
    if (missing !== undefined) return `${join(place, missing)} is missing`;
    return first(Object.entries(value), ([key, child]) => {
      if (child === undefined) return null;
      const shape = known.get(key);
      return shape === undefined ? `${join(place, key)} is unknown` : shape(child, join(place, key));
    });
  };
}

/** Objects of several kinds, told apart by one field. */
export function kinds(key: string, variants: Readonly<Record<string, readonly [Fields, Fields?]>>): Shape {
  const shapes = new Map<unknown, Shape>();
  for (const [kind, [fields, optional]] of Object.entries(variants)) {
    shapes.set(kind, object({ [key]: text, ...fields }, optional));
  }
  return (value, place) => {
    if (!isObject(value)) return `${place} is not an object`;
    const shape = shapes.get(value[key]);
    if (shape === undefined) return `${join(place, key)} is not one of ${[...shapes.keys()].join(', ')}`;
    return shape(value, place);
  };
}

/** Either of two shapes, told apart by a look at the value. */
export function either(isLeft: (value: unknown) => boolean, left: Shape, right: Shape): Shape {
  return (value, place) => (isLeft(value) ? left : right)(value, place);
}

/** For shapes that contain themselves. */
export function lazy(shape: () => Shape): Shape {
  return (value, place) => shape()(value, place);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return (
    value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array)
  );
}

/** The first problem of any item. */
export function first<T>(items: Iterable<T>, problemWith: (item: T) => string | null): string | null {
  for (const item of items) {
    const problem = problemWith(item);
    if (problem !== null) return problem;
  }
  return null;
}

function join(place: string, key: string): string {
  return place === '' ? key : `${place}.${key}`;
}
