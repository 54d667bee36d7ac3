// Weights under which everything that can be generated is.

import { defaultWeights, type Weights } from '../../../../src/dialect/sqlite/generate/weights.ts';

export const everything: Weights = {
  ...defaultWeights,
  statement: {
    ...defaultWeights.statement,
    createTrigger: 8,
    dropTrigger: 3,
    viewWrite: 6,
    createView: 4,
    mistakenQuery: 0,
    mistakenWrite: 0,
    mistakenSchema: 0,
  },
  functions: { core: 4, text: 4, number: 4, math: 4, date: 4, json: 4 },
  expression: { ...defaultWeights.expression, current: 3, hex: 3, boolean: 3 },
  fromItem: { ...defaultWeights.fromItem, recursive: 3 },
  transactionMode: { plain: 1, deferred: 1, immediate: 1, exclusive: 1, concurrent: 1 },
  percent: {
    ...defaultWeights.percent,
    window: 15,
    foreignKey: 20,
    upsert: 25,
    constraintConflict: 10,
    notIndexed: 10,
    indexedBy: 10,
    shadow: 20,
    ifExists: 20,
  },
};
