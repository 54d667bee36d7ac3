// Random interactions: single statements, transactions, and several connections at once. Each is a group of its own, and
// leaves every connection idle.

import { dialect, type Setting, type StatementName, type TableView } from '../dialect/index.ts';
import type { Statement } from '../sql/ast.ts';
import { anyPrediction, followed } from './acceptance.ts';
import { attached } from './attached.ts';
import type { Attempt, Planning, StatementOptions } from './attempt.ts';
import type { Balance, Load } from './balance.ts';
import { concurrently } from './concurrent.ts';
import { Discard, discard } from './discard.ts';
import { foreignKeyRows } from './foreign-keys.ts';
import { journalMode } from './inspections.ts';
import { leftOpen } from './left-open.ts';
import type { Profile } from './profile.ts';

const KINDS: Readonly<Record<Load, readonly StatementName[]>> = {
  read: dialect.generate.productionsOf('query'),
  write: dialect.generate.productionsOf('write'),
  create: dialect.generate.productionsOf('schema', 'pragma', 'maintenance'),
};

const ANYHOW: StatementOptions = { accept: anyPrediction, isDrawn: true };

/** One plan out of this many begins with a table that stays empty at first, and one that was emptied. */
const PLANS_PER_EMPTY = 10;
const EMPTIED_ROWS = 3;

/** A transaction that does not end by itself is ended after this many statements. */
const LONGEST_TRANSACTION = 12;
const LONGEST_INTERLEAVING = 16;

export class Interactions {
  readonly #planning: Planning;
  readonly #profile: Profile;
  readonly #balance: Balance;
  readonly #connections: number;
  /** Are statements left before their ends? */
  readonly #leaves: boolean;
  /** For INSERTs of many rows, which a single conflict would undo. */
  readonly #bulkSetting: Setting;

  constructor(
    planning: Planning,
    profile: Profile,
    balance: Balance,
    { connections, leaves }: { readonly connections: number; readonly leaves: boolean },
  ) {
    this.#planning = planning;
    this.#profile = profile;
    this.#balance = balance;
    this.#connections = connections;
    this.#leaves = leaves;
    this.#bulkSetting = withoutConflicts(planning.setting);
  }

  /** Begins with a few tables and the rows that the profile asks for: statements on an empty database test little. */
  start(attempt: (body: (attempt: Attempt) => void) => void): void {
    const { random, rehearsal, setting, supported } = this.#planning;
    const { least, batch } = this.#profile.rows;
    const { features, weights } = setting;
    if (this.#profile.mvcc > 0 && supported.has('begin.CONCURRENT') && random.chance(this.#profile.mvcc))
      attempt((start) => start.run(0, journalMode('mvcc'), { isDrawn: true }));
    if (weights.percent.foreignKey > 0 && features.has('foreignKey.enforced') && random.oneIn(2)) {
      const on: Statement = { kind: 'pragma', name: 'foreign_keys', form: '=', value: 'ON' };
      attempt((start) => start.run(0, on, ANYHOW));
    }
    for (let tables = 1 + random.below(weights.limit.startTables); tables > 0; tables--) {
      attempt((start) => this.#run(start, 0, ['createTable']));
    }
    if (random.fork('empty tables').oneIn(PLANS_PER_EMPTY)) {
      attempt((start) => this.#run(start, 0, ['createTable']));
      attempt((start) => this.#emptied(start));
    }
    // An INSERT may be discarded, and then another is tried.
    for (let tries = 3 * Math.ceil(least / batch); tries > 0; tries--) {
      if ((largestOf(rehearsal.view(0).tables)?.rowCount ?? 0) >= least) break;
      attempt((start) => this.#bulk(start));
    }
  }

  /** A table whose rows are all gone: its pages and counters are not those of one that never had any. */
  #emptied(attempt: Attempt): void {
    const { random, rehearsal } = this.#planning;
    const before = new Set(rehearsal.view(0).tables.map(({ name }) => name));
    this.#run(attempt, 0, ['createTable']);
    const view = rehearsal.view(0);
    const table = view.tables.find(({ name }) => !before.has(name)) ?? discard('there is no new table');
    const rows = dialect.generate.insert(random, view, this.#bulkSetting, { table, rows: EMPTIED_ROWS });
    attempt.run(0, rows ?? discard('no INSERT fits'), { isDrawn: true });
    attempt.run(0, { kind: 'delete', table: table.name });
  }

  any(attempt: Attempt): void {
    const { random, rehearsal, setting } = this.#planning;
    const { foreignKey } = setting.weights.percent;
    if (foreignKey > 0 && setting.features.has('foreignKey.enforced') && random.chance(foreignKey >> 3))
      foreignKeyRows(attempt);
    else if (setting.features.has('attach') && random.chance(setting.weights.percent.attach))
      attached(attempt);
    else if (this.#leaves && random.chance(this.#profile.connections.left))
      leftOpen(attempt, { connections: this.#connections, kinds: () => this.#kindsInside() });
    else if (this.#connections > 1 && random.chance(this.#profile.connections.interleaved)) {
      if (rehearsal.view(0).mvcc) concurrently(attempt, random.between(2, this.#connections));
      else this.#interleaved(attempt);
    } else this.#single(attempt);
  }

  /** One statement, or a whole transaction. */
  #single(attempt: Attempt): void {
    const { random, rehearsal, setting } = this.#planning;
    const load = this.#balance.next(random);
    if (load === 'write' && this.#lacksRows() && random.oneIn(3)) {
      this.#bulk(attempt);
      return;
    }
    const begins = load !== 'create' && random.below(100) < setting.weights.statement.transaction;
    this.#run(attempt, 0, begins ? ['transaction'] : KINDS[load]);
    for (let left = LONGEST_TRANSACTION; rehearsal.view(0).inTransaction; left--) {
      if (left > 0) this.#run(attempt, 0, this.#kindsInside());
      else attempt.endTransaction(0);
    }
  }

  /** Several connections take turns, statement by statement. What the model cannot follow is left out. */
  #interleaved(attempt: Attempt): void {
    const { random, rehearsal, setting } = this.#planning;
    const connections = random.between(2, this.#connections);
    for (let left = random.between(4, LONGEST_INTERLEAVING); left > 0; left--) {
      const on = random.below(connections);
      const undo = attempt.mark();
      try {
        const drawn = dialect.generate.statement(random, rehearsal.view(on), setting, this.#kindsInside());
        attempt.run(on, drawn, { accept: followed, isDrawn: true });
      } catch (error) {
        if (!(error instanceof Discard)) throw error;
        undo();
      }
    }
    for (let on = 0; on < connections; on++) {
      if (rehearsal.view(on).inTransaction) attempt.endTransaction(on);
    }
  }

  #kindsInside(): readonly StatementName[] {
    const { random } = this.#planning;
    return random.oneIn(5) ? ['transaction'] : KINDS[this.#balance.next(random)];
  }

  #run(attempt: Attempt, on: number, kinds: readonly StatementName[]): void {
    const { random, rehearsal, setting } = this.#planning;
    attempt.run(on, dialect.generate.statement(random, rehearsal.view(on), setting, kinds), ANYHOW);
  }

  #lacksRows(): boolean {
    const largest = largestOf(this.#planning.rehearsal.view(0).tables);
    return largest !== undefined && largest.rowCount < this.#profile.rows.least;
  }

  /** Many rows at once for the largest table. */
  #bulk(attempt: Attempt): void {
    const { random, rehearsal } = this.#planning;
    const view = rehearsal.view(0);
    const table = largestOf(view.tables) ?? discard('there is no table');
    const many = dialect.generate.insert(random, view, this.#bulkSetting, {
      table,
      rows: this.#profile.rows.batch,
    });
    attempt.run(0, many ?? discard('no INSERT fits'), { isDrawn: true });
  }
}

function largestOf(tables: readonly TableView[]): TableView | undefined {
  let largest: TableView | undefined;
  for (const table of tables) {
    if (table.knowledge === 'exact' && (largest === undefined || table.rowCount > largest.rowCount))
      largest = table;
  }
  return largest;
}

function withoutConflicts(setting: Setting): Setting {
  const { weights } = setting;
  const percent = {
    ...weights.percent,
    conflict: 0,
    resolution: 0,
    upsert: 0,
    insertExpression: 0,
    returning: 0,
  };
  return { ...setting, weights: { ...weights, percent } };
}
