// Statements that are left before their end: what they give when they go on, and what becomes of what they wrote.

import { type EngineHooks, NOTHING, type sql } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

const isWriting = ({ kind }: sql.Statement) => kind === 'insert' || kind === 'update' || kind === 'delete';

/** A query that goes on gives nothing more once such a statement has run on its connection. */
function losingRestAfter(isSuch: (statement: sql.Statement) => boolean): EngineHooks {
  /** How many such statements have run on each connection. */
  const ran = new Map<number, number>();
  const begun = new Map<sql.Statement, number>();
  return {
    run: async ({ statement, connection, go }) => {
      const outcome = await go();
      if (outcome.kind === 'rows' && isSuch(statement)) ran.set(connection, (ran.get(connection) ?? 0) + 1);
      return outcome;
    },
    resume: ({ how, given, statement, connection, go }) => {
      const count = ran.get(connection) ?? 0;
      if (how.kind !== 'take' || given.length === 0) begun.set(statement, count);
      return how.kind === 'take' && begun.get(statement) !== count && !isWriting(statement)
        ? { ...NOTHING, changes: null }
        : go();
    },
  };
}

export const openStatements: readonly Mutant[] = [
  {
    name: 'left-query-ends-with-another',
    plants: 'A query that was left gives nothing more once another query of its connection has ended.',
    workload: 'openStatements',
    plant: () => losingRestAfter(({ kind }) => kind === 'select'),
  },
  {
    name: 'left-query-ends-at-commit',
    plants: 'A query that was left gives nothing more after a COMMIT on its connection.',
    workload: 'openStatements',
    plant: () => losingRestAfter(({ kind }) => kind === 'commit'),
  },
  {
    name: 'left-query-repeats-a-row',
    plants: 'A query that goes on begins with the row that it gave last.',
    workload: 'openStatements',
    plant: () => ({
      resume: async ({ how, given, go }) => {
        const outcome = await go();
        const last = given.at(-1);
        if (how.kind !== 'take' || last === undefined || outcome.kind !== 'rows') return outcome;
        return { ...outcome, rows: [last, ...outcome.rows.slice(outcome.isOpen ? 1 : 0)] };
      },
    }),
  },
  {
    name: 'reset-goes-on',
    plants: 'A statement that was reset goes on where it was left.',
    workload: 'openStatements',
    plant: () => ({ resume: ({ how, go }) => (how.kind === 'reset' ? NOTHING : go()) }),
  },
  {
    name: 'abandoned-writer-keeps-its-lock',
    plants: 'A statement that is given up after it has written keeps the lock.',
    workload: 'openStatements',
    plant: () => {
      const over = new Set<sql.Statement>();
      return {
        resume: async ({ how, statement, go }) => {
          if (how.kind === 'close' && isWriting(statement) && !over.has(statement)) return NOTHING;
          const outcome = await go();
          if (outcome.kind === 'rows' && !outcome.isOpen) over.add(statement);
          return outcome;
        },
      };
    },
  },
  {
    name: 'abandoned-insert-half-done',
    plants: 'An INSERT that is given up leaves all of its rows but the last.',
    workload: 'openStatements',
    plant: () => {
      const over = new Set<sql.Statement>();
      return {
        resume: async ({ how, statement, go, run }) => {
          const outcome = await go();
          if (outcome.kind === 'rows' && how.kind === 'take' && !outcome.isOpen) over.add(statement);
          if (how.kind === 'close' && statement.kind === 'insert' && !over.has(statement)) {
            const { table } = statement;
            await run(`DELETE FROM ${table} WHERE rowid = (SELECT max(rowid) FROM ${table})`);
          }
          return outcome;
        },
      };
    },
  },
];
