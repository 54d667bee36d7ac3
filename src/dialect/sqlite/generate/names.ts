// Fresh names: none is used twice in a plan, so that a name is an identity. The exception are the few column names
// that tables share on purpose, for USING and NATURAL.

import type { FreshNames } from '../../dialect.ts';

export class Names implements FreshNames {
  readonly #next = new Map<string, number>();

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
    const number = this.#next.get(letter) ?? 0;
    this.#next.set(letter, number + 1);
    return `${letter}${number}`;
  }
}

/** Column names that several tables may have. */
export const SHARED_COLUMNS = ['k0', 'k1', 'k2'] as const;
