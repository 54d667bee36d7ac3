// Calls of scalar functions, with arguments that make sense, so that calls fail only where a value makes them.

import type { Call, Expression } from '../../../../sql/ast.ts';
import { call, integer, literal } from '../../../../sql/build.ts';
import type { Argument, Want } from '../../functions/function.ts';
import { storedValue } from '../queries/source.ts';
import { permitted, word } from '../values/values.ts';
import type { GenerationContext } from './generation-context.ts';
import { pickColumn } from './leaf.ts';
import { patternFor } from './patterns.ts';

/** Undefined if no function with such a result is supported. */
export function functionCall(context: GenerationContext, want: Want, depth: number): Call | undefined {
  const { random, grammar } = context;
  const choices = (context.pure ? grammar.pureFunctions : grammar.functions)[want];
  if (choices.length === 0) return undefined;
  const { name, draw } = random.weighted(choices);
  const given: Expression[] = [];
  // min() and friends pass the wanted kind on: they give what they take.
  const passedOn = draw.gives === 'any' ? want : 'any';
  const add = (kind: Argument) => given.push(argument(context, kind, passedOn, depth));
  for (const kind of draw.takes) add(kind);
  for (const kind of draw.optional ?? []) if (random.oneIn(2)) add(kind);
  if (draw.more !== undefined) for (let i = random.below(3); i > 0; i--) add(draw.more);
  return call(name, ...given);
}

/** An argument that is `any` is of the kind that is passed on. */
export function argument(
  context: GenerationContext,
  kind: Argument,
  passedOn: Want,
  depth: number,
): Expression {
  const { random, grow, grammar } = context;
  if (typeof kind !== 'string') return literal(kind.length === 1 ? kind[0] : random.pick(kind));
  switch (kind) {
    case 'any':
      return grow.value(context, passedOn, depth - 1);
    case 'number':
    case 'text':
      // Of another class, too: what is made of it is said by SQL.
      return grow.value(context, random.oneIn(WRONG_CLASS_ONE_IN) ? 'any' : kind, depth - 1);
    case 'condition':
      return grow.predicate(context, depth - 1);
    case 'small':
      return random.oneIn(6) ? grow.value(context, 'number', depth - 2) : integer(random.between(-3, 6));
    case 'likePattern':
      return pattern(context, 'LIKE');
    case 'globPattern':
      return pattern(context, 'GLOB');
    case 'hexText':
      if (grammar.features.has('function.hex') && random.oneIn(2)) {
        return call('hex', grow.value(context, 'text', depth - 2));
      }
      return literal(random.pick(HEX_TEXTS));
    case 'time':
      return random.oneIn(4) ? grow.value(context, 'any', 0) : literal(random.pick(TIMES));
    case 'jsonName':
      return literal(word(random, 1));
    case 'jsonable':
      // JSON cannot hold blobs, and any column may have some.
      if (grammar.features.has('function.typeof') && random.oneIn(3)) {
        return call('typeof', grow.value(context, 'any', 0));
      }
      return random.oneIn(2) ? integer(random.between(-5, 5)) : literal(word(random, 2));
  }
}

function pattern(context: GenerationContext, operator: 'LIKE' | 'GLOB'): Expression {
  const { random, grammar } = context;
  const reach = pickColumn(context, 'text');
  const stored = reach && storedValue(random, reach.column);
  return literal(permitted(patternFor(random, operator, stored, ''), grammar));
}

const WRONG_CLASS_ONE_IN = 12;
const HEX_TEXTS = ['', '61', '6162', '4A4b', '616', '61 62', 'zz', '00'];
const TIMES = [
  '2024-02-29',
  '2000-01-01 12:34:56',
  '1969-12-31 23:59:59',
  '12:00',
  '2023-11-05T01:02:03',
  'x',
  '',
];
