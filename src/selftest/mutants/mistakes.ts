// What must be refused and is accepted, and expressions that an index computes.

import { type EngineHooks, sql } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

/** Queries that are refused with such a message give no rows, and other statements do nothing. */
function accepting(message: RegExp): () => EngineHooks {
  return () => ({
    run: async (call) => {
      const outcome = await call.go();
      if (outcome.kind !== 'refused' || !message.test(outcome.message)) return outcome;
      return { kind: 'rows', rows: [], changes: 0 };
    },
  });
}

/** The expressions that indexes compute, as text without qualifiers, from the statements that create them. */
function noting(change: (node: sql.Node, isIndexed: (expression: sql.Expression) => boolean) => sql.Node) {
  return (): EngineHooks => {
    const indexed = new Set<string>();
    const key = (expression: sql.Expression) => {
      const shown: sql.Select = {
        kind: 'select',
        body: { kind: 'core', columns: [{ kind: 'expression', expression }] },
      };
      const bare = sql.rewrite(shown, (node) => (node.kind === 'column' ? sql.column(node.name) : node));
      return JSON.stringify(bare, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
    };
    return {
      statement: (statement) => {
        if (statement.kind === 'createIndex') {
          for (const { expression } of statement.columns)
            if (expression.kind !== 'column') indexed.add(key(expression));
          return statement;
        }
        if (indexed.size === 0) return statement;
        const isIndexed = (each: sql.Expression) => each.kind !== 'column' && indexed.has(key(each));
        return sql.rewrite(statement, (node) => change(node, isIndexed));
      },
    };
  };
}

export const mistakes: readonly Mutant[] = [
  {
    name: 'unknown-columns-accepted',
    plants: 'A query that names a column that does not exist gives no rows.',
    workload: 'queries',
    plant: accepting(/no such column/),
  },
  {
    name: 'misused-aggregate-accepted',
    plants: 'An aggregate where there are no groups gives no rows.',
    workload: 'queries',
    plant: accepting(/misuse of aggregate|aggregate functions are not allowed/),
  },
  {
    name: 'columns-of-one-name-accepted',
    plants: 'A table may have two columns of one name.',
    workload: 'schemas',
    plant: accepting(/duplicate column name/),
  },
  {
    name: 'index-expression-shown-as-null',
    plants: 'A result column that an index computes is NULL.',
    workload: 'writes',
    plant: noting((node, isIndexed) => {
      if (node.kind !== 'core') return node;
      const columns = node.columns.map((column) =>
        column.kind === 'expression' && isIndexed(column.expression)
          ? { ...column, expression: sql.NULL }
          : column,
      );
      return { ...node, columns };
    }),
  },
];
