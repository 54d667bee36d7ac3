// What a bug is called in one line: what it needs, what is wrong, and in which statement. The same in lists, reports and issues.

import { dialect } from '../dialect/index.ts';
import type { RowDifference } from '../run/index.ts';
import type { Bug } from './bug.ts';

type Titled = Pick<Bug, 'cause' | 'kind' | 'message' | 'signature' | 'skeleton'>;

export function bugTitle(bug: Titled, mostCharacters = Number.POSITIVE_INFINITY): string {
  const { heart, witnessOf = '', features = [] } = bug.cause;
  const about = dialect.features.isId(witnessOf)
    ? [descriptionOf(witnessOf)]
    : bug.kind === 'performance'
      ? [...features.map(descriptionOf), ...heart]
      : heart;
  const needs = about.length === 0 ? '' : `${about.join(' with ')}: `;
  const statement = statementIn(bug);
  const { wrong, words } = wrongIn(bug);
  // What the engine says comes last, because it may be long.
  const title = `${needs}${wrong}${statement === '' ? '' : ` (${statement})`}${words === undefined ? '' : `: ${words}`}`;
  return shortened(title, mostCharacters);
}

function descriptionOf(feature: string): string {
  return dialect.features.isId(feature) ? dialect.features.catalogue[feature].description : feature;
}

/** A text as one line of at most so many characters. */
export function shortened(text: string, mostCharacters: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters - 1)}…` : line;
}

/** What is wrong, and what the engine says itself. */
function wrongIn({ kind, signature, message }: Titled): { readonly wrong: string; readonly words?: string } {
  const how = signature.split('/').at(-1) ?? '';
  if (kind !== 'durability' && Object.hasOwn(IN_WORDS, how)) {
    const wrong = IN_WORDS[how as RowDifference];
    return { wrong: kind === 'content' ? `the table holds ${HELD[how as RowDifference] ?? wrong}` : wrong };
  }
  if (kind === 'performance') return { wrong: 'costs more the more rows there are' };
  const refused = /^refused though .*?: (?<words>[\s\S]*)$/.exec(message)?.groups;
  if (refused !== undefined) return { wrong: 'refused', words: refused.words.replace(ROUTINE, '') };
  const panicked = /^the engine panicked(?: at (?<words>[\s\S]*))?$/.exec(message)?.groups;
  if (panicked !== undefined) return { wrong: 'panic', words: panicked.words };
  return { wrong: message };
}

/** What an engine puts before every message of a kind tells nothing. */
const ROUTINE = /^(?:(?:prepare|step) failed: )?(?:(?:Parse|Runtime|Internal) error: )?/;

const IN_WORDS: Readonly<Record<RowDifference, string>> = {
  'other order': 'rows in another order',
  'rows missing': 'rows are missing',
  'rows too many': 'too many rows',
  'columns permuted': 'values in the wrong columns',
  'other rows': 'other rows',
  'sign of zero': 'the sign of a zero is wrong',
  'class of a value': 'a value of another storage class',
  'NULL for a value': 'NULL instead of a value',
  'a value for NULL': 'a value instead of NULL',
  'another value': 'another value',
  'other values': 'other values',
};

/** Where the sentence needs other words. */
const HELD: Readonly<Partial<Record<RowDifference, string>>> = {
  'rows missing': 'too few rows',
  'sign of zero': 'a zero of the wrong sign',
};

/** The words that the failing statement begins with. */
function statementIn({ skeleton }: Titled): string {
  const last = skeleton.split(';').at(-1) ?? '';
  return /^[A-Z]+(?: (?:TABLE|INDEX|VIEW|TRIGGER))?/.exec(last)?.[0] ?? '';
}
