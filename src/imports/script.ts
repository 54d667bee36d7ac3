// A test of somebody's suite, whatever it was written in: a script on a fresh database, and what its author expects of parts of it.

import type { Plan } from '../plan/index.ts';
import type { Row } from '../sql/index.ts';

export interface ImportedScript {
  /** Its file, and the test if the file has several. */
  readonly name: string;
  /** Its statements as text. */
  readonly plan: Plan;
  readonly expectations: readonly Expectation[];
}

/** Of the last of some statements, or of what all of them give. */
export interface Expectation {
  readonly line: number;
  /** Positions in the plan: the first statement, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly expects: Expected;
}

export type Expected =
  | { readonly kind: 'works' }
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'rows';
      readonly texts: readonly string[];
      /** The rows of all statements as texts, in the way and the order of the suite. */
      readonly textsOf: (rows: readonly Row[]) => readonly string[];
    };

export interface ReadFile {
  readonly scripts: readonly ImportedScript[];
  /** What in it was left out, and why. */
  readonly leftOut: readonly string[];
}

/** Texts that differ in the last digits of numbers are alike: they are written in more than one way. In any order, if SQL says none. */
export function areAlike(wanted: readonly string[], given: readonly string[], isOrdered: boolean): boolean {
  return inOrder(wanted, given) || (!isOrdered && inOrder([...wanted].sort(), [...given].sort()));
}

function inOrder(wanted: readonly string[], given: readonly string[]): boolean {
  return wanted.length === given.length && wanted.every((text, at) => isAlike(text, given[at]));
}

function isAlike(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.replace(/\s+/g, ' ').trim());
  if (a === b) return true;
  const [ones, others] = [a.split('|'), b.split('|')];
  if (ones.length !== others.length || ones.length === 1) return isSameNumber(one, other);
  return ones.every((part, at) => part.trim() === others[at].trim() || isSameNumber(part, others[at]));
}

const CLOSE = 1e-9;

function isSameNumber(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
  return Math.abs(a - b) <= CLOSE * Math.max(Math.abs(a), Math.abs(b));
}
