// What reading SQL text needs to know besides the text: how names were spelt before, what lies in which database, and how to give up.

import type { Name, QualifiedName, Span, Window } from 'sqlite3-parser';
import type { Collation, ConflictResolution } from '../../../sql/ast.ts';

/** The statement says something that the AST has no place for. */
export class Unreadable extends Error {}

export function unreadable(what: string): never {
  throw new Unreadable(what);
}

/** Virtual tables that are there without a CREATE. */
const EPONYMOUS = new Set(['json_each', 'json_tree', 'generate_series', 'dbstat', 'sqlite_dbpage']);

/** One script: SQL does not tell A from a, and the model does, so a name is spelt as it was the first time. */
export class Reading {
  readonly #spellings = new Map(['rowid', 'new', 'old', 'excluded'].map((name) => [name, name]));
  /** The database of what lies in another than the main one; the AST finds it by its name alone. */
  readonly #elsewhere = new Map<string, string>();
  /** Names that were said of the main database. */
  readonly #main = new Set<string>();
  /** The windows that the query around has given names. */
  #windows: ReadonlyMap<string, Window> = new Map();
  #sql = '';
  saysQuotedWord = false;

  begin(sql: string): void {
    this.saysQuotedWord = false;
    this.#sql = sql;
    this.#windows = new Map();
  }

  /** The text of a node, as it was written. */
  source({ offset, length }: Span): string {
    return this.#sql.slice(offset, offset + length);
  }

  /** What stands between two nodes, without comments. */
  between(left: Span, right: Span): string {
    return withoutComments(this.#sql.slice(left.offset + left.length, right.offset));
  }

  /** What of a node stands behind one that it begins with. */
  behind(first: Span, whole: Span): string {
    return withoutComments(this.#sql.slice(first.offset + first.length, whole.offset + whole.length));
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

  /** A table or another object that is written to, made or dropped. */
  object(given: QualifiedName): string {
    if (/^(sqlite|pragma)_/i.test(given.objName.text)) unreadable(given.objName.text);
    return this.#found(given);
  }

  /** What a query reads from. */
  readable(given: QualifiedName): string {
    const { text } = given.objName;
    if (/^pragma_/i.test(text) || EPONYMOUS.has(text.toLowerCase())) unreadable(text);
    return this.#found(given);
  }

  #found({ dbName, objName }: QualifiedName): string {
    const elsewhere = this.#elsewhere.get(objName.text.toLowerCase());
    if (dbName !== undefined && dbName.text.toLowerCase() !== (elsewhere ?? 'main'))
      unreadable(`${dbName.text}.${objName.text}`);
    if (elsewhere === undefined) this.#main.add(objName.text.toLowerCase());
    return this.name(objName);
  }

  /** A table that a statement makes: where, if not in the main database. */
  made({ dbName, objName }: QualifiedName): string | undefined {
    const database = dbName?.text.toLowerCase() ?? 'main';
    const name = objName.text.toLowerCase();
    const elsewhere = this.#elsewhere.get(name);
    if (database === 'main')
      return elsewhere === undefined ? undefined : unreadable(`another ${objName.text}`);
    if (this.#main.has(name) && elsewhere !== database) unreadable(`another ${objName.text}`);
    this.#elsewhere.set(name, database);
    return database === 'temp' ? unreadable('a temporary table') : this.spelling(dbName?.text ?? '');
  }

  /** What is temporary hides what has the same name. */
  temporary(name: Name, what: string): never {
    this.#elsewhere.set(name.text.toLowerCase(), 'temp');
    return unreadable(what);
  }

  /** Reads something in which these windows have names. */
  withWindows<T>(windows: ReadonlyMap<string, Window>, read: () => T): T {
    const around = this.#windows;
    this.#windows = windows;
    try {
      return read();
    } finally {
      this.#windows = around;
    }
  }

  /** Reads what the window with this name is made of, in which the name is not known: it could go round in circles. */
  inWindow<T>({ text }: Name, read: () => T): T {
    return this.withWindows(
      new Map([...this.#windows].filter(([name]) => name !== text.toLowerCase())),
      read,
    );
  }

  window({ text }: Name): Window {
    return this.#windows.get(text.toLowerCase()) ?? unreadable(`the window ${text}`);
  }
}

export function withoutComments(sql: string): string {
  return sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ');
}

export function collationOf(name: string): Collation {
  const collation = name.toUpperCase();
  if (collation === 'BINARY' || collation === 'NOCASE' || collation === 'RTRIM') return collation;
  return unreadable(`COLLATE ${name}`);
}

export function conflictOf(resolution: string): ConflictResolution {
  return resolution.toUpperCase() as ConflictResolution;
}
