// SQL's `=` between two columns, with the affinity and collation rules of a comparison.

import type { ColumnReference, Expression } from '../../../../sql/ast.ts';
import type { SqlValue } from '../../../../sql/index.ts';
import { compile, type Scope } from '../../evaluate/compile.ts';
import { truth } from '../../evaluate/convert.ts';
import { Unknown } from '../../evaluate/stop.ts';
import type { SourceColumn } from './scope.ts';

const LEFT: ColumnReference = { kind: 'column', name: 'left' };
const RIGHT: ColumnReference = { kind: 'column', name: 'right' };
const EQUAL: Expression = { kind: 'binary', operator: '=', left: LEFT, right: RIGHT };

type Comparable = Pick<SourceColumn, 'affinity' | 'collation'>;

export function comparison(
  left: Comparable,
  right: Comparable,
): (a: SqlValue, b: SqlValue) => boolean | null {
  const scope: Scope = {
    column: (reference) =>
      reference === LEFT
        ? { depth: 0, index: 0, affinity: left.affinity, collation: left.collation }
        : { depth: 0, index: 1, affinity: right.affinity, collation: right.collation },
    subquery: () => {
      throw new Unknown('subquery in a comparison of columns');
    },
  };
  const { evaluate } = compile(EQUAL, scope);
  return (a, b) => truth(evaluate({ row: [a, b] }));
}
