// Puts what a group drew in the place of its references. What comes out can be printed and predicted.

import { invariant } from '../errors.ts';
import type {
  BodyReference,
  DrawReference,
  Expression,
  Insert,
  Literal,
  SelectBody,
  Statement,
} from '../sql/ast.ts';
import { mapChildren, type Node, rewrittenBody, rewrittenCondition } from '../sql/index.ts';
import type { Draw } from './plan.ts';

type Draws = Readonly<Record<string, Draw>>;

/** The statement without references to draws; the very same object when it has none. */
export function expand(statement: Statement, draws: Draws): Statement {
  if (isEmpty(draws)) return statement;
  const expanded = (node: Node): Node => {
    if (node.kind === 'draw') return expanded(drawn(node, draws));
    return mapChildren(node.kind === 'insert' ? withRows(node, draws) : node, expanded);
  };
  return expanded(statement) as Statement;
}

function isEmpty(draws: Draws): boolean {
  for (const _ in draws) return false;
  return true;
}

function drawn(reference: DrawReference | BodyReference, draws: Draws): Expression | SelectBody {
  const draw = drawNamed(reference.draw, draws);
  const { rewritten } = reference;
  switch (draw.kind) {
    case 'expressionDraw':
      return rewritten === undefined ? draw.expression : rewrittenCondition(draw.expression, rewritten);
    case 'queryDraw':
      return rewritten === undefined ? draw.body : rewrittenBody(draw.body, rewritten);
    case 'rowDraw': {
      const column = 'column' in reference ? reference.column : undefined;
      invariant(column !== undefined, 'a drawn row is referenced by column');
      return valueIn(draw, column);
    }
  }
}

function drawNamed(name: string, draws: Draws): Draw {
  const draw = draws[name];
  invariant(draw !== undefined, `draw ${name} exists`);
  return draw;
}

/** What a drawn row has in a column: NULL if nothing, also in one that is called like what every object has. */
export function valueIn({ values }: Extract<Draw, { kind: 'rowDraw' }>, column: string): Literal {
  return { kind: 'literal', value: Object.hasOwn(values, column) ? values[column] : null };
}

/** A drawn row in VALUES takes the insert's column list, so that the two stay in step when a column is dropped. */
function withRows(insert: Insert, draws: Draws): Insert {
  const { columns, source } = insert;
  if (source.kind !== 'values' || source.rows.every((row) => !('draw' in row))) return insert;
  const rows = source.rows.map((row) => {
    if (!('draw' in row)) return row;
    invariant(columns !== undefined, 'an insert of a drawn row lists its columns');
    const draw = drawNamed(row.draw, draws);
    invariant(draw.kind === 'rowDraw', `draw ${row.draw} is a row`);
    return columns.map((column) => valueIn(draw, column));
  });
  return { ...insert, source: { kind: 'values', rows } };
}
