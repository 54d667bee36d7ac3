// What editors and readers are told of the notation is what the notation is.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GENERATED, PARAMETER_KINDS, PICKABLE, WORDS } from '../../src/notation/words.ts';

const read = (path: string) => readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8');

type Rule = { match?: string; begin?: string; end?: string; patterns?: Rule[]; include?: string };

const grammar: Rule & { repository: Record<string, Rule> } = JSON.parse(read('notation.tmLanguage.json'));

function rulesIn(rule: Rule): Rule[] {
  return [rule, ...(rule.patterns ?? []).flatMap(rulesIn)];
}

const rules = [grammar, ...Object.values(grammar.repository)].flatMap(rulesIn);

describe('the TextMate grammar', () => {
  it('has expressions that an editor can compile, and includes that lead somewhere', () => {
    for (const { match, begin, end, include } of rules) {
      for (const expression of [match, begin, end])
        if (expression) expect(() => new RegExp(expression)).not.toThrow();
      if (include?.startsWith('#')) expect(Object.keys(grammar.repository)).toContain(include.slice(1));
    }
  });

  it('knows all words of the notation', () => {
    const matches = rules.flatMap(({ match }) => (match === undefined ? [] : new RegExp(match)));
    const fields = [...PICKABLE.db, ...PICKABLE.table].map((field) => `.${field}`);
    for (const word of [...WORDS, ...fields, "p'"])
      expect(
        matches.filter((match) => match.exec(` ${word} `)?.[0] === word),
        word,
      ).not.toEqual([]);
    expect(grammar.repository.generator.patterns?.[0].match).toContain(PARAMETER_KINDS.join('|'));
  });
});

describe('docs/notation.md', () => {
  it('explains every word, every generator and every field', () => {
    const page = read('notation.md');
    for (const word of [
      ...WORDS,
      ...Object.keys(GENERATED),
      ...PARAMETER_KINDS,
      ...PICKABLE.db,
      ...PICKABLE.table,
    ])
      expect(page, word).toMatch(new RegExp(`\\b${word}\\b`));
  });
});
