// Other ways to write a statement that mean the same, by what is written differently. The text depends on the seed alone.

export const SPELLING_KINDS = [
  'comments',
  'whitespace',
  'lowerCase',
  'mixedCase',
  'quotes',
  'brackets',
  'backticks',
] as const;

export type SpellingKind = (typeof SPELLING_KINDS)[number];

export interface Spelling {
  readonly seed: number;
  readonly of: readonly SpellingKind[];
}
