// One instance of a property or of a generator while it is drawn: what its names stand for, and SQL with that in its places.

import { invariant } from '../errors.ts';
import { fillIn, type Insertable, type TableHandle, type Tools } from '../property/index.ts';
import type { Expression, Select, Statement } from '../sql/ast.ts';
import type { Checked } from './check.ts';
import { nameOf, type Piece } from './check-sql.ts';
import { Calls, refuseLarge } from './size.ts';
import type { SqlText } from './syntax.ts';
import { current, insertable, type RowValue, type Value } from './values.ts';

export class Instance {
  readonly tools: Tools;
  readonly checked: Checked;
  /** `file:line` of an offset in the text. */
  readonly place: (at: number) => string;
  readonly #values = new Map<string, Value>();
  readonly #calls: Calls;

  constructor(tools: Tools, checked: Checked, place: (at: number) => string, calls = new Calls()) {
    this.tools = tools;
    this.checked = checked;
    this.place = place;
    this.#calls = calls;
  }

  /** For a generator that is called at an offset: it has names of its own. */
  inner(at: number): Instance {
    this.#calls.add(() => this.place(at));
    return new Instance(this.tools, this.checked, this.place, this.#calls);
  }

  set(name: string, value: Value): void {
    this.#values.set(name.toLowerCase(), value);
  }

  find(name: string): Value | undefined {
    return this.#values.get(name.toLowerCase());
  }

  value(name: string): Value {
    const value = this.find(name);
    invariant(value !== undefined, `the checker has seen ${name}`);
    return value;
  }

  /** The table of a name, as it is now. */
  table(name: string): TableHandle {
    const value = this.value(name);
    invariant(value.is === 'table', `the checker has seen the table ${name}`);
    return current(value, this.tools.db);
  }

  row(name: string): RowValue {
    const value = this.value(name);
    invariant(value.is === 'row', `the checker has seen the row ${name}`);
    return value;
  }

  /** The tables that were picked, once each. */
  get tables(): TableHandle[] {
    const tables = new Map<string, TableHandle>();
    for (const value of this.#values.values())
      if (value.is === 'table' && !tables.has(value.handle.name))
        tables.set(value.handle.name, current(value, this.tools.db));
    return [...tables.values()];
  }

  piece(sql: SqlText): Piece {
    const piece = this.checked.pieces.get(sql);
    invariant(piece !== undefined, 'the checker has read the SQL');
    return piece;
  }

  statement(sql: SqlText): Statement {
    const statement = fillIn(this.piece(sql).statement, this.#lookup);
    refuseLarge(statement, () => this.place(sql.at));
    return statement;
  }

  expression(sql: SqlText): Expression {
    const filled = this.statement(sql) as Select;
    invariant(filled.body.kind === 'core', 'an expression is read as a column');
    const [column] = filled.body.columns;
    invariant(column.kind === 'expression', 'an expression is read as a column');
    return column.expression;
  }

  readonly #lookup = (read: string): Insertable | undefined => {
    const name = nameOf(read);
    const value = this.find(name);
    return value && insertable(name, value, this.tools.db);
  };
}
