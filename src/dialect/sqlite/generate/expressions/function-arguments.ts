// Calls of scalar functions with arguments that make sense, so that calls fail only where a value makes them.

import type { Call, Expression } from '../../../../sql/ast.ts';
import { call, literal } from '../../../../sql/build.ts';
import { storedValue } from '../queries/source.ts';
import { permitted, word } from '../values/values.ts';
import type { Context, Want } from './context.ts';
import type { ArgumentKind } from './function-table.ts';
import { pickColumn } from './leaf.ts';
import { patternFor } from './patterns.ts';

/** Undefined if no function with such a result is supported. */
export function functionCall(context: Context, want: Want, depth: number): Call | undefined {
  const { random, grammar } = context;
  const choices = (context.pure ? grammar.pureFunctions : grammar.functions)[want];
  if (choices.length === 0) return undefined;
  const spec = random.weighted(choices);
  const given: Expression[] = [];
  // min() and friends pass the wanted kind on: they give what they take.
  const passedOn = spec.result === 'any' ? want : 'any';
  const add = (kind: ArgumentKind) => given.push(argument(context, kind, spec.name, passedOn, depth));
  for (const kind of spec.arguments) add(kind);
  for (const kind of spec.optional ?? []) if (random.oneIn(2)) add(kind);
  if (spec.more !== undefined) for (let i = random.below(3); i > 0; i--) add(spec.more);
  return call(spec.name, ...given);
}

function argument(
  context: Context,
  kind: ArgumentKind,
  name: string,
  passedOn: Want,
  depth: number,
): Expression {
  const { random, grow, grammar } = context;
  switch (kind) {
    case 'any':
      return grow.value(context, passedOn, depth - 1);
    case 'number':
    case 'text':
      return grow.value(context, kind, depth - 1);
    case 'condition':
      return grow.predicate(context, depth - 1);
    case 'small':
      return random.oneIn(6) ? grow.value(context, 'number', depth - 2) : integer(random.between(-3, 6));
    case 'digits':
      return integer(random.between(-1, 4));
    case 'length':
      return integer(random.between(0, 6));
    case 'codepoint':
      return integer(random.pick(CODEPOINTS));
    case 'probability':
      return literal(random.pick(PROBABILITIES));
    case 'pattern':
      return pattern(context, name);
    case 'characters':
      return literal(random.pick(CHARACTERS));
    case 'hexText':
      if (grammar.features.has('function.hex') && random.oneIn(2)) {
        return call('hex', grow.value(context, 'text', depth - 2));
      }
      return literal(random.pick(HEX_TEXTS));
    case 'template':
      return literal(random.pick(TEMPLATES));
    case 'time':
      return random.oneIn(4) ? grow.value(context, 'any', 0) : literal(random.pick(TIMES));
    case 'modifier':
      return literal(random.pick(MODIFIERS));
    case 'timeTemplate':
      return literal(random.pick(TIME_TEMPLATES));
    case 'json':
      return literal(random.pick(JSON_TEXTS));
    case 'jsonName':
      return literal(word(random, 1));
    case 'jsonPath':
      return literal(random.pick(JSON_PATHS));
    case 'jsonable':
      // JSON cannot hold blobs, and any column may have some.
      if (grammar.features.has('function.typeof') && random.oneIn(3)) {
        return call('typeof', grow.value(context, 'any', 0));
      }
      return random.oneIn(2) ? integer(random.between(-5, 5)) : literal(word(random, 2));
  }
}

function pattern(context: Context, name: string): Expression {
  const { random, grammar } = context;
  const reach = pickColumn(context, 'text');
  const stored = reach && storedValue(random, reach.column);
  return literal(permitted(patternFor(random, name === 'like' ? 'LIKE' : 'GLOB', stored, ''), grammar));
}

const integer = (value: number): Expression => literal(BigInt(value));

const CODEPOINTS = [65, 97, 98, 48, 49, 32, 37, 95, 228, 8364, 128512];
const PROBABILITIES = [0.0625, 0.25, 0.5, 0.9375];
const CHARACTERS = ['a', 'A', ' ', 'ab', '', '0', '1', '.', 'xyz'];
const HEX_TEXTS = ['', '61', '6162', '4A4b', '616', '61 62', 'zz', '00'];
const TEMPLATES = [
  '%d',
  '%s',
  '%5d|',
  '%-6s|',
  '%x',
  '%Q',
  '%q',
  '%.2s',
  '%%%s',
  '%05d',
  '%c',
  '%.2f',
  '%d %s',
  '%i;%s',
];
const TIMES = [
  '2024-02-29',
  '2000-01-01 12:34:56',
  '1969-12-31 23:59:59',
  '12:00',
  '2023-11-05T01:02:03',
  'x',
  '',
];
const MODIFIERS = [
  '+1 day',
  '-1 month',
  'start of month',
  '+1 year',
  'weekday 0',
  'start of day',
  '+90 minutes',
];
const TIME_TEMPLATES = ['%Y-%m-%d', '%H:%M:%S', '%s', '%j', '%w', '%d/%m'];
const JSON_TEXTS = ['{"a":1,"b":[1,2,"x"]}', '[1,2.5,null,"a",true]', '[]', '{}', '"text"', '12', 'null'];
const JSON_PATHS = ['$', '$.a', '$.b', '$.b[1]', '$[0]', '$[3]', '$.none'];
