// Expressions of any kind, each as likely as the others. By weight alone a kind that is rare would hardly ever stand in a place that is
// rare, too.

import type { Expression } from '../../../../sql/ast.ts';
import { valueOfKind } from './expression-productions.ts';
import { derive, type GenerationContext } from './generation-context.ts';
import { predicateOf } from './predicate-productions.ts';

export function anything(context: GenerationContext): Expression {
  const { random, grammar, pure, statement } = context;
  const made = random.pick(pure || statement.subqueriesLeft <= 0 ? grammar.pureKinds : grammar.kinds);
  const within = context.rare ? derive(context, { rare: false }) : context;
  return made.of === 'condition'
    ? predicateOf(within, made.name, DEPTH)
    : valueOfKind(within, made.name, 'any', DEPTH);
}

const DEPTH = 1;
