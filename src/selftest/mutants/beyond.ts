// What the model does not follow: only the reference can tell.

import { someNode } from '../../model/walk.ts';
import type { Binary, Call, Statement } from '../../sql/ast.ts';
import { binary, call, integer } from '../../sql/build.ts';
import type { Mutant } from '../mutant.ts';
import { running, telling, withoutLastRow } from '../plant.ts';
import { rewrite } from '../rewrite.ts';

/** Calls of functions with these names, changed. */
function calling(names: RegExp, change: (call: Call) => Binary | Call) {
  return () =>
    running((statement) =>
      rewrite(statement, (node) => (node.kind === 'call' && names.test(node.name) ? change(node) : node)),
    );
}

const isRecursive = (statement: Statement) =>
  someNode(statement, (node) => 'recursive' in node && node.recursive === true);

export const beyond: readonly Mutant[] = [
  {
    name: 'row-numbers-from-zero',
    plants: 'row_number() and rank() begin with 0.',
    workload: 'beyond',
    plant: calling(/^(row_number|rank|dense_rank)$/, (call) => binary(call, '-', integer(1))),
  },
  {
    name: 'window-frame-ignored',
    plants: 'A window with a frame covers its whole partition.',
    workload: 'beyond',
    plant: calling(/./, (call) => {
      if (call.over === undefined) return call;
      const { frame, ...over } = call.over;
      return { ...call, over: frame === undefined ? over : { ...over, frame: WHOLE } };
    }),
  },
  {
    name: 'json-misread',
    plants: 'json_type() and json_quote() give capital letters.',
    workload: 'beyond',
    plant: calling(/^json_(type|quote)$/, (json) => call('upper', json)),
  },
  {
    name: 'days-off-by-one',
    plants: 'julianday() is a day ahead.',
    workload: 'beyond',
    plant: calling(/^julianday$/, (call) => binary(call, '+', integer(1))),
  },
  {
    name: 'recursion-ends-early',
    plants: 'A query with a recursive common table loses its last row.',
    workload: 'beyond',
    plant: () =>
      telling((outcome, { statement }) =>
        statement.kind === 'select' && isRecursive(statement) ? withoutLastRow(outcome) : outcome,
      ),
  },
];

const WHOLE = 'ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING';
