// What is wrong in a text of the notation: where, what, and what was expected there.

import { DirtError } from '../errors.ts';

export interface Place {
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
}

export class NotationProblem extends Error {
  /** The offset in the text. */
  readonly at: number;
  readonly problem: string;
  readonly expected: string;

  constructor(at: number, problem: string, expected: string) {
    super(problem);
    this.at = at;
    this.problem = problem;
    this.expected = expected;
  }
}

/** `expected` says what could stand there, or what to do. */
export function wrong(at: number, problem: string, expected: string): never {
  throw new NotationProblem(at, problem, expected);
}

export function placeIn(text: string, at: number): Place {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: before[before.length - 1].length + 1 };
}

/** The mistake of a user, on one line. */
export function asMistake({ at, problem, expected }: NotationProblem, text: string, file: string): DirtError {
  const { line, column } = placeIn(text, at);
  return new DirtError('DIRT_NOTATION', `${file}:${line}:${column}: ${problem}`, expected);
}
