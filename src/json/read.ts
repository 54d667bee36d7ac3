// Reading JSON from outside: the value with its type, or the first thing that is wrong with it and its place.

import type { Misfit, Path, Shape } from './shape.ts';

export interface Mismatch {
  /** The place and what is wrong there. */
  readonly problem: string;
  readonly remedy: string;
}

/** The first thing that does not fit; null if all does. The whole is `called` so, and stands at `path` of something larger. */
export function mismatch(shape: Shape, value: unknown, called: string, path: Path = []): Mismatch | null {
  const misfit = shape.check(value, 0);
  return misfit && inWords(misfit, called, path);
}

function inWords({ path, problem, remedy }: Misfit, called: string, around: Path): Mismatch {
  return { problem: `${printPath([...around, ...path]) || called} ${problem}`, remedy };
}

/** `groups[3].steps[0].on`; what is no word is quoted: `features["join.full"]`. */
function printPath(path: Path): string {
  const parts = path.map((key) =>
    typeof key === 'number' ? `[${key}]` : /^[\w$-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`,
  );
  return parts.join('').replace(/^\./, '');
}

/** The value as what it was checked to be. `wrong` makes the error of what does not fit. */
export function checked<T>(
  shape: Shape<T>,
  value: unknown,
  called: string,
  wrong: (mismatch: Mismatch) => Error,
): T {
  const problem = mismatch(shape, value, called);
  if (problem !== null) throw wrong(problem);
  return value as T;
}

/** A text as JSON. */
export function parsed(text: string, called: string, wrong: (mismatch: Mismatch) => Error): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = (error as Error).message;
    throw Object.assign(wrong({ problem: `${called} is not JSON (${reason})`, remedy: 'correct it' }), {
      cause: error,
    });
  }
}

/** A text as JSON of this shape. */
export function read<T>(
  shape: Shape<T>,
  text: string,
  called: string,
  wrong: (mismatch: Mismatch) => Error,
): T {
  return checked(shape, parsed(text, called, wrong), called, wrong);
}

/** The same without an error: null if it is not JSON, or does not fit. */
export function readIfFits<T>(shape: Shape<T>, text: string): T | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return shape.check(value, 0) === null ? (value as T) : null;
}
