// Tcl as far as it is data: commands and their words, and lists. Nothing is evaluated; what would have to be is told by `isLiteral`.

export interface Word {
  readonly text: string;
  readonly line: number;
  /** Nothing in it is put in by Tcl: it stands in braces, or has neither `$` nor `[` nor a backslash. */
  readonly isLiteral: boolean;
}

/** The commands of a script; `line` is that of its beginning. */
export function* commandsIn(text: string, line = 1): Generator<Word[], void> {
  const scan = new Scan(text, line);
  for (let words = scan.command(); words !== null; words = scan.command()) if (words.length > 0) yield words;
}

/** The elements of a list. */
export function listOf(text: string): string[] {
  const scan = new Scan(text.replace(/[\n;]/g, ' ').replace(/#/g, '\\#'), 1);
  return (scan.command() ?? []).map(({ text: word, isLiteral }) => (isLiteral ? word : unescaped(word)));
}

function unescaped(word: string): string {
  return word.replace(/\\(.)/g, '$1');
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

class Scan {
  readonly #text: string;
  #at = 0;
  #line: number;

  constructor(text: string, line: number) {
    this.#text = text;
    this.#line = line;
  }

  /** Null at the end. */
  command(): Word[] | null {
    const words: Word[] = [];
    while (/[\s;]/.test(this.#text[this.#at] ?? '.')) this.#next();
    if (this.#at >= this.#text.length) return null;
    if (this.#text[this.#at] === '#') {
      while (
        this.#at < this.#text.length &&
        (this.#text[this.#at] !== '\n' || this.#text[this.#at - 1] === '\\')
      )
        this.#next();
      return words;
    }
    for (;;) {
      this.#skipSpaces();
      const character = this.#text[this.#at];
      if (character === undefined || character === '\n' || character === ';') return words;
      words.push(this.#word());
    }
  }

  #word(): Word {
    const line = this.#line;
    const opener = this.#text[this.#at];
    if (opener === '{') {
      const text = this.#nested();
      return { text, line, isLiteral: true };
    }
    const from = this.#at;
    if (opener === '"') {
      this.#next();
      while (this.#at < this.#text.length && this.#text[this.#at] !== '"') this.#character();
      const text = this.#text.slice(from + 1, this.#at);
      this.#next();
      return { text, line, isLiteral: !/[$[\\]/.test(text) };
    }
    while (this.#at < this.#text.length && !/[\s;]/.test(this.#text[this.#at])) {
      if (this.#text[this.#at] === '[') this.#nested();
      else this.#character();
    }
    const text = this.#text.slice(from, this.#at);
    return { text, line, isLiteral: !/[$[\\]/.test(text) };
  }

  /** From a brace or bracket to the one that closes it; what is in between. */
  #nested(): string {
    const opener = this.#text[this.#at];
    const closer = CLOSING[opener];
    const from = this.#at + 1;
    let depth = 0;
    do {
      const character = this.#text[this.#at];
      if (character === opener) depth++;
      else if (character === closer) depth--;
      this.#character();
    } while (depth > 0 && this.#at < this.#text.length);
    return this.#text.slice(from, depth > 0 ? this.#at : this.#at - 1);
  }

  #character(): void {
    if (this.#text[this.#at] === '\\') this.#next();
    this.#next();
  }

  #next(): void {
    if (this.#text[this.#at] === '\n') this.#line++;
    this.#at++;
  }

  /** Within a command, which a backslash carries on into the next line. */
  #skipSpaces(): void {
    for (;;) {
      if (this.#text.startsWith('\\\n', this.#at)) this.#next();
      else if (!/[ \t\r]/.test(this.#text[this.#at] ?? '.')) return;
      this.#next();
    }
  }
}
