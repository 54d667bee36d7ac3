// The words and signs of a line, with a cursor over them.

import type { Line } from './lines.ts';
import { type Part, partsOf } from './parts.ts';
import { wrong } from './problem.ts';
import type { Name, SqlText } from './syntax.ts';
import { DATABASE, WORDS } from './words.ts';

/** Without space and comments; offsets are those in the whole text. */
function tokensOf(text: string, { from, to }: Line): Part[] {
  return partsOf(text.slice(from, to))
    .filter(({ kind }) => kind !== 'space' && kind !== 'comment')
    .map((part) => ({ ...part, at: from + part.at }));
}

/** What is longer or deeper than anybody writes would exhaust the stack of those who walk through it. */
const MOST_TOKENS = 2_000;
const MOST_LEVELS = 100;

export class Cursor {
  readonly #text: string;
  readonly #line: Line;
  readonly #tokens: readonly Part[];
  #next = 0;
  #levels = 0;

  constructor(text: string, line: Line) {
    this.#text = text;
    this.#line = line;
    this.#tokens = tokensOf(text, line);
    if (this.#tokens.length > MOST_TOKENS)
      wrong(
        this.#tokens[MOST_TOKENS].at,
        `the line has ${this.#tokens.length} words and signs`,
        `expected at most ${MOST_TOKENS}`,
      );
  }

  /** What is read one level below. */
  deeper<T>(read: (cursor: Cursor) => T): T {
    if (this.#levels >= MOST_LEVELS)
      wrong(this.at, 'it is nested too deeply', `expected at most ${MOST_LEVELS} levels`);
    this.#levels++;
    const found = read(this);
    this.#levels--;
    return found;
  }

  /** Where the next token begins, or where the line ends. */
  get at(): number {
    return this.#tokens[this.#next]?.at ?? this.#line.to;
  }

  get isAtEnd(): boolean {
    return this.#next >= this.#tokens.length;
  }

  get #shown(): string {
    const token = this.#tokens[this.#next];
    return token === undefined ? 'the line ends' : `\`${token.text}\``;
  }

  peek(ahead = 0): string | undefined {
    return this.#tokens[this.#next + ahead]?.text;
  }

  take(): Part {
    return this.#tokens[this.#next++];
  }

  /** Takes the word or sign if it is the next one. */
  accept(text: string): boolean {
    if (this.peek() !== text) return false;
    this.#next++;
    return true;
  }

  expect(text: string, expected = `\`${text}\``): void {
    if (!this.accept(text)) this.wrong(expected);
  }

  /** A name of the author's. */
  name(expected: string): Name {
    const token = this.#tokens[this.#next];
    if (token?.kind !== 'word') this.wrong(expected);
    if (WORDS.includes(token.text) || token.text === DATABASE)
      wrong(token.at, `\`${token.text}\` is a word of the notation`, `expected ${expected}`);
    return this.take();
  }

  word(expected: string): Name {
    if (this.#tokens[this.#next]?.kind !== 'word') this.wrong(expected);
    return this.take();
  }

  isNext(kind: Part['kind']): boolean {
    return this.#tokens[this.#next]?.kind === kind;
  }

  end(): void {
    if (!this.isAtEnd) this.wrong('the end of the line');
  }

  wrong(expected: string): never {
    const found = this.#shown;
    return wrong(
      this.at,
      found === 'the line ends' ? 'the line ends too early' : `${found} is not expected`,
      `expected ${expected}`,
    );
  }

  /** All that is left, as SQL. */
  sql(expected: string): SqlText {
    if (this.isAtEnd) this.wrong(expected);
    const { at } = this;
    this.#next = this.#tokens.length;
    return { text: this.#text.slice(at, this.#line.to), at };
  }

  /** What is left up to a comma or closing parenthesis around it, as SQL. */
  sqlToComma(expected: string): SqlText {
    const { at } = this;
    let depth = 0;
    for (;;) {
      const text = this.peek();
      if (text === undefined) this.wrong('`)`');
      if (depth === 0 && (text === ',' || text === ')')) break;
      depth += text === '(' ? 1 : text === ')' ? -1 : 0;
      this.#next++;
    }
    const piece = this.#text.slice(at, this.at).trimEnd();
    return piece === '' ? this.wrong(expected) : { text: piece, at };
  }

  /** Whether the parenthesis that opens here holds a comma, and closes at the end of the line. */
  get isTuple(): boolean {
    let [depth, hasComma] = [0, false];
    for (let i = this.#next; i < this.#tokens.length; i++) {
      const { text } = this.#tokens[i];
      if (text === '(') depth++;
      if (text === ',' && depth === 1) hasComma = true;
      if (text === ')' && --depth === 0) return hasComma && i === this.#tokens.length - 1;
    }
    return false;
  }

  /** The text from an offset to here. */
  textFrom(at: number): string {
    return this.#text.slice(at, this.at).trim();
  }
}
