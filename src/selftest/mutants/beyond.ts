// What the model does not follow, or did not for long: mostly the comparison with the reference shows these.

import { type EngineHooks, sql } from '../../index.ts';
import type { Mutant } from '../mutant.ts';
import { withoutLastRow } from '../plant.ts';

/** Calls of functions with these names, changed. */
function calling(names: RegExp, change: (call: sql.Call) => sql.Binary | sql.Call): () => EngineHooks {
  return () => ({
    statement: (statement) =>
      sql.rewrite(statement, (node) => (node.kind === 'call' && names.test(node.name) ? change(node) : node)),
  });
}

const isRecursive = (statement: sql.Statement) =>
  sql.some(statement, (node) => node.kind === 'select' && node.recursive === true);

export const beyond: readonly Mutant[] = [
  {
    name: 'row-numbers-from-zero',
    plants: 'row_number() and rank() begin with 0.',
    workload: 'beyond',
    plant: calling(/^(row_number|rank|dense_rank)$/, (call) => sql.binary(call, '-', sql.integer(1))),
  },
  {
    name: 'partition-ignored',
    plants: 'A window is not partitioned.',
    workload: 'beyond',
    plant: calling(/./, (call) =>
      call.over === undefined ? call : { ...call, over: { ...call.over, partitionBy: [] } },
    ),
  },
  {
    name: 'json-misread',
    plants: 'json_type() and json_quote() give capital letters.',
    workload: 'beyond',
    plant: calling(/^json_(type|quote)$/, (json) => sql.call('upper', json)),
  },
  {
    name: 'days-off-by-one',
    plants: 'julianday() is a day ahead, and unixepoch() a second.',
    workload: 'beyond',
    plant: calling(/^(julianday|unixepoch)$/, (call) => sql.binary(call, '+', sql.integer(1))),
  },
  {
    name: 'recursion-ends-early',
    plants: 'A query with a recursive common table loses its last row.',
    workload: 'beyond',
    plant: () => ({
      rows: (outcome, { statement }) =>
        statement.kind === 'select' && isRecursive(statement) ? withoutLastRow(outcome) : outcome,
    }),
  },
];
