// A failure: what went wrong, at which step, and what it has in common with other failures of the same cause.

import type { Check } from '../plan/index.ts';
import type { Outcome, Row } from '../sql/index.ts';
import type { JudgeName } from './judges/index.ts';

export type FindingKind =
  | 'panic'
  | 'hang'
  /** Refused though it must work. */
  | 'error'
  | 'wronglyAccepted'
  /** A property's check fails. */
  | 'assertion'
  /** A table does not hold what it must. */
  | 'content'
  | 'corruption'
  /** After a power cut: a commit is lost, or half there. */
  | 'durability'
  /** Rows differ from what the model or the reference says. */
  | 'difference'
  | 'nondeterminism'
  /** It costs more than it must. */
  | 'performance'
  /** A feature that the ledger calls supported fails now. */
  | 'regression'
  /** Supported features that the engine says it lacks together: refused with class syntax or unsupported, or a panic that says so. */
  | 'unsupportedCombination';

export interface Finding {
  readonly kind: FindingKind;
  readonly judge: JudgeName;
  /** The property of the group, or `interaction`. */
  readonly property: string;
  /** The step's position in the plan; −1 is the boot, the number of steps the last close. */
  readonly at: number;
  /** Same cause, same signature: no values in it. The shrinker keeps it. */
  readonly signature: string;
  /** One line that says what is wrong. */
  readonly message: string;
  readonly expected?: Side;
  readonly actual?: Side;
  readonly check?: Check;
  /** For what an inspection found: a statement that shows it. */
  readonly look?: string;
}

/** One side of a disagreement. */
export type Side =
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'text'; readonly text: string };

/** A message without what varies from one occurrence to the next: numbers, names, types, quoted text. */
export function normalised(message: string): string {
  return (
    message
      .replace(/\n[\s\S]*/, '')
      // A variant of an error as Rust prints it for programmers: what is in quotes is the message.
      .replace(/\b([A-Z]\w*)\("(.*)"\)$/, '$1: $2')
      .replace(/0x[0-9a-f]+/gi, '#')
      .replace(/cannot (?:commit|rollback) - (?=no transaction is active)/, '')
      .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
      .replace(/\b(no such (?:column|table|index|view|trigger): ).*/, '$1…')
      .replace(/\b(misuse of (?:aggregate|window)(?: function)?:? )\w+\(\*?\)/, '$1…')
      // Values as the engine prints them, and an expression that it repeats.
      .replace(/\[.*\]/g, '[…]')
      .replace(/\b[a-z_]+ ?\((?=[^)]*[(,…]).*\)/, '…')
      .replace(/\b[a-z]\d+(\.[a-z]\d+)*\b/g, '…')
      .replace(/\b(?:TEXT|INTEGER|REAL|BLOB|NUMERIC|ANY)\b/g, '…')
      .replace(/\b\d+(?:st|nd|rd|th)\b/g, '#th')
      .replace(/\d+/g, '#')
      .replace(/…(?:, …)+/g, '…')
      .trim()
      .slice(0, 160)
  );
}
