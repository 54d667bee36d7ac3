// A statement in which names stand for handles, expressions, rows, queries and values, and what it is with these in their places.

import type {
  Expression,
  FromItem,
  InsertRow,
  Literal,
  ResultColumn,
  Select,
  Statement,
} from '../sql/ast.ts';
import { isStatementKind, type SqlValue } from '../sql/index.ts';
import type { RowHandle } from './check.ts';
import type { DrawnRow } from './property.ts';
import { type Query, singleBody } from './query.ts';
import { fromTable, type TableHandle } from './table-handle.ts';

/** What can stand in SQL for a name: a table, a column or any expression, a row, a query, a value, the name of something, or several of them. */
export type Insertable =
  | TableHandle
  | Expression
  | RowHandle
  | Query
  | Statement
  | SqlValue
  | boolean
  | readonly Insertable[];

/** What a name stands for; undefined if it is a name and nothing else. */
export type Lookup = (name: string) => Insertable | undefined;

/** Something is in a place where it cannot be. */
export class Misplaced extends Error {
  /** The name that it stood for. */
  readonly named: string;

  constructor(named: string, problem: string) {
    super(problem);
    this.named = named;
  }
}

export function fillIn(statement: Statement, lookup: Lookup): Statement {
  return new Filling(lookup).tree(statement) as Statement;
}

function isTable(value: unknown): value is TableHandle {
  return typeof value === 'object' && value !== null && 'view' in value && 'hiding' in value;
}

export function isRow(value: unknown): value is RowHandle | DrawnRow {
  return (value as { kind?: unknown } | null)?.kind === 'rowHandle';
}

export function isQuery(value: unknown): value is Query {
  return (value as { kind?: unknown } | null)?.kind === 'query';
}

function isList(value: unknown): value is readonly Insertable[] {
  return Array.isArray(value);
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields that hold a name, wherever they stand; that of a function or a pragma is none. */
const NAMES = new Set(['table', 'name', 'target', 'to', 'column', 'indexedBy', 'value']);
const NAMELESS = new Set(['call', 'literal', 'current', 'cast', 'hex', 'raw']);
const NAME_LISTS = new Set(['columns', 'using', 'of', 'references']);

class Filling {
  readonly #lookup: Lookup;

  constructor(lookup: Lookup) {
    this.#lookup = lookup;
  }

  tree(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
    return Array.isArray(value) ? value.flatMap((item) => this.#item(item)) : this.#node(value as Fields);
  }

  /** An item of a list may stand for several. */
  #item(item: unknown): readonly unknown[] {
    const found = this.#meant(item);
    if (found !== undefined && isList(found.value))
      return found.value.map((each) => this.#expression(found.name, each));
    // An item may be a list itself: a row of VALUES.
    return [this.tree(item)];
  }

  /** What a column without a table stands for. */
  #meant(node: unknown): { readonly name: string; readonly value: Insertable } | undefined {
    const { kind, table, name } = (node ?? {}) as { kind?: string; table?: string; name?: string };
    if (kind !== 'column' || table !== undefined || name === undefined) return undefined;
    const value = this.#lookup(name);
    return value === undefined ? undefined : { name, value };
  }

  #node(node: Fields): unknown {
    switch (node.kind) {
      case 'column': {
        const meant = this.#meant(node);
        return meant === undefined ? this.#columnOf(node) : this.#expression(meant.name, meant.value);
      }
      case 'core': {
        const query = this.#onlyQuery(node);
        if (query !== undefined) return singleBody(query.node);
        const { columns, ...others } = node;
        return { ...this.#fields(others), columns: this.#resultColumns(columns as ResultColumn[]) };
      }
      case 'select': {
        const { body, ...others } = node;
        // The source of an INSERT is called so, too, and has a query.
        if (body === undefined) return this.#fields(node);
        const query = this.#onlyQuery(body as Fields);
        const isAlone = Object.keys(others).every((key) => key === 'kind');
        return query !== undefined && isAlone ? query.node : this.#fields(node);
      }
      case 'table':
        return this.#from(node as { kind: 'table'; name: string; alias?: string });
      case 'inList': {
        const list = node.list as readonly unknown[];
        const only = list.length === 1 ? this.#meant(list[0]) : undefined;
        if (only === undefined || !isQuery(only.value)) return this.#fields(node);
        const { list: _, ...rest } = node;
        return { ...(this.#fields(rest) as Fields), kind: 'inSelect', select: only.value.node };
      }
      case 'insert':
        return this.#insert(node);
      default:
        return this.#fields(node);
    }
  }

  #fields(node: Fields): Fields {
    const isNameless = NAMELESS.has(node.kind as string);
    const filled = Object.entries(node).map(([key, value]) => {
      if (isNameless && !Array.isArray(value) && typeof value === 'string') return [key, value];
      if (typeof value === 'string') return [key, NAMES.has(key) ? this.#name(value) : value];
      if (NAME_LISTS.has(key) && isNames(value)) return [key, value.flatMap((name) => this.#names(name))];
      return [key, this.tree(value)];
    });
    return Object.fromEntries(filled);
  }

  /** `SELECT q` for a query that stands in the place of a SELECT. */
  #onlyQuery(core: Fields): Query | undefined {
    const { columns, ...others } = core as { columns?: readonly ResultColumn[] };
    if (columns?.length !== 1 || Object.keys(others).length !== 1 || core.kind !== 'core') return undefined;
    const [only] = columns;
    if (only.kind !== 'expression' || only.alias !== undefined) return undefined;
    const meant = this.#meant(only.expression);
    return meant !== undefined && isQuery(meant.value) ? meant.value : undefined;
  }

  /** A row there means the columns that it was taken from. What is inserted is not looked at again: names in it are those of the database. */
  #resultColumns(columns: readonly ResultColumn[]): ResultColumn[] {
    return columns.flatMap((column): ResultColumn | ResultColumn[] => {
      const meant = column.kind === 'expression' ? this.#meant(column.expression) : undefined;
      if (meant === undefined) return this.tree(column) as ResultColumn;
      const values = isList(meant.value) ? meant.value : [meant.value];
      if (!isList(meant.value) && !isRow(meant.value)) return this.tree(column) as ResultColumn;
      return values
        .flatMap((value) => (isRow(value) ? columnsOf(value) : [this.#expression(meant.name, value)]))
        .map((expression) => ({ kind: 'expression', expression }));
    });
  }

  #from(item: { readonly kind: 'table'; readonly name: string; readonly alias?: string }): FromItem {
    const value = this.#lookup(item.name);
    if (value === undefined) return this.#fields(item as Fields) as unknown as FromItem;
    const alias = item.alias === undefined ? {} : { alias: item.alias };
    if (isTable(value)) return { ...item, ...fromTable(value), ...alias };
    if (isQuery(value)) return { kind: 'subquery', select: value.node, ...alias };
    return { ...item, name: this.#name(item.name) };
  }

  #insert(insert: Fields): Fields {
    const source = insert.source as { kind: string; rows?: readonly InsertRow[] };
    const rows = source.rows?.map((row) => this.#insertedRow(row));
    if (rows === undefined || !rows.some((row) => row !== null)) return this.#fields(insert);
    if (rows.length > 1)
      throw new Misplaced('', 'a row that was drawn is inserted alone: write one VALUES (row)');
    const [row] = rows as [DrawnRow];
    const { source: _, ...others } = insert;
    const filled = this.#fields(others) as Fields;
    return { columns: row.columns, ...filled, source: { kind: 'values', rows: [{ draw: row.draw }] } };
  }

  #insertedRow(row: InsertRow): DrawnRow | null {
    const meant =
      isList(row) && row.length === 1 ? this.#meant((row as readonly Expression[])[0]) : undefined;
    if (meant === undefined || !isRow(meant.value)) return null;
    if ('draw' in meant.value) return meant.value;
    throw new Misplaced(
      meant.name,
      `only a row that was drawn can be inserted, and ${meant.name} is a stored one`,
    );
  }

  #columnOf(node: Fields): unknown {
    if (node.table === undefined) return node;
    const value = this.#lookup(node.table as string);
    const column = this.#name(node.name as string);
    if (value === undefined) return { ...node, name: column };
    if (isTable(value)) return { kind: 'column', table: value.alias ?? value.name, name: column };
    if (isRow(value) && value.row.row === 'drawn') return { kind: 'draw', draw: value.row.draw, column };
    throw new Misplaced(node.table as string, `${String(node.table)} has no columns that SQL could read`);
  }

  #expression(name: string, value: Insertable): Expression {
    if (isQuery(value)) return { kind: 'scalar', select: value.node };
    if (isTable(value)) throw new Misplaced(name, `${name} is a table, and no expression`);
    if ((value as { kind?: string } | null)?.kind === 'select')
      return { kind: 'scalar', select: value as Select };
    if (isStatement(value)) throw new Misplaced(name, `${name} is a statement, and no expression`);
    if (isRow(value))
      throw new Misplaced(
        name,
        `${name} is a row: SQL can select it, insert it (VALUES (${name})) and read ${name}.column`,
      );
    if (isList(value)) throw new Misplaced(name, `${name} is several things, where one is needed`);
    return expressionOf(value as Expression | SqlValue | boolean);
  }

  #name(name: string): string {
    const names = this.#names(name);
    if (names.length === 1) return names[0];
    throw new Misplaced(name, `${name} is several things, where one name is needed`);
  }

  #names(name: string): string[] {
    const value = this.#lookup(name);
    if (value === undefined) return [name];
    return (isList(value) ? value : [value]).map((each) => {
      if (typeof each === 'string' || isTable(each)) return typeof each === 'string' ? each : each.name;
      if (typeof each === 'object' && each !== null && 'kind' in each && each.kind === 'column')
        return each.name;
      throw new Misplaced(name, `${name} is no name of a table or a column`);
    });
  }
}

function isStatement(value: unknown): value is Exclude<Statement, { readonly kind: 'select' }> {
  const kind = (value as { kind?: string } | null)?.kind;
  return kind !== undefined && isStatementKind(kind);
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function columnsOf({ table }: RowHandle): readonly Expression[] {
  return table.columns;
}

function expressionOf(value: Expression | SqlValue | boolean): Expression {
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (typeof value === 'object' && value !== null && 'kind' in value) return value;
  const isInteger = typeof value === 'number' && Number.isSafeInteger(value) && !Object.is(value, -0);
  return { kind: 'literal', value: isInteger ? BigInt(value) : value } satisfies Literal;
}
