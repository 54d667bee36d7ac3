// Fresh names: none is used twice in a plan, so that a name is an identity. The exception are the few column names
// that tables share on purpose, for USING and NATURAL.

import type { FreshNames } from '../../dialect.ts';

export class Names implements FreshNames {
  readonly #next = new Map<string, number>();
  readonly #first: number;

  constructor(first = 0) {
    this.#first = first;
  }

  table(): string {
    return this.#fresh('t');
  }

  column(): string {
    return this.#fresh('c');
  }

  index(): string {
    return this.#fresh('i');
  }

  view(): string {
    return this.#fresh('v');
  }

  trigger(): string {
    return this.#fresh('g');
  }

  /** For an attached database. */
  database(): string {
    return this.#fresh('a');
  }

  savepoint(): string {
    return this.#fresh('s');
  }

  #fresh(letter: string): string {
    const number = this.#next.get(letter) ?? this.#first;
    this.#next.set(letter, number + 1);
    return `${letter}${number}`;
  }
}

/** Names with higher numbers than any short name in the text. */
export function namesAfter(text: string): Names {
  const numbers = [...text.matchAll(/\b[a-z](\d{1,6})\b/gi)].map(([, digits]) => Number(digits));
  return new Names(Math.max(-1, ...numbers) + 1);
}

/** Column names that several tables may have. */
export const SHARED_COLUMNS = ['k0', 'k1', 'k2'] as const;
