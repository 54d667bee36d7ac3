// The words of the notation: none of them can be a name. The editor's grammar and docs/notation.md have them too, and tests compare.

/** What a generator that is not written in the file can be asked for, and how. */
export const GENERATED: Readonly<Record<string, string>> = {
  row: 'gen row t',
  expression: 'gen expression (t, r)',
  value: 'gen value c',
  integer: 'gen integer (1, 3)',
  name: 'gen name',
  table: 'gen table',
  index: 'gen index t',
  statement: 'gen statement',
  SELECT: 'gen SELECT db.tables',
};

/** What a parameter of a generator can be. */
export const PARAMETER_KINDS = ['table', 'column', 'row', 'expression', 'query', 'number'] as const;

export type ParameterKind = (typeof PARAMETER_KINDS)[number];

/** Words that begin or join the parts of a line. */
export const WORDS: readonly string[] = [
  'gen',
  'genOf',
  'property',
  'pick',
  'as',
  'return',
  'assert',
  'assume',
  'and',
  'or',
  'not',
  'in',
  'on',
  'meanwhile',
  'keep',
  'FAULT',
  'during',
  'inspect',
  'refuse',
  'undetermined',
];

/** The database; every property has it. */
export const DATABASE = 'db';

/** What `pick` can be given of each. */
export const PICKABLE = {
  db: ['tables', 'readable'],
  table: ['columns', 'rows', 'indexes'],
} as const;
