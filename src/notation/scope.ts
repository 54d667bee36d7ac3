// The names of a property or of a generator, and what they stand for. SQL does not tell A from a, so neither do names.

import { readSql } from '../property/index.ts';
import { type Kind, nounOf } from './kinds.ts';
import { withoutPrimes } from './parts.ts';
import { wrong } from './problem.ts';
import type { Name } from './syntax.ts';

export class Scope {
  readonly #kinds = new Map<string, Kind>();
  /** As they were written. */
  readonly #names: string[] = [];
  /** Columns of the tables that the property creates itself. */
  readonly #columns = new Set<string>();
  /** By which queries know tables. */
  readonly #aliases = new Set<string>();

  define({ text, at }: Name, kind: Kind): void {
    const known = this.#kinds.get(text.toLowerCase());
    if (known !== undefined) wrong(at, `\`${text}\` is ${nounOf(known)} already`, 'expected another name');
    if (this.#aliases.has(text.toLowerCase()))
      wrong(at, `\`${text}\` is the name of a table in queries already`, 'expected another name');
    const read = readSql(`SELECT ${withoutPrimes(text)}`, NO_NAMES);
    if ('message' in read) wrong(at, `\`${text}\` is a word of SQL`, 'expected another name');
    this.#kinds.set(text.toLowerCase(), kind);
    this.#names.push(text);
  }

  defineAlias({ text, at }: Name): void {
    const known = this.find(text);
    if (known !== undefined || this.#aliases.has(text.toLowerCase()))
      wrong(
        at,
        `\`${text}\` is ${known ? nounOf(known) : 'the name of a table'} already`,
        'expected another name',
      );
    this.#aliases.add(text.toLowerCase());
  }

  hasAlias(name: string): boolean {
    return this.#aliases.has(name.toLowerCase());
  }

  defineColumn(name: string): void {
    this.#columns.add(name.toLowerCase());
  }

  hasColumn(name: string): boolean {
    return this.#columns.has(name.toLowerCase());
  }

  /** Undefined if there is no such name. */
  find(name: string): Kind | undefined {
    return this.#kinds.get(name.toLowerCase());
  }

  /** What a name stands for, which must be there. */
  get(name: string, at: number): Kind {
    return this.find(name) ?? wrong(at, `there is no \`${name}\``, this.expected);
  }

  /** The table of this name. */
  table(name: string, at: number): Kind & { readonly kind: 'table' } {
    const kind = this.get(name, at);
    return kind.kind === 'table' ? kind : wrong(at, `\`${name}\` is ${nounOf(kind)}`, 'expected a table');
  }

  /** The tables that were picked, once each. */
  get tables(): readonly string[] {
    const tables = [...this.#kinds].filter(([name, kind]) => kind.kind === 'table' && kind.base === name);
    return tables.map(([name]) => name);
  }

  /** The names that there are, in words. */
  get expected(): string {
    const names = this.#names.slice(-MOST_NAMES);
    return names.length === 0 ? 'nothing has a name yet' : `expected one of ${names.join(', ')}`;
  }
}

const MOST_NAMES = 12;

const NO_NAMES = { queries: new Set<string>(), rows: new Set<string>() };
