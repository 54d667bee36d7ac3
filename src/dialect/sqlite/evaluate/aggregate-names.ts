// Which calls are aggregates: min() and max() only with one argument.

import type { Call } from '../../../sql/ast.ts';

const ALWAYS = new Set(['count', 'sum', 'total', 'avg', 'group_concat', 'string_agg']);

export function isAggregate(call: Call): boolean {
  if (ALWAYS.has(call.name)) return call.over === undefined;
  return (
    (call.name === 'min' || call.name === 'max') && call.arguments.length === 1 && call.over === undefined
  );
}
