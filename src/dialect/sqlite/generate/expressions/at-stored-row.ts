// An expression with the values of one stored row in place of its columns: compared with it, the expression meets that row.

import type { Expression } from '../../../../sql/ast.ts';
import { literal } from '../../../../sql/build.ts';
import { mapColumns } from '../../../../sql/index.ts';
import { permitted } from '../values/values.ts';
import type { GenerationContext } from './generation-context.ts';
import { comparand } from './leaf.ts';

export function atStoredRow(context: GenerationContext, expression: Expression): Expression {
  const { random, grammar } = context;
  const positions = new Map<unknown, number>();
  return mapColumns(expression, (reference) => {
    for (const source of context.sources) {
      if (reference.table !== undefined && reference.table !== source.name) continue;
      const column = source.columns.find(({ name }) => name === reference.name);
      if (column === undefined) continue;
      const { sample } = column;
      if (sample === undefined || sample.rowCount === 0) return literal(comparand(context, column));
      let position = positions.get(source);
      if (position === undefined) positions.set(source, (position = random.below(sample.rowCount)));
      if (position < sample.rowCount)
        return literal(permitted(sample.rowAt(position)[column.position], grammar));
    }
    return literal(1n);
  });
}
