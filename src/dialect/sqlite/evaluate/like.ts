// LIKE and GLOB as operators and as functions.

import type { SqlValue } from '../../../sql/index.ts';
import { sqliteBugs, wrongInSqlite } from '../sqlite-bugs.ts';
import { type Compiled, derived, truthValue } from './compiled.ts';
import { textOf } from './convert.ts';
import { matchesGlob, matchesLike } from './pattern.ts';
import { Refusal, Unknown } from './stop.ts';
import { characterCount, readCharacter, untilNul, withoutNul } from './text.ts';

/** SQLite refuses longer patterns. The model says `unknown` then, so that not every LIKE counts as one that may raise. */
const LONGEST_PATTERN = 50_000;

function patternOf(value: SqlValue): string | null {
  const pattern = withoutNul(textOf(value));
  if (pattern !== null && pattern.length * 3 > LONGEST_PATTERN) throw new Unknown('very long pattern');
  return pattern;
}

export function compileLike(text: Compiled, pattern: Compiled, escapedBy: Compiled | undefined): Compiled {
  if (escapedBy === undefined) return compileMatch(text, pattern, matchesLike);
  const evaluate = (environment: Parameters<Compiled['evaluate']>[0]) => {
    const given = patternOf(pattern.evaluate(environment));
    const subject = withoutNul(textOf(text.evaluate(environment)));
    const mark = textOf(escapedBy.evaluate(environment));
    if (mark === null) return null;
    const character = untilNul(mark);
    if (characterCount(character) !== 1) {
      throw new Refusal('other', 'ESCAPE expression must be a single character');
    }
    if (given === null || subject === null) return null;
    return truthValue(matchesLike(subject, given, readCharacter(character, 0)));
  };
  return derived(evaluate, [pattern, text, escapedBy], true);
}

export function compileGlob(text: Compiled, pattern: Compiled): Compiled {
  return compileMatch(text, pattern, matchesGlob);
}

function compileMatch(
  text: Compiled,
  pattern: Compiled,
  matches: (subject: string, pattern: string) => boolean,
): Compiled {
  return derived(
    (environment) => {
      const given = patternOf(pattern.evaluate(environment));
      const value = text.evaluate(environment);
      if (text.column !== undefined && sqliteBugs['infinity-in-a-pattern'].isMet(value))
        throw wrongInSqlite('infinity-in-a-pattern');
      const subject = withoutNul(textOf(value));
      return given === null || subject === null ? null : truthValue(matches(subject, given));
    },
    [pattern, text],
  );
}
