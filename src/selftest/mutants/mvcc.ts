// Transactions that run at once in the journal mode mvcc: what they see of each other, and which of two that write the same row comes
// through.

import type { EngineHooks, StatementCall, sql } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

const isWrite = ({ kind }: sql.Statement) => kind === 'insert' || kind === 'update' || kind === 'delete';
const isEnd = ({ kind }: sql.Statement) => kind === 'commit' || kind === 'rollback';

/** Which connections are in a transaction, as far as statements tell. */
class Open {
  readonly #open = new Set<number>();

  follow({ statement, connection }: StatementCall): void {
    if (statement.kind === 'begin') this.#open.add(connection);
    if (isEnd(statement)) this.#open.delete(connection);
  }

  has(connection: number): boolean {
    return this.#open.has(connection);
  }
}

/** Queries of a transaction are answered by another connection, if it is in one itself or if it is not. */
function answeredElsewhere(byOneInTransaction: boolean): EngineHooks {
  const open = new Open();
  return {
    run: (call) => {
      const { statement, connection, text, go, goOn } = call;
      open.follow(call);
      const other = [0, 1, 2].find((each) => each !== connection && open.has(each) === byOneInTransaction);
      const isAsked = statement.kind === 'select' && open.has(connection) && other !== undefined;
      return (isAsked ? goOn(other, text) : null) ?? go();
    },
  };
}

export const mvcc: readonly Mutant[] = [
  {
    name: 'mvcc-dirty-read',
    plants: 'A query of a transaction sees what another has not committed.',
    workload: 'mvcc',
    plant: () => answeredElsewhere(true),
  },
  {
    name: 'mvcc-fuzzy-read',
    plants: 'A query of a transaction sees what others have committed since it began.',
    workload: 'mvcc',
    plant: () => answeredElsewhere(false),
  },
  {
    name: 'mvcc-lost-update',
    plants: 'A write that conflicts with another transaction is repeated on a newer snapshot.',
    workload: 'mvcc',
    plant: () => {
      const open = new Open();
      return {
        run: async (call) => {
          const { statement, connection, go } = call;
          const outcome = await go();
          open.follow(call);
          const isConflict = outcome.kind === 'refused' && outcome.class === 'busy' && isWrite(statement);
          if (!isConflict || !open.has(connection)) return outcome;
          await go('BEGIN CONCURRENT');
          return go();
        },
      };
    },
  },
  {
    name: 'mvcc-half-visible-commit',
    plants: 'COMMIT of several writes keeps all but the last.',
    workload: 'mvcc',
    plant: () => {
      const writes = new Map<number, string[]>();
      return {
        run: async ({ statement, connection, text, go }) => {
          const all = writes.get(connection) ?? [];
          if (statement.kind === 'commit' && all.length > 1) {
            await go('ROLLBACK');
            await go('BEGIN CONCURRENT');
            for (const write of all.slice(0, -1)) await go(write);
          }
          const outcome = await go();
          if (statement.kind === 'begin') writes.set(connection, []);
          if (isEnd(statement)) writes.delete(connection);
          if (outcome.kind === 'rows' && isWrite(statement)) writes.get(connection)?.push(text);
          return outcome;
        },
      };
    },
  },
  {
    name: 'mvcc-rollback-keeps-an-insert',
    plants: 'ROLLBACK keeps the first INSERT of the transaction.',
    workload: 'mvcc',
    plant: () => {
      const inserts = new Map<number, string>();
      return {
        run: async ({ statement, connection, text, go }) => {
          const outcome = await go();
          const kept = inserts.get(connection);
          if (statement.kind === 'begin' || isEnd(statement)) inserts.delete(connection);
          else if (statement.kind === 'insert' && outcome.kind === 'rows' && kept === undefined)
            inserts.set(connection, text);
          if (statement.kind === 'rollback' && outcome.kind === 'rows' && kept !== undefined) await go(kept);
          return outcome;
        },
      };
    },
  },
  {
    name: 'mvcc-checkpoint-brings-rows-back',
    plants: 'After a checkpoint the table that was deleted from last has its first row twice.',
    workload: 'mvcc',
    plant: () => {
      let table: string | null = null;
      return {
        run: async ({ statement, go }) => {
          const outcome = await go();
          if (statement.kind === 'delete' && outcome.kind === 'rows') table = statement.table;
          if (statement.kind === 'pragma' && statement.name === 'wal_checkpoint' && table !== null)
            await go(`INSERT OR IGNORE INTO ${table} SELECT * FROM ${table} LIMIT 1`);
          return outcome;
        },
      };
    },
  },
];
