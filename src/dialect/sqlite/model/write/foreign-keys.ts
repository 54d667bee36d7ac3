// Foreign keys, where a connection enforces them: what a write does to the children of the rows that it took away or changed, and whether every
// new child has a parent. A statement is looked at as a whole, which is how SQLite judges it; where the order of its rows matters, the model gives up.

import type { ForeignKey, Insert, Update } from '../../../../sql/ast.ts';
import { type Row, type SqlValue, sameRow, sameValue } from '../../../../sql/index.ts';
import { Refusal, Unknown } from '../../evaluate/stop.ts';
import { findTable, type Snapshot, withTable } from '../database.ts';
import { find, valuesOf } from '../persistent-map.ts';
import { equalityKeyOfRow } from '../query/equality-key.ts';
import { defaultOf, storeValue } from '../schema/compile-table.ts';
import { triggersOn } from '../schema/trigger.ts';
import { requireContents, rowKeyOf, type Table, type TableSchema } from '../table.ts';
import { checkKeys, prepareRow, Violation } from './constraints.ts';
import { addRow, draftOf, removeRow, tableOf } from './draft.ts';

export type WriteStatement = Insert | Update | { readonly kind: 'delete'; readonly table: string };

/** A row that is no more as it was, and what it has become: nothing if it is gone. */
interface Change {
  readonly old: Row;
  readonly next?: Row;
}

/** What one table has lost, changed and won. */
interface Step {
  readonly table: string;
  readonly changes: readonly Change[];
  readonly added: readonly Row[];
  /** Of an UPDATE: the columns that it sets, in lower case. */
  readonly set?: ReadonlySet<string>;
}

/** A child whose parent must be there when all is done. */
interface Claim {
  readonly link: Link;
  readonly row: Row;
}

/** A foreign key with both of its ends. */
interface Link {
  readonly child: string;
  readonly parent: string;
  readonly key: ForeignKey;
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly affinities: readonly TableSchema['columns'][number]['affinity'][];
  readonly collations: readonly TableSchema['columns'][number]['collation'][];
}

/** Actions reach no further: a circle of them would go on for ever. */
const MOST_STEPS = 100;
const FAILED = 'FOREIGN KEY constraint failed';
const GIVE_UP = 'foreign keys';

/** The snapshot with this table as the statement left it, and what its foreign keys make of that. */
export function enforceForeignKeys(snapshot: Snapshot, table: Table, statement: WriteStatement): Snapshot {
  return new Enforcement(withTable(snapshot, table)).all(firstStep(snapshot, table, statement));
}

function firstStep(snapshot: Snapshot, after: Table, statement: WriteStatement): Step {
  const { schema } = after;
  const before = findTable(snapshot, schema.name)!;
  requireContents(before);
  const { compareKeys } = schema;
  const gone = valuesOf(before.rows).filter((row) => {
    const now = find(after.rows, rowKeyOf(schema, row), compareKeys);
    return now === undefined || !sameRow(now, row);
  });
  const added = valuesOf(after.rows).filter((row) => {
    const then = find(before.rows, rowKeyOf(schema, row), compareKeys);
    return then === undefined || !sameRow(then, row);
  });
  const name = schema.name.toLowerCase();
  switch (statement.kind) {
    case 'insert':
      // A row that REPLACE deletes, or an upsert changes, may come back the same.
      if (gone.length > 0 || statement.upsert !== undefined || mayReplace(statement, schema))
        throw new Unknown(GIVE_UP);
      return { table: name, changes: [], added };
    case 'delete':
      return { table: name, changes: gone.map((old) => ({ old })), added: [] };
    case 'update': {
      if (mayReplace(statement, schema)) throw new Unknown(GIVE_UP);
      const set = new Set(
        statement.set.flatMap(({ columns }) => columns.map((column) => column.toLowerCase())),
      );
      return { table: name, changes: pairs(schema, gone, added, after), added: [], set };
    }
  }
}

function mayReplace({ conflict }: Insert | Update, schema: TableSchema): boolean {
  if (conflict !== undefined) return conflict === 'REPLACE';
  return schema.rowidConflict === 'REPLACE' || schema.keys.some((key) => key.conflict === 'REPLACE');
}

/** Which row has become which: by its key, or because there is only one. */
function pairs(schema: TableSchema, gone: readonly Row[], added: readonly Row[], after: Table): Change[] {
  if (gone.length === 1 && added.length === 1) return [{ old: gone[0], next: added[0] }];
  return gone.map((old) => {
    const next = find(after.rows, rowKeyOf(schema, old), schema.compareKeys);
    if (next === undefined) throw new Unknown(GIVE_UP);
    return { old, next };
  });
}

class Enforcement {
  #state: Snapshot;
  readonly #steps: Step[] = [];
  readonly #claims: Claim[] = [];
  /** By which foreign key each table was changed. */
  readonly #actors = new Map<string, ForeignKey>();

  constructor(state: Snapshot) {
    this.#state = state;
  }

  all(first: Step): Snapshot {
    this.#steps.push(first);
    for (let done = 0; done < this.#steps.length; done++) {
      if (done >= MOST_STEPS) throw new Unknown(GIVE_UP);
      this.#take(this.#steps[done]);
    }
    for (const { link, row } of this.#claims) this.#check(link, row);
    return this.#state;
  }

  #take(step: Step): void {
    const { table, changes, added, set } = step;
    const links = this.#links();
    if (changes.length > 0) checkOrder(links.filter(({ parent }) => parent === table));
    for (const link of links) {
      if (link.child === table) {
        const isTouched = set === undefined || link.from.some((at) => set.has(this.#column(link.child, at)));
        for (const row of added) this.#claims.push({ link, row });
        for (const { next } of changes)
          if (next !== undefined && isTouched) this.#claims.push({ link, row: next });
        if (set !== undefined && isTouched) this.#checkNoOrphans(link, step);
      }
      if (link.parent === table) this.#act(link, changes);
    }
  }

  /** Every foreign key of the database whose ends are tables of which all is known. */
  #links(): Link[] {
    return valuesOf(this.#state.tables).flatMap(({ schema }) =>
      schema.foreignKeys.map((key) => this.#link(schema, key)),
    );
  }

  #link(child: TableSchema, key: ForeignKey): Link {
    const table = findTable(this.#state, key.table);
    if (table === undefined || table.knowledge === 'unknown') throw new Unknown(GIVE_UP);
    const parent = table.schema;
    if (parent.attached !== child.attached) throw new Unknown(GIVE_UP);
    const at = ({ columns }: TableSchema, name: string): number => {
      const position = columns.findIndex((column) => column.name.toLowerCase() === name.toLowerCase());
      if (position < 0 || columns[position].generated) throw new Unknown(GIVE_UP);
      return position;
    };
    const to = (key.references ?? []).map((name) => at(parent, name));
    if (to.length !== key.columns.length || !isUnique(parent, to)) throw new Unknown(GIVE_UP);
    const from = key.columns.map((name) => at(child, name));
    // Which of the two values is converted differs from one way to look to the other.
    if (from.some((position, i) => child.columns[position].affinity !== parent.columns[to[i]].affinity))
      throw new Unknown(GIVE_UP);
    return {
      child: child.name.toLowerCase(),
      parent: parent.name.toLowerCase(),
      key,
      from,
      to,
      affinities: to.map((position) => parent.columns[position].affinity),
      collations: to.map((position) => parent.columns[position].collation),
    };
  }

  #column(table: string, position: number): string {
    return this.#table(table).schema.columns[position].name.toLowerCase();
  }

  #table(name: string): Table {
    const table = findTable(this.#state, name);
    if (table === undefined) throw new Unknown(GIVE_UP);
    requireContents(table);
    return table;
  }

  /** Null if a value is NULL: then the row refers to nothing. */
  #keyOf({ affinities, collations }: Link, row: Row, positions: readonly number[]): string | null {
    const values = positions.map((position, i) => storeValue(row[position], affinities[i]));
    return values.includes(null) ? null : equalityKeyOfRow(values, collations);
  }

  #check(link: Link, row: Row): void {
    const { child, parent, from, to } = link;
    const key = this.#keyOf(link, row, from);
    if (key === null) return;
    const { schema, rows } = this.#table(child);
    const now = find(rows, rowKeyOf(schema, row), schema.compareKeys);
    // An action has taken it away or changed it since.
    if (now === undefined || this.#keyOf(link, now, from) !== key) return;
    if (valuesOf(this.#table(parent).rows).some((each) => this.#keyOf(link, each, to) === key)) return;
    throw this.#failed();
  }

  /** Of a child that had no parent before, from a time without enforcement, it matters whether it was written again. */
  #checkNoOrphans(link: Link, { changes }: Step): void {
    const parents = new Set(
      valuesOf(this.#table(link.parent).rows).map((row) => this.#keyOf(link, row, link.to)),
    );
    const changed = new Set(changes.map(({ next }) => next));
    for (const row of valuesOf(this.#table(link.child).rows)) {
      const key = this.#keyOf(link, row, link.from);
      if (key !== null && !changed.has(row) && !parents.has(key)) throw new Unknown(GIVE_UP);
    }
  }

  #failed(): Refusal {
    // Where actions lead to actions, what fails may have gone already in another order.
    if (this.#steps.length > 2) throw new Unknown(GIVE_UP);
    // Beside an action other constraints may fail first.
    if (this.#actors.size > 0) return new Refusal('constraint', FAILED);
    return new Violation('foreignKey', FAILED, 'ABORT');
  }

  #act(link: Link, changes: readonly Change[]): void {
    for (const { old, next } of changes) {
      const key = this.#keyOf(link, old, link.to);
      if (key === null) continue;
      if (next !== undefined && link.to.every((position) => sameValue(old[position], next[position])))
        continue;
      const children = valuesOf(this.#table(link.child).rows).filter(
        (row) => this.#keyOf(link, row, link.from) === key,
      );
      if (children.length > 0) this.#actOn(link, children, next, changes.length > 1);
    }
  }

  #actOn(link: Link, children: readonly Row[], next: Row | undefined, several: boolean): void {
    const { key, child, parent, from, to } = link;
    const action = (next === undefined ? key.onDelete : key.onUpdate) ?? 'NO ACTION';
    if (action === 'NO ACTION') {
      for (const row of children) this.#claims.push({ link, row });
      return;
    }
    // Row by row, a statement may mend later what it breaks first.
    if (several && (child === parent || action === 'RESTRICT')) throw new Unknown(GIVE_UP);
    if (action === 'RESTRICT' && this.#steps.length > 1) throw new Unknown(GIVE_UP);
    // SQLite calls this a violation of another kind.
    if (action === 'RESTRICT') throw new Refusal('constraint', FAILED);
    if (triggersOn(this.#state.triggers, child).length > 0) throw new Unknown('trigger');
    const actor = this.#actors.get(child) ?? key;
    if (actor !== key) throw new Unknown(GIVE_UP);
    this.#actors.set(child, key);
    if (action === 'CASCADE' && next === undefined) {
      this.#replace(
        child,
        children.map((old) => ({ old })),
        undefined,
      );
      return;
    }
    const { schema } = this.#table(child);
    const valueAt = (position: number, i: number): SqlValue => {
      if (action === 'SET NULL') return null;
      return action === 'CASCADE' ? next![to[i]] : defaultOf(schema, position);
    };
    const changes = children.map((old) => {
      const row = [...old];
      from.forEach((position, i) => {
        row[position] = valueAt(position, i);
      });
      return { old, next: row };
    });
    this.#replace(child, changes, new Set(from.map((position) => this.#column(child, position))));
  }

  #replace(
    name: string,
    changes: readonly { readonly old: Row; readonly next?: SqlValue[] }[],
    set: ReadonlySet<string> | undefined,
  ): void {
    const table = this.#table(name);
    // A column that is also the key of the row moves it.
    if (set !== undefined && movesRows(table.schema, set)) throw new Unknown(GIVE_UP);
    if (table.schema.strict) throw new Unknown(GIVE_UP);
    const draft = draftOf(table);
    try {
      for (const { old, next } of changes) {
        if (next !== undefined) {
          prepareRow(draft, next, 'ABORT');
          checkKeys(draft, next, old, 'ABORT');
        }
        removeRow(draft, old);
        if (next !== undefined) addRow(draft, next);
      }
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      if (this.#steps.length > 1) throw new Unknown(GIVE_UP);
      throw new Refusal('constraint', error.message);
    }
    this.#state = withTable(this.#state, tableOf(draft));
    this.#steps.push({ table: name, changes, added: [], ...(set && { set }) });
  }
}

/** Which of several foreign keys acts first is nowhere said, and matters if one of them refuses, or two lead to the same table. */
function checkOrder(links: readonly Link[]): void {
  if (links.length < 2) return;
  const refuses = links.some(({ key }) => key.onDelete === 'RESTRICT' || key.onUpdate === 'RESTRICT');
  if (refuses || new Set(links.map(({ child }) => child)).size < links.length) throw new Unknown(GIVE_UP);
}

/** Is this the rowid, or are these the columns of a key, with the collations of the columns? */
function isUnique({ rowidAlias, keys, columns }: TableSchema, positions: readonly number[]): boolean {
  if (positions.length === 1 && positions[0] === rowidAlias) return true;
  return keys.some(
    (key) =>
      key.where === undefined &&
      key.positions?.length === positions.length &&
      positions.every((position) => key.positions!.includes(position)) &&
      key.positions.every((position, i) => key.collations[i] === columns[position].collation),
  );
}

function movesRows(
  { rowidAlias, primaryKey, keys, columns }: TableSchema,
  set: ReadonlySet<string>,
): boolean {
  const own = primaryKey >= 0 ? keys[primaryKey].positions! : rowidAlias >= 0 ? [rowidAlias] : [];
  return own.some((position) => set.has(columns[position].name.toLowerCase()));
}
