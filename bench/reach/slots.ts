// The slots of the grammar, and what stands in them: `core.where`, `join.on`, `scalar:select.limit`. A query is told by what it stands in,
// since what may stand in LIMIT of a scalar subquery and of a view is not the same question.

import type { Call, Statement } from '../../src/sql/ast.ts';
import type { Held, Sort, Sorts } from '../../src/sql/grammar.ts';
import type { Path } from '../../src/sql/places.ts';
import { givenIn } from '../../src/sql/places.ts';

export interface Filled {
  readonly slot: string;
  /** Of what stands in it. */
  readonly sort: 'expression' | 'from' | 'body';
  readonly kind: string;
  readonly path: Path;
}

/** Whether a call is of an aggregate. */
export type IsAggregate = (call: Call) => boolean;

/** Every expression, source and body of a statement with its slot. */
export function* filledIn(statement: Statement, isAggregate: IsAggregate): Generator<Filled> {
  yield* below('statement', statement, statement.kind, []);

  function* below(sort: Sort, part: Sorts[Sort], name: string, path: Path): Generator<Filled> {
    for (const { key, held, value } of givenIn({ sort, part } as Parameters<typeof givenIn>[0]))
      yield* heldIn(held, value, `${name}.${key}`, name, [...path, key]);
  }

  function* heldIn(held: Held, value: unknown, slot: string, around: string, path: Path): Generator<Filled> {
    if (held.holds === 'list') {
      if (!Array.isArray(value)) return;
      for (let i = 0; i < value.length; i++) yield* heldIn(held.of, value[i], slot, around, [...path, i]);
      return;
    }
    if (held.holds !== 'node') return;
    const part = value as Sorts[Sort];
    const { sort } = held;
    if (sort === 'expression' || sort === 'from' || sort === 'body')
      yield { slot, sort, kind: kindOf(part as Sorts[typeof sort], isAggregate), path };
    yield* below(sort, part, nameOf(sort, part, around, isAggregate), path);
  }
}

function nameOf(sort: Sort, part: Sorts[Sort], around: string, isAggregate: IsAggregate): string {
  if (sort === 'select') return `${around.replace(/:select$/, '')}:select`;
  if (sort === 'expression') return kindOf(part as Sorts['expression'], isAggregate);
  if (sort === 'constraint') return `${(part as Sorts['constraint']).kind}Constraint`;
  return 'kind' in part ? (part.kind as string) : sort;
}

const ARITHMETIC = new Set(['+', '-', '*', '/', '%', '&', '|', '<<', '>>', '||']);

/** Operators and functions that are computed in different ways are different kinds. */
function kindOf(part: Sorts['expression'] | Sorts['from'] | Sorts['body'], isAggregate: IsAggregate): string {
  if (part.kind === 'binary')
    return part.operator === 'AND' || part.operator === 'OR'
      ? 'logic'
      : ARITHMETIC.has(part.operator)
        ? 'arithmetic'
        : 'comparison';
  if (part.kind !== 'call') return part.kind;
  if (part.over !== undefined) return 'window';
  return isAggregate(part) ? 'aggregate' : 'function';
}
