// Transactions and savepoints: all or nothing, and no other connection sees a part of one.

import { type EngineHooks, NOTHING, type Rows, type sql } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

const isWrite = ({ kind }: sql.Statement) => kind === 'insert' || kind === 'update' || kind === 'delete';

/** The writes of the open transaction of each connection. */
class Writes {
  readonly #open = new Map<number, string[]>();

  follow({ kind }: sql.Statement, connection: number): void {
    if (kind === 'begin') this.#open.set(connection, []);
    if (kind === 'commit' || kind === 'rollback') this.#open.delete(connection);
  }

  add(connection: number, sql: string): void {
    this.#open.get(connection)?.push(sql);
  }

  of(connection: number): readonly string[] {
    return this.#open.get(connection) ?? [];
  }
}

/** In a transaction, such a statement is followed by a COMMIT and a BEGIN of the mutant's own. */
function committingAfter(isSuch: (statement: sql.Statement, result: Rows) => boolean): EngineHooks {
  const open = new Set<number>();
  return {
    run: async ({ statement, connection, go }) => {
      if (statement.kind === 'begin') open.add(connection);
      if (statement.kind === 'commit' || statement.kind === 'rollback') open.delete(connection);
      const outcome = await go();
      if (outcome.kind === 'rows' && open.has(connection) && isSuch(statement, outcome)) {
        await go('COMMIT');
        await go('BEGIN');
      }
      return outcome;
    },
  };
}

export const transactions: readonly Mutant[] = [
  {
    name: 'rollback-keeps-an-insert',
    plants: 'ROLLBACK keeps the last INSERT of the transaction.',
    workload: 'transactions',
    plant: () => {
      const writes = new Writes();
      return {
        run: async ({ statement, text, connection, go }) => {
          const outcome = await go();
          if (outcome.kind !== 'rows') return outcome;
          const kept = statement.kind === 'rollback' ? writes.of(connection).at(-1) : undefined;
          writes.follow(statement, connection);
          if (statement.kind === 'insert') writes.add(connection, text);
          if (kept !== undefined) await go(kept);
          return outcome;
        },
      };
    },
  },
  {
    name: 'rollback-to-ignored',
    plants: 'ROLLBACK TO undoes nothing if the savepoint is within a transaction.',
    workload: 'transactions',
    plant: () => {
      const open = new Set<number>();
      return {
        run: ({ statement, connection, go }) => {
          if (statement.kind === 'begin') open.add(connection);
          if (statement.kind === 'commit' || statement.kind === 'rollback') open.delete(connection);
          return statement.kind === 'rollbackTo' && open.has(connection) ? NOTHING : go();
        },
      };
    },
  },
  {
    name: 'savepoint-keeps-last-write',
    plants: 'ROLLBACK TO keeps the last write.',
    workload: 'transactions',
    plant: () => {
      let last: string | null = null;
      return {
        run: async ({ statement, text, go }) => {
          const outcome = await go();
          if (outcome.kind !== 'rows') return outcome;
          if (statement.kind === 'savepoint') last = null;
          else if (isWrite(statement)) last = text;
          else if (statement.kind === 'rollbackTo' && last !== null) await go(last);
          return outcome;
        },
      };
    },
  },
  {
    name: 'commit-half-applied',
    plants: 'COMMIT of several writes keeps only the first half of them.',
    workload: 'transactions',
    plant: () => {
      const writes = new Writes();
      return {
        run: async ({ statement, text, connection, go }) => {
          const all = writes.of(connection);
          writes.follow(statement, connection);
          if (statement.kind === 'commit' && all.length > 1) {
            await go('ROLLBACK');
            await go('BEGIN');
            for (const write of all.slice(0, all.length >> 1)) await go(write);
          }
          const outcome = await go();
          if (outcome.kind === 'rows' && isWrite(statement)) writes.add(connection, text);
          return outcome;
        },
      };
    },
  },
  {
    name: 'commit-loses-deletes',
    plants: 'COMMIT rolls back if the last write of the transaction was a DELETE.',
    workload: 'transactions',
    plant: () => {
      const writes = new Writes();
      return {
        run: async ({ statement, text, connection, go }) => {
          const last = writes.of(connection).at(-1);
          writes.follow(statement, connection);
          if (statement.kind === 'commit' && last?.startsWith('DELETE')) return go('ROLLBACK');
          const outcome = await go();
          if (outcome.kind === 'rows' && isWrite(statement)) writes.add(connection, text);
          return outcome;
        },
      };
    },
  },
  {
    name: 'reader-without-snapshot',
    plants: 'BEGIN on the second connection does not begin a transaction.',
    workload: 'transactions',
    plant: () => ({
      run: ({ statement, connection, go }) => {
        if (connection === 0) return go();
        return ['begin', 'commit', 'rollback'].includes(statement.kind) ? NOTHING : go();
      },
    }),
  },
  {
    name: 'dirty-reads',
    plants: 'Queries of a whole table on another connection see what the first has not committed.',
    workload: 'transactions',
    plant: () => ({
      run: ({ statement, text, connection, go, goOn }) => {
        const isWhole =
          statement.kind === 'select' && statement.body.kind === 'core' && statement.body.where === undefined;
        return connection > 0 && isWhole ? (goOn(0, text) ?? go()) : go();
      },
    }),
  },
  {
    name: 'busy-swallowed',
    plants: 'A write that finds the database busy is acknowledged and lost.',
    workload: 'transactions',
    plant: () => ({
      run: async ({ statement, go }) => {
        const outcome = await go();
        const isBusy = outcome.kind === 'refused' && outcome.class === 'busy';
        return isBusy && isWrite(statement) ? { ...NOTHING, changes: 1 } : outcome;
      },
    }),
  },
  {
    name: 'write-after-busy-lost',
    plants: 'The next INSERT after one that found the database busy is lost.',
    workload: 'transactions',
    plant: () => {
      const refused = new Set<number>();
      return {
        run: async ({ statement, connection, go }) => {
          if (statement.kind === 'insert' && refused.delete(connection)) return { ...NOTHING, changes: 1 };
          const outcome = await go();
          if (outcome.kind === 'refused' && outcome.class === 'busy') refused.add(connection);
          return outcome;
        },
      };
    },
  },
  {
    name: 'savepoint-release-commits',
    plants: 'RELEASE of a savepoint in a transaction commits the transaction and begins another.',
    workload: 'transactions',
    plant: () => committingAfter(({ kind }) => kind === 'release'),
  },
  {
    name: 'insert-commits-at-once',
    plants: 'An INSERT of a single row commits the transaction that it is part of.',
    workload: 'transactions',
    plant: () => committingAfter(({ kind }, { changes }) => kind === 'insert' && changes === 1),
  },
];
