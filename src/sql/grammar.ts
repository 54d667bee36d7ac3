// The grammar of the AST as one table: for every sort of place, what can stand in it, field by field. Validation, walks, renaming,
// shrinking and the random trees of the tests derive from it.

import { branch, expressions, rewriting, window } from './grammar/expressions.ts';
import type { Grammar } from './grammar/field.ts';
import { bodies, commonTable, fromItems, orderTerm, resultColumns, select } from './grammar/queries.ts';
import {
  alterations,
  assignment,
  columnDefinition,
  columnKey,
  columnRule,
  constraints,
  drawnRow,
  generated,
  indexedColumn,
  insertSources,
  statements,
  upsert,
  upsertTarget,
} from './grammar/statements.ts';

export type { Drawn, Held, Namespace, NodeSorts, Sort, Sorts } from './grammar/field.ts';

export const grammar = {
  expression: { kinds: expressions },
  branch: { fields: branch },
  window: { fields: window },
  select: { kinds: { select } },
  commonTable: { fields: commonTable },
  body: { kinds: bodies },
  resultColumn: { kinds: resultColumns },
  from: { kinds: fromItems },
  orderTerm: { fields: orderTerm },
  statement: { kinds: statements },
  columnDefinition: { fields: columnDefinition },
  columnKey: { fields: columnKey },
  columnRule: { fields: columnRule },
  generated: { fields: generated },
  indexedColumn: { fields: indexedColumn },
  constraint: { kinds: constraints },
  alteration: { kinds: alterations },
  insertSource: { kinds: insertSources },
  drawnRow: { fields: drawnRow },
  rewriting: { fields: rewriting },
  upsert: { fields: upsert },
  upsertTarget: { fields: upsertTarget },
  assignment: { fields: assignment },
} satisfies Grammar;
