// Random expressions: a construct, with operands of chosen storage classes.

import type { Random } from '../../src/random.ts';
import type { Expression } from '../../src/sql/ast.ts';
import { column, literal } from '../../src/sql/build.ts';
import { type Row, type StorageClass, storageClass } from '../../src/sql/value.ts';
import { CONSTRUCTS, type Construct } from './constructs.ts';
import { COLUMNS } from './table.ts';
import { CLASSES, randomValue } from './values.ts';

const NESTED = CONSTRUCTS.filter(({ aggregate, inexact }) => aggregate !== true && inexact !== true);

export interface Drawn {
  readonly construct: Construct;
  readonly expression: Expression;
  readonly operands: readonly Expression[];
}

export function randomExpression(random: Random, construct: Construct, row: Row, depth: number): Drawn {
  const count = random.between(construct.least, construct.most);
  const operands = Array.from({ length: count }, () =>
    // An aggregate shows something only over different values.
    construct.aggregate === true && !random.oneIn(4)
      ? column(random.pick(COLUMNS).name)
      : operand(random, random.pick(CLASSES), row, depth),
  );
  return { construct, operands, expression: construct.make(random, operands) };
}

/** Now and then with something around it that changes only its affinity or its collation. */
function operand(random: Random, wanted: StorageClass, row: Row, depth: number): Expression {
  const inner = bareOperand(random, wanted, row, depth);
  if (!random.oneIn(10)) return inner;
  return random.pick<Expression>([
    { kind: 'collate', operand: inner, collation: random.pick(['BINARY', 'NOCASE', 'RTRIM'] as const) },
    { kind: 'unary', operator: '+', operand: inner },
    { kind: 'cast', operand: inner, type: random.pick(['INTEGER', 'REAL', 'TEXT', 'BLOB', 'NUMERIC']) },
  ]);
}

/** Most often a literal or a column with a value of the wanted class. */
function bareOperand(random: Random, wanted: StorageClass, row: Row, depth: number): Expression {
  if (depth > 1 && random.oneIn(3)) {
    return randomExpression(random, random.pick(NESTED), row, depth - 1).expression;
  }
  if (random.oneIn(2)) {
    const fitting = COLUMNS.filter((_, i) => storageClass(row[i]) === wanted);
    if (fitting.length > 0) return column(random.pick(fitting).name);
  }
  if (wanted === 'integer' && random.oneIn(8)) {
    return random.pick<Expression>([
      {
        kind: 'hex',
        digits: random.pick(['0', '1f', 'FFFFFFFFFFFFFFFF', '8000000000000000', '7fffffffffffffff']),
      },
      { kind: 'boolean', value: random.oneIn(2) },
    ]);
  }
  return literal(randomValue(random, wanted));
}
