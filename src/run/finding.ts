// A failure: what went wrong, at which step, and what it has in common with other failures of the same cause.

import type { Check } from '../plan/check.ts';
import type { Outcome } from '../sql/outcome.ts';
import type { Row } from '../sql/value.ts';

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
  /** A feature that the ledger calls supported fails now. */
  | 'regression'
  /** Supported features, refused together with class syntax or unsupported. */
  | 'unsupportedCombination';

/** Whoever decides that something is wrong, and what each of them claims. */
export const JUDGES = {
  noPanic: 'The engine does not panic.',
  noHang: 'Every statement comes to an end.',
  noError: 'What must work is not refused.',
  refusals: 'What must be refused is not accepted, and not taken for damage.',
  model: 'A query returns the rows that SQL defines.',
  changes: 'A statement says truly how many rows it changed.',
  contents: 'Every table holds the rows that the statements so far have left in it.',
  integrity: "The engine's own integrity check finds nothing.",
  sqliteOpensIt: "SQLite finds the engine's file whole, with the same rows in it.",
  continues: 'The engine goes on with a file that SQLite wrote to.',
  recovery: 'The database opens after a power cut.',
  reference: 'Where the model has nothing to say, the engine does what the reference does.',
  determinism: 'The same plan twice gives the same outcomes, the same bytes and the same I/O.',
  supervisor: 'No plan takes its worker with it, and none stands still.',
  property: "A property's own check holds.",
} as const;

export type Judge = keyof typeof JUDGES;

export interface Finding {
  readonly kind: FindingKind;
  readonly judge: Judge;
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

/** A message without what varies from one occurrence to the next: numbers, names, quoted text. */
export function normalised(message: string): string {
  return message
    .replace(/\n[\s\S]*/, '')
    .replace(/0x[0-9a-f]+/gi, '#')
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replace(/\b[tciv]\d+(\.[tciv]\d+)*\b/g, '…')
    .replace(/\d+/g, '#')
    .trim()
    .slice(0, 160);
}
