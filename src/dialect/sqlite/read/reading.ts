// What reading SQL text needs to know besides the text: how names were spelt before, and how to give up.

import type { Name, QualifiedName, Span } from 'sqlite3-parser';
import type { Collation, ConflictResolution } from '../../../sql/ast.ts';

/** The statement says something that the AST has no place for. */
export class Unreadable extends Error {}

export function unreadable(what: string): never {
  throw new Unreadable(what);
}

/** One script: SQL does not tell A from a, and the model does, so a name is spelt as it was the first time. */
export class Reading {
  readonly #spellings = new Map(['rowid', 'new', 'old', 'excluded'].map((name) => [name, name]));
  #sql = '';

  begin(sql: string): void {
    this.#sql = sql;
  }

  /** The text of a node, as it was written. */
  source({ offset, length }: Span): string {
    return this.#sql.slice(offset, offset + length);
  }

  spelling(name: string): string {
    const key = name.toLowerCase();
    const known = this.#spellings.get(key);
    if (known !== undefined) return known;
    this.#spellings.set(key, name);
    return name;
  }

  name({ text }: Name): string {
    return this.spelling(text);
  }

  names(names: readonly Name[]): string[] {
    return names.map((name) => this.name(name));
  }

  /** Of the main database: what lies in others is found by its name alone, which SQL text need not mean. */
  object({ dbName, objName }: QualifiedName): string {
    if (dbName !== undefined) unreadable(`${dbName.text}.${objName.text}`);
    if (/^(sqlite|pragma)_/i.test(objName.text)) unreadable(objName.text);
    return this.name(objName);
  }
}

export function collationOf(name: string): Collation {
  const collation = name.toUpperCase();
  if (collation === 'BINARY' || collation === 'NOCASE' || collation === 'RTRIM') return collation;
  return unreadable(`COLLATE ${name}`);
}

export function conflictOf(resolution: string): ConflictResolution {
  return resolution.toUpperCase() as ConflictResolution;
}
