// Ties the mutually recursive generators together.

import type { Random } from '../../../../random.ts';
import type { DatabaseView } from '../../../view.ts';
import { query } from '../queries/select.ts';
import type { Source } from '../queries/source.ts';
import type { Setting } from '../setting.ts';
import { anything } from './anything.ts';
import { value } from './expression-productions.ts';
import type { GenerationContext, Grow } from './generation-context.ts';
import { grammarOf } from './grammar.ts';
import { predicate } from './predicate-productions.ts';

const grow: Grow = { value, predicate, query, anything };

/** The context at the start of a statement that reads these sources. */
export function contextFor(
  random: Random,
  view: DatabaseView,
  setting: Pick<Setting, 'features' | 'weights'>,
  sources: readonly Source[] = [],
): GenerationContext {
  return {
    random,
    grammar: grammarOf(setting.features, setting.weights),
    view,
    sources,
    outer: [],
    pure: false,
    qualified: false,
    outerQualified: false,
    lasting: false,
    rare: false,
    group: null,
    work: 1,
    statement: { aliases: 0, subqueriesLeft: setting.weights.limit.subqueries },
    grow,
  };
}
