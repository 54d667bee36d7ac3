// Rows that are written wrongly, not deleted, or not found.

import { sql } from '../../index.ts';
import type { Mutant } from '../mutant.ts';
import { filteredTable, withoutLastRow } from '../plant.ts';

export const rows: readonly Mutant[] = [
  {
    name: 'filter-loses-last-row',
    plants: 'A query with a WHERE that finds more than three rows loses the last one.',
    workload: 'queries',
    plant: () => ({
      rows: (outcome, { statement }) =>
        filteredTable(statement) !== null && outcome.rows.length > 3 ? withoutLastRow(outcome) : outcome,
    }),
  },
  {
    name: 'single-match-lost',
    plants: 'A filtered query that finds a single row returns none.',
    workload: 'queries',
    plant: () => ({
      rows: (outcome, { statement }) =>
        filteredTable(statement) !== null && outcome.rows.length === 1 ? withoutLastRow(outcome) : outcome,
    }),
  },
  {
    name: 'delete-skips-a-row',
    plants: 'DELETE with a WHERE leaves the first row of the table.',
    workload: 'queries',
    plant: () => ({
      run: async ({ statement, go }) => {
        if (statement.kind !== 'delete' || statement.where === undefined) return go();
        const name = statement.alias ?? statement.table;
        const isLater = `${name}.rowid <> (SELECT min(rowid) FROM ${statement.table})`;
        const where = sql.and(statement.where, { kind: 'rawExpression', sql: isLater });
        const outcome = await go(sql.print({ ...statement, where }));
        return outcome.kind === 'refused' && outcome.class === 'other' ? go() : outcome;
      },
    }),
  },
  {
    name: 'insert-loses-last-row',
    plants: 'An INSERT of three rows or more stores all but the last.',
    workload: 'queries',
    plant: () => ({
      statement: (statement) => {
        if (statement.kind !== 'insert' || statement.source.kind !== 'values') return statement;
        const { source } = statement;
        if (source.rows.length < 3) return statement;
        return { ...statement, source: { ...source, rows: source.rows.slice(0, -1) } };
      },
    }),
  },
  {
    name: 'update-cuts-texts',
    plants: 'A text that an UPDATE writes is cut after eight characters.',
    workload: 'queries',
    plant: () => ({
      statement: (statement) => {
        if (statement.kind !== 'update') return statement;
        const set = statement.set.map((assignment) =>
          assignment.value.kind === 'literal' && typeof assignment.value.value === 'string'
            ? { ...assignment, value: sql.call('substr', assignment.value, sql.integer(1), sql.integer(8)) }
            : assignment,
        );
        return { ...statement, set };
      },
    }),
  },
  {
    name: 'copy-loses-duplicates',
    plants: 'CREATE TABLE AS copies equal rows once.',
    workload: 'queries',
    plant: () => ({
      statement: (statement) =>
        statement.kind === 'createTableAs' && statement.select.body.kind === 'core'
          ? {
              ...statement,
              select: { ...statement.select, body: { ...statement.select.body, distinct: true } },
            }
          : statement,
    }),
  },
  {
    name: 'copy-scan-loses-a-row',
    plants: 'A filtered query of a table that CREATE TABLE AS made loses its last row.',
    workload: 'queries',
    plant: () => {
      const copies = new Set<string>();
      return {
        rows: (outcome, { statement }) => {
          if (statement.kind === 'createTableAs') copies.add(statement.name);
          const from = filteredTable(statement);
          return from !== null && copies.has(from.name) ? withoutLastRow(outcome) : outcome;
        },
      };
    },
  },
];
