// Suspects among the ways to write a statement.

import type { SpellingKind } from '../../sql/index.ts';
import { withSteps } from './edits.ts';
import { query, type Suspect } from './suspects.ts';

const NAMES: Readonly<Record<SpellingKind, string>> = {
  comments: 'a comment',
  whitespace: 'unusual white space',
  lowerCase: 'keywords in lower case',
  mixedCase: 'keywords in mixed case',
  quotes: 'names in double quotes',
  brackets: 'names in brackets',
  backticks: 'names in backticks',
};

export const SPELLING_SUSPECTS: readonly Suspect[] = Object.entries(NAMES).map(([kind, name]) =>
  query(
    name,
    (plan) =>
      withSteps(plan, (step) => {
        if (step.do !== 'run' || !step.spelling?.of.includes(kind as SpellingKind)) return [step];
        const { spelling, ...rest } = step;
        const of = spelling.of.filter((each) => each !== kind);
        return [of.length === 0 ? rest : { ...rest, spelling: { ...spelling, of } }];
      }),
    { keepsRows: true, features: [`spelling.${kind as SpellingKind}`] },
  ),
);
