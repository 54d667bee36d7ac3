// Reading JSON from outside: the value with its type, or the first thing that is wrong with it and its place.

import { type Misfit, MOST_DEPTH, type Path, type Shape, shortened } from './shape.ts';

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
  if (isTooDeep(text))
    throw wrong({
      problem: `${called} is nested deeper than ${MOST_DEPTH} levels`,
      remedy: 'make it simpler',
    });
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = shortened((error as Error).message, MOST_REASON);
    throw wrong({ problem: `${called} is not JSON (${reason})`, remedy: 'correct it' });
  }
}

/** The parser quotes what it was given. */
const MOST_REASON = 100;

/** Before anything is made of it: what walks through values does so recursively. */
function isTooDeep(text: string): boolean {
  // As many brackets have no place in less.
  if (text.length <= 2 * MOST_DEPTH) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfText(text, at + 1);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (++depth > MOST_DEPTH) return true;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--;
        break;
    }
  }
  return false;
}

const [QUOTE, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"[]{}'].map((each) =>
  each.charCodeAt(0),
);

/** Where the quote is that ends the text; the end of everything if there is none. */
function endOfText(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
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
    value = parsed(text, '', ({ problem }) => new Error(problem));
  } catch {
    return null;
  }
  return shape.check(value, 0) === null ? (value as T) : null;
}
