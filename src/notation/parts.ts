// The smallest parts of a text: words, numbers, texts and signs. Words of the notation may end with primes, which SQL would take for the
// beginning of a text.

export interface Part {
  readonly kind: 'word' | 'number' | 'text' | 'sign' | 'comment' | 'space';
  readonly text: string;
  readonly at: number;
}

const PARTS =
  /(?<space>\s+)|(?<comment>--[^\n]*|\/\*.*?\*\/)|(?<text>[xX]'[0-9A-Fa-f]*'|'(?:[^']|'')*'|"(?:[^"]|"")*")|(?<word>[\p{L}_][\p{L}\p{N}_]*'*)|(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<sign><-|:=|===|==|!=|<=|>=|<>|.)/gsu;

export function partsOf(text: string): Part[] {
  return [...text.matchAll(PARTS)].map(({ 0: part, index, groups = {} }) => {
    const [kind] = Object.entries(groups).find(([, value]) => value !== undefined)!;
    return { kind: kind as Part['kind'], text: part, at: index };
  });
}

/** A line up to its comment. */
export function withoutComment(line: string): string {
  const comment = partsOf(line).find(({ kind }) => kind === 'comment');
  return comment === undefined ? line : line.slice(0, comment.at);
}

/** In SQL, primes are letters that no keyboard has. */
const PRIME = 'ʹ';

/** SQL in which primed names are words of SQL, each character in its place. */
export function withoutPrimes(sql: string): string {
  return partsOf(sql)
    .map(({ kind, text }) => (kind === 'word' ? text.replaceAll("'", PRIME) : text))
    .join('');
}

export function withPrimes(text: string): string {
  return text.replaceAll(PRIME, "'");
}
