// A picture of a real SQLite database for the generator, independent of the shadow model: schema and rows are asked
// of SQLite itself; only what it does not tell (expressions and collations) is remembered from the statements.

import { affinityOfType } from '../../../../src/dialect/sqlite/affinity.ts';
import { printStatement } from '../../../../src/dialect/sqlite/print/print.ts';
import type {
  ColumnView,
  DatabaseView,
  IndexView,
  TableView,
  TriggerView,
  ViewView,
} from '../../../../src/dialect/view.ts';
import type {
  Collation,
  ColumnDefinition,
  CreateIndex,
  Expression,
  Statement,
} from '../../../../src/sql/ast.ts';
import { column } from '../../../../src/sql/build.ts';
import { mapColumns } from '../../../../src/sql/tree.ts';
import type { Row } from '../../../../src/sql/value.ts';
import type { Reference } from '../../../conformance/reference.ts';

export class SqliteView implements DatabaseView {
  readonly #sqlite: Reference;
  readonly #columns = new Map<string, ColumnDefinition>();
  readonly #checks = new Map<string, Expression[]>();
  readonly #indexes = new Map<string, CreateIndex>();
  readonly #reads = new Map<string, string[]>();
  readonly #renamed = new Map<string, string>();
  readonly #savepoints: string[] = [];
  readonly #triggers: TriggerView[] = [];
  tables: TableView[] = [];
  views: ViewView[] = [];
  triggers: readonly TriggerView[] = [];
  inTransaction = false;
  readonly open = [];
  readonly mvcc = false;

  constructor(sqlite: Reference) {
    this.#sqlite = sqlite;
  }

  get savepoints(): readonly string[] {
    return this.#savepoints;
  }

  /** Runs the statement and looks again; SQLite's message if it refuses. */
  run(statement: Statement): string | undefined {
    let problem: string | undefined;
    try {
      this.#sqlite.query(printStatement(statement));
    } catch (error) {
      problem = (error as Error).message;
    }
    if (problem === undefined) this.#remember(statement);
    else this.#checkTransaction();
    // A conflict may roll back the whole transaction, with whatever it created.
    if (problem !== undefined) this.#lookAtAll();
    else if (statement.kind !== 'select' && statement.kind !== 'pragma') this.#look(statement);
    return problem;
  }

  #remember(statement: Statement): void {
    switch (statement.kind) {
      case 'createTable':
        if (this.tables.some(({ name }) => name === statement.name)) break;
        for (const definition of statement.columns) {
          this.#columns.set(`${statement.name}.${definition.name}`, definition);
        }
        this.#checks.set(statement.name, [
          ...statement.columns.flatMap(({ check }) => (check ? [check] : [])),
          ...(statement.constraints ?? []).flatMap((item) =>
            item.kind === 'check' ? [item.expression] : [],
          ),
        ]);
        break;
      case 'createIndex':
        this.#indexes.set(statement.name, statement);
        break;
      case 'createView':
        this.#reads.set(statement.name, tablesIn(statement.select));
        break;
      case 'alterTable': {
        const { action, table } = statement;
        if (action.kind === 'renameTable') {
          this.#renamed.set(table, action.to);
          for (const [key, definition] of this.#columns) {
            if (key.startsWith(`${table}.`))
              this.#columns.set(key.replace(`${table}.`, `${action.to}.`), definition);
          }
          this.#checks.set(action.to, this.#checks.get(table) ?? []);
        } else if (action.kind === 'renameColumn') {
          this.#renamed.set(`${table}.${action.column}`, action.to);
          const definition = this.#columns.get(`${table}.${action.column}`);
          if (definition) this.#columns.set(`${table}.${action.to}`, definition);
          if (!action.column.startsWith('k')) this.#renamed.set(action.column, action.to);
        } else if (action.kind === 'addColumn')
          this.#columns.set(`${table}.${action.column.name}`, action.column);
        break;
      }
      case 'createTrigger':
        this.#triggers.push({
          ...statement,
          writes: statement.body.flatMap((done) => (done.kind === 'select' ? [] : [done.table])),
          mentions: [statement.table, ...tablesIn(statement.body)],
        });
        break;
      case 'begin':
        this.inTransaction = true;
        break;
      case 'commit':
      case 'rollback':
        this.#end();
        break;
      case 'savepoint':
        this.inTransaction = true;
        this.#savepoints.push(statement.name);
        break;
      case 'release':
        this.#savepoints.length = this.#savepoints.indexOf(statement.name);
        this.#checkTransaction();
        break;
      case 'rollbackTo':
        this.#savepoints.length = this.#savepoints.indexOf(statement.name) + 1;
        break;
    }
  }

  #end(): void {
    this.inTransaction = false;
    this.#savepoints.length = 0;
  }

  /** A conflict may have rolled the transaction back; the way to find out is to begin one. */
  #checkTransaction(): void {
    if (!this.inTransaction) return;
    try {
      this.#sqlite.query('BEGIN');
      this.#sqlite.query('COMMIT');
      this.#end();
    } catch {
      // It still runs.
    }
  }

  #look(statement: Statement): void {
    const write = statement.kind === 'insert' || statement.kind === 'update' || statement.kind === 'delete';
    if (write && !('conflict' in statement && statement.conflict === 'ROLLBACK')) {
      this.tables = this.tables.map((table) =>
        table.name === statement.table ? this.#withRows(table) : table,
      );
      return;
    }
    this.#lookAtAll();
  }

  #lookAtAll(): void {
    const objects = this.#sqlite.query(
      "SELECT name, type, wr, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    );
    this.tables = objects
      .filter(([, type]) => type === 'table')
      .map(([name, , withoutRowid, strict]) =>
        this.#table(name as string, withoutRowid === 1n, strict === 1n),
      );
    const names = this.#sqlite.query("SELECT name FROM sqlite_schema WHERE type = 'trigger'").flat();
    this.triggers = this.#triggers.filter(({ name }) => names.includes(name));
    this.views = objects.filter(([, type]) => type === 'view').map(([name]) => this.#view(name as string));
  }

  #table(name: string, withoutRowid: boolean, strict: boolean): TableView {
    const info = this.#sqlite.query(`PRAGMA table_xinfo(${name})`);
    const keys = this.#sqlite.query(`PRAGMA index_list(${name})`);
    const keyWidth = info.filter(([, , , , , key]) => key !== 0n).length;
    const descending = (column: string) =>
      this.#columns.get(`${name}.${column}`)?.primaryKey?.descending === true;
    const existing = new Set(info.map(([, column]) => column as string));
    const columns = info.map(([, columnName, type, notNull, , key, hidden]): ColumnView => {
      const definition = this.#columns.get(`${name}.${columnName}`);
      return {
        name: columnName as string,
        type: type as string,
        affinity: strict && type === 'ANY' ? 'blob' : affinityOfType(type as string),
        collation: definition?.collate ?? 'BINARY',
        notNull: notNull === 1n,
        primaryKey: key !== 0n,
        rowidAlias:
          !withoutRowid &&
          key !== 0n &&
          keyWidth === 1 &&
          (type as string).toUpperCase() === 'INTEGER' &&
          !descending(columnName as string),
        generated: hidden !== 0n,
        default: definition?.default,
        expression: definition?.generated && this.#current(definition.generated.expression, existing, name),
      };
    });
    const uniqueKeys: string[][] = [];
    const key = info.filter((row) => row[5] !== 0n).map((row) => row[1] as string);
    if (key.length > 0) uniqueKeys.push(key);
    const indexes: IndexView[] = [];
    for (const [, index, unique, origin] of keys) {
      const parts = this.#sqlite.query(`PRAGMA index_info(${index})`).map((row) => row[2] as string | null);
      if (unique === 1n && parts.every((part) => part !== null)) uniqueKeys.push(parts as string[]);
      const made = this.#indexes.get(index as string);
      if (origin !== 'c' || made === undefined) continue;
      indexes.push({
        name: made.name,
        table: name,
        columns: made.columns.map((part) => ({
          ...part,
          expression: this.#current(part.expression, existing, name),
        })),
        unique: unique === 1n,
        where: made.where && this.#current(made.where, existing, name),
      });
    }
    const checks = (this.#checks.get(name) ?? []).map((check) => this.#current(check, existing, name));
    return this.#withRows({
      name,
      knowledge: 'exact',
      columns,
      strict,
      withoutRowid,
      indexes,
      uniqueKeys,
      checks,
      rowCount: 0,
      rowAt: () => [],
      rows: () => [],
    });
  }

  /** The expression with the names that its columns have now. */
  #current(expression: Expression, existing: ReadonlySet<string>, table: string): Expression {
    return mapColumns(expression, ({ name }) => {
      let current = name;
      for (let i = 0; i < 20 && !existing.has(current); i++) {
        current = this.#renamed.get(`${table}.${current}`) ?? this.#renamed.get(current) ?? current;
      }
      return column(current);
    });
  }

  #withRows(table: TableView): TableView {
    const order = table.withoutRowid ? '' : ' ORDER BY rowid';
    const rows: Row[] = this.#sqlite.query(`SELECT * FROM ${table.name}${order}`);
    return { ...table, rowCount: rows.length, rowAt: (position) => rows[position], rows: () => rows };
  }

  #view(name: string): ViewView {
    const columns = this.#sqlite.query(`PRAGMA table_xinfo(${name})`).map((row) => ({
      name: row[1] as string,
      affinity: affinityOfType(row[2] as string),
      collation: 'BINARY' as Collation,
    }));
    const reads = (this.#reads.get(name) ?? []).flatMap((table) => {
      const names = [table];
      for (let next = this.#renamed.get(table); next !== undefined; next = this.#renamed.get(next))
        names.push(next);
      return names;
    });
    return { name, columns, reads };
  }
}

function tablesIn(node: unknown): string[] {
  if (node === null || typeof node !== 'object' || node instanceof Uint8Array) return [];
  const { kind, name, table } = node as { kind?: unknown; name?: string; table?: string };
  const isWrite = kind === 'insert' || kind === 'update' || kind === 'delete';
  const own = kind === 'table' ? [name as string] : isWrite ? [table as string] : [];
  return [...own, ...Object.values(node).flatMap(tablesIn)];
}
