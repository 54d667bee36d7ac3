// The database: tables in memory, and a log that brings them back.

import { sameName } from './evaluate.ts';
import { Log, type LogFile } from './log.ts';
import { parse } from './parse.ts';
import { select } from './select.ts';
import { SqlError } from './sql-error.ts';
import type { CreateTable, Write } from './syntax.ts';
import { insert, remove, type Table, update } from './table.ts';
import type { Row } from './value.ts';

export interface Result {
  readonly rows: readonly Row[];
  /** How many rows were inserted, updated or deleted. */
  readonly changes: number;
}

export class Database {
  readonly #log: Log;
  #tables: Table[] = [];
  /** In a transaction: the tables as they were, and what was done since. */
  #transaction: { readonly before: Table[]; readonly statements: string[] } | null = null;

  constructor(file: LogFile) {
    this.#log = new Log(file);
    for (const statements of this.#log.records()) {
      for (const sql of statements) this.#write(parse(sql) as Write);
    }
  }

  run(sql: string): Result {
    const statement = parse(sql);
    switch (statement.kind) {
      case 'select':
        return { rows: select(statement, statement.table ? this.#table(statement.table) : null), changes: 0 };
      case 'begin':
      case 'commit':
      case 'rollback':
        this.#control(statement.kind);
        return { rows: [], changes: 0 };
      default: {
        const changes = this.#write(statement);
        if (this.#transaction) this.#transaction.statements.push(sql);
        else this.#log.append([sql]);
        return { rows: [], changes };
      }
    }
  }

  #control(kind: 'begin' | 'commit' | 'rollback'): void {
    if (kind === 'begin') {
      if (this.#transaction) throw new SqlError('other', 'there is a transaction already');
      this.#transaction = { before: structuredClone(this.#tables), statements: [] };
      return;
    }
    if (!this.#transaction) throw new SqlError('other', 'there is no transaction');
    const { before, statements } = this.#transaction;
    if (kind === 'rollback') this.#tables = before;
    else if (statements.length > 0) this.#log.append(statements);
    this.#transaction = null;
  }

  /** Returns the number of changes. */
  #write(statement: Write): number {
    switch (statement.kind) {
      case 'insert':
        return insert(statement, this.#table(statement.table));
      case 'update':
        return update(statement, this.#table(statement.table));
      case 'delete':
        return remove(statement, this.#table(statement.table));
      case 'createTable':
        return this.#create(statement);
      case 'dropTable': {
        const dropped = this.#table(statement.table);
        this.#tables = this.#tables.filter((table) => table !== dropped);
        return 0;
      }
    }
  }

  #create({ table: name, columns }: CreateTable): number {
    if (this.#tables.some((table) => sameName(table.name, name))) {
      throw new SqlError('other', `table ${name} already exists`);
    }
    this.#tables.push({ name, columns, rows: [] });
    return 0;
  }

  #table(name: string): Table {
    const found = this.#tables.find((table) => sameName(table.name, name));
    if (!found) throw new SqlError('noSuchTable', `no such table: ${name}`);
    return found;
  }
}
