// What came of a statement. An outcome is a value: nothing an engine does throws at its caller.

import { saysNotImplemented } from './not-implemented.ts';
import type { Row } from './value.ts';

export const REFUSAL_CLASSES = [
  'syntax',
  'unsupported',
  'noSuchTable',
  'constraint',
  'busy',
  'readonly',
  'io',
  'corrupt',
  'interrupted',
  'other',
] as const;

export type RefusalClass = (typeof REFUSAL_CLASSES)[number];

export const CONSTRAINT_KINDS = [
  'unique',
  'primaryKey',
  'notNull',
  'check',
  'foreignKey',
  'datatype',
  'other',
] as const;

export type ConstraintKind = (typeof CONSTRAINT_KINDS)[number];

export interface Rows {
  readonly kind: 'rows';
  readonly rows: readonly Row[];
  /** changes() of the statement: rows inserted, updated or deleted; 0 for all others; null if the engine cannot tell. */
  readonly changes: number | null;
  /** What it took the engine, in a unit of its own and always the same for the same statement; absent where it does not count. */
  readonly cost?: number;
  /** These are the rows so far of a statement that has not come to its end. */
  readonly isOpen?: true;
}

export interface Refused {
  readonly kind: 'refused';
  readonly class: RefusalClass;
  /** Only with class `constraint`. */
  readonly constraint?: ConstraintKind;
  readonly message: string;
}

/** The engine broke an assertion of its own or died; the instance is gone. */
export interface Panic {
  readonly kind: 'panic';
  readonly message: string;
  /** Source file, line and column as far as the engine tells, or ''. */
  readonly location: string;
  /** The function of the engine in which it happened, as far as can be told. */
  readonly within?: string;
  /** It did not die: the program broke the protocol, in the way that is told here in full, and was ended. */
  readonly breach?: string;
}

/** The statement used up its fuel: it counts as a hang. The instance is gone. */
export interface OutOfFuel {
  readonly kind: 'fuel';
}

/** The power went off while the statement ran; whether it took effect is decided by what the disk kept. */
export interface PowerLoss {
  readonly kind: 'cut';
}

/** Of what gives no rows and changes none. */
export const NOTHING: Rows = { kind: 'rows', rows: [], changes: 0 };

export type Failure = Refused | Panic | OutOfFuel | PowerLoss;

export type Outcome = Rows | Failure;

/** A refusal: its class, what the engine says, and for a constraint, which kind. */
export function refused(refusal: RefusalClass, message: string, constraint?: ConstraintKind): Refused {
  return constraint === undefined
    ? { kind: 'refused', class: refusal, message }
    : { kind: 'refused', class: refusal, constraint, message };
}

/** After a panic or a hang the instance must be dropped. */
export function isFatal(outcome: Outcome): boolean {
  return outcome.kind === 'panic' || outcome.kind === 'fuel' || outcome.kind === 'cut';
}

/** The engine does not have what was asked for: it refuses it as such, or dies saying so. */
export function isLacking(outcome: Outcome): boolean {
  if (outcome.kind === 'panic') return outcome.breach === undefined && saysNotImplemented(outcome.message);
  if (outcome.kind !== 'refused') return false;
  const { class: refusal, message } = outcome;
  // An adapter may give all refusals one class.
  const isSaid = refusal === 'other' && (saysNotImplemented(message) || SYNTAX.test(message));
  return isSaid || refusal === 'syntax' || refusal === 'unsupported';
}

const SYNTAX = /\bsyntax error\b|\bunrecognized token\b/i;
