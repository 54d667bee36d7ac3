// Patterns for LIKE and GLOB that some rows match: a stored value with parts of it replaced by wildcards.

import type { Random } from '../../../../random.ts';
import type { SqlValue } from '../../../../sql/index.ts';
import { prefix, word } from '../values/values.ts';

export function patternFor(
  random: Random,
  operator: 'LIKE' | 'GLOB',
  stored: SqlValue | undefined,
  escapeCharacter: string,
): string {
  const many = operator === 'LIKE' ? '%' : '*';
  const one = operator === 'LIKE' ? '_' : '?';
  const known = typeof stored === 'string' ? prefix(stored, LONGEST) : asText(stored);
  const text = known ?? word(random, random.between(1, 2));
  const characters = Array.from(text);
  const cut = random.below(characters.length + 1);
  const head = characters.slice(0, cut).join('');
  const tail = characters.slice(cut).join('');
  switch (random.below(8)) {
    case 0:
      return many + tail;
    case 1:
      return many + (characters[cut] ?? one) + many;
    case 2:
      return head + one + characters.slice(cut + 1).join('');
    case 3:
      return head + many + tail;
    case 4:
      return escapeCharacter === ''
        ? head + many
        : `${head}${escapeCharacter}${random.pick([many, one, escapeCharacter])}${many}`;
    case 5:
      if (operator === 'GLOB') return `${head}[${random.pick(['a-m', '^a', 'A-Z', '0-9', 'abx'])}]${many}`;
      return text.toUpperCase();
    default:
      return head + many;
  }
}

function asText(stored: SqlValue | undefined): string | undefined {
  return typeof stored === 'bigint' || typeof stored === 'number' ? String(stored) : undefined;
}

const LONGEST = 24;
