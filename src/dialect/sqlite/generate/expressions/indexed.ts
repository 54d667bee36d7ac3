// What indexes compute, and what partial ones hold: repeated where a query could use the index for it, or must not.

import type { BinaryOperator, Expression } from '../../../../sql/ast.ts';
import { binary, column as columnNamed, isNotNull, not } from '../../../../sql/build.ts';
import { mapColumns } from '../../../../sql/index.ts';
import type { IndexView } from '../../../view.ts';
import type { Source } from '../queries/source.ts';
import { atStoredRow } from './at-stored-row.ts';
import type { GenerationContext } from './generation-context.ts';

interface Found {
  readonly source: Source;
  readonly index: IndexView;
}

/** An index of one of the sources, rather one that computes something. */
function pickIndex({ random, sources }: GenerationContext): Found | undefined {
  const owners = sources.filter(({ indexes }) => indexes.length > 0);
  if (owners.length === 0) return undefined;
  const source = random.pick(owners);
  const isPlain = ({ columns, where }: IndexView) =>
    where === undefined && columns.every(({ expression }) => expression.kind === 'column');
  const index = random.pick(source.indexes);
  return { source, index: isPlain(index) ? random.pick(source.indexes) : index };
}

/** As the index's source is called in the query. */
function qualified(expression: Expression, { name }: Source): Expression {
  return mapColumns(expression, (column) => columnNamed(column.name, name));
}

/** One of the columns of an index as the index computes it, with its collation, another one, or none; undefined without indexes. */
export function indexedValue(context: GenerationContext): Expression | undefined {
  const found = pickIndex(context);
  if (found === undefined) return undefined;
  const { random, grammar } = context;
  const { columns } = found.index;
  const { expression, collation } = random.oneIn(3) ? random.pick(columns) : columns[0];
  const computed = qualified(expression, found.source);
  const mayCollate = grammar.features.has('expression.collate');
  if (mayCollate && collation !== undefined && random.oneIn(2))
    return { kind: 'collate', operand: computed, collation };
  if (mayCollate && random.oneIn(8))
    return { kind: 'collate', operand: computed, collation: random.pick(grammar.collations) };
  return computed;
}

/** A condition that an index could answer: about what it computes, and about the rows that it holds. Undefined without indexes. */
export function indexedCondition(context: GenerationContext): Expression | undefined {
  const { random, grammar } = context;
  const { features } = grammar;
  const found = pickIndex(context);
  if (found === undefined) return undefined;
  const { where, columns } = found.index;
  const held = where && qualified(where, found.source);
  if (held !== undefined && random.oneIn(6)) return besideHeld(context, held);
  const compared = answered(context, found);
  const second =
    columns.length > 1 && features.has('operator.AND') && random.oneIn(3)
      ? binary(compared, 'AND', answered(context, found, 1))
      : compared;
  if (held === undefined || !features.has('operator.AND') || random.oneIn(5)) return second;
  return random.oneIn(8) && features.has('unary.NOT')
    ? binary(not(held), 'AND', second)
    : binary(held, 'AND', second);
}

/** What implies that the index holds a row, or does not. */
function besideHeld(context: GenerationContext, held: Expression): Expression {
  const { random, grammar, grow } = context;
  const { features } = grammar;
  switch (random.below(4)) {
    case 0:
      return features.has('unary.NOT') ? not(held) : held;
    case 1:
      return features.has('operator.OR') ? binary(held, 'OR', grow.predicate(context, 0)) : held;
    case 2: {
      const isColumn = held.kind === 'binary' && held.left.kind === 'column';
      return isColumn && features.has('expression.nullTest') ? isNotNull(held.left) : held;
    }
    default:
      return held;
  }
}

/** One column of the index compared with what a stored row has there. */
function answered(context: GenerationContext, { source, index }: Found, position = 0): Expression {
  const { random, grammar } = context;
  const { features } = grammar;
  const { expression, collation } = index.columns[position];
  const computed = qualified(expression, source);
  const left: Expression =
    collation !== undefined && features.has('expression.collate') && !random.oneIn(3)
      ? { kind: 'collate', operand: computed, collation }
      : computed;
  const met = () => atStoredRow(context, computed);
  switch (random.below(8)) {
    case 0:
      if (features.has('expression.inList'))
        return { kind: 'inList', operand: left, list: [met(), met()], negated: random.oneIn(6) };
      break;
    case 1:
      if (features.has('expression.between'))
        return { kind: 'between', operand: left, low: met(), high: met(), negated: random.oneIn(6) };
      break;
    case 2:
      if (features.has('expression.nullTest') && random.oneIn(2))
        return { kind: 'nullTest', form: random.oneIn(2) ? 'ISNULL' : 'NOTNULL', operand: left };
      break;
    case 3:
      // The other way round.
      return binary(met(), mirrored(random.weighted(grammar.comparisons)), left);
  }
  return binary(left, random.weighted(grammar.comparisons), met());
}

function mirrored(operator: BinaryOperator): BinaryOperator {
  const other: Partial<Record<BinaryOperator, BinaryOperator>> = {
    '<': '>',
    '>': '<',
    '<=': '>=',
    '>=': '<=',
  };
  return other[operator] ?? operator;
}
