// LIKE and GLOB. Both read C strings, so a NUL ends text and pattern.

import { lowerCode, readCharacter, untilNul } from './text.ts';

interface Wildcards {
  readonly many: number;
  readonly one: number;
  /** `[` for GLOB; LIKE has an escape character instead. */
  readonly set: number;
  readonly escape: number;
  readonly foldCase: boolean;
}

const NONE = -1;
const LIKE: Wildcards = { many: 37, one: 95, set: NONE, escape: NONE, foldCase: true };
const GLOB: Wildcards = { many: 42, one: 63, set: 91, escape: NONE, foldCase: false };

/** The escape is one code point; as `%` or `_` it takes that wildcard's meaning away. */
export function matchesLike(text: string, pattern: string, escapedBy?: number): boolean {
  if (escapedBy === undefined) return matches(pattern, text, LIKE);
  const many = escapedBy === LIKE.many ? NONE : LIKE.many;
  const one = escapedBy === LIKE.one ? NONE : LIKE.one;
  return matches(pattern, text, { ...LIKE, many, one, escape: escapedBy });
}

export function matchesGlob(text: string, pattern: string): boolean {
  return matches(pattern, text, GLOB);
}

function matches(pattern: string, text: string, wildcards: Wildcards): boolean {
  return match(codePoints(untilNul(pattern)), 0, codePoints(untilNul(text)), 0, wildcards) === 'match';
}

function codePoints(text: string): number[] {
  const points: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const point = readCharacter(text, i);
    points.push(point);
    if (point > 0xffff) i++;
  }
  return points;
}

/** `stop`: no match, and none either if an earlier wildcard took more of the text. */
type Match = 'match' | 'noMatch' | 'stop';

function match(pattern: number[], from: number, text: number[], start: number, wildcards: Wildcards): Match {
  let p = from;
  let t = start;
  while (p < pattern.length) {
    let c = pattern[p++];
    if (c === wildcards.many) return matchMany(pattern, p, text, t, wildcards);
    let escaped = false;
    if (c === wildcards.escape) {
      if (p >= pattern.length) return 'noMatch';
      c = pattern[p++];
      escaped = true;
    } else if (c === wildcards.set) {
      if (t >= text.length) return 'noMatch';
      p = matchSet(pattern, p, text[t++]);
      if (p < 0) return 'noMatch';
      continue;
    }
    if (t < text.length && sameCharacter(c, text[t], wildcards)) t++;
    else if (c === wildcards.one && !escaped && t < text.length) t++;
    else return 'noMatch';
  }
  return t >= text.length ? 'match' : 'noMatch';
}

function sameCharacter(a: number, b: number, { foldCase }: Wildcards): boolean {
  return a === b || (foldCase && a < 128 && b < 128 && lowerCode(a) === lowerCode(b));
}

/** After a `%` or `*`: tries every place where the rest of the pattern could begin. */
function matchMany(
  pattern: number[],
  from: number,
  text: number[],
  start: number,
  wildcards: Wildcards,
): Match {
  let p = from;
  let t = start;
  for (; p < pattern.length; p++) {
    if (pattern[p] === wildcards.one) {
      if (t++ >= text.length) return 'stop';
    } else if (pattern[p] !== wildcards.many) break;
  }
  if (p >= pattern.length) return 'match';
  if (pattern[p] === wildcards.set) {
    for (; t < text.length; t++) {
      const result = match(pattern, p, text, t, wildcards);
      if (result !== 'noMatch') return result;
    }
    return 'stop';
  }
  if (pattern[p] === wildcards.escape && ++p >= pattern.length) return 'stop';
  const first = pattern[p++];
  for (; t < text.length; t++) {
    if (!sameCharacter(first, text[t], wildcards)) continue;
    const result = match(pattern, p, text, t + 1, wildcards);
    if (result !== 'noMatch') return result;
  }
  return 'stop';
}

/** After a `[`: where the pattern goes on behind the set if the character is in it, or -1. */
function matchSet(pattern: number[], from: number, c: number): number {
  const [CARET, BRACKET, DASH] = [94, 93, 45];
  let p = from;
  const next = (): number => (p < pattern.length ? pattern[p++] : 0);
  let seen = false;
  let prior = 0;
  let item = next();
  const inverted = item === CARET;
  if (inverted) item = next();
  if (item === BRACKET) {
    seen = c === BRACKET;
    item = next();
  }
  while (item !== 0 && item !== BRACKET) {
    if (item === DASH && p < pattern.length && pattern[p] !== BRACKET && prior > 0) {
      const last = next();
      if (c >= prior && c <= last) seen = true;
      prior = 0;
    } else {
      if (c === item) seen = true;
      prior = item;
    }
    item = next();
  }
  return item === 0 || seen === inverted ? -1 : p;
}
