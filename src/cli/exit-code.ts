// The exit codes, and what each says.

const CODES = {
  nothingFound: { code: 0, text: 'nothing was found; with --ci, nothing new' },
  bugsFound: { code: 1, text: 'bugs were found' },
  misuse: { code: 2, text: 'wrong use, configuration or property' },
  nothingTested: {
    code: 2,
    text: 'nothing was tested: no plan was run, or each died at its first statements',
  },
  outOfTime: { code: 2, text: 'a selftest that ran out of time before all was tried' },
  incomplete: {
    code: 2,
    text: 'bug bases were merged without what is damaged, or with --baseline without some shards',
  },
  notWritten: { code: 2, text: 'what was found or reported could not be written; wins over bugs' },
  dirtIsWrong: {
    code: 3,
    text: 'DIRT itself is wrong, or --strict and something tested nothing; wins over bugs',
  },
  interrupted: { code: 130, text: 'interrupted' },
} as const;

type Meaning = keyof typeof CODES;

export const EXIT = Object.fromEntries(
  Object.entries(CODES).map(([meaning, { code }]) => [meaning, code]),
) as { readonly [M in Meaning]: (typeof CODES)[M]['code'] };

/** For `--help`. */
export function exitCodeLines(): string[] {
  return Object.values(CODES).map(({ code, text }) => `  ${String(code).padEnd(4)} ${text}`);
}
