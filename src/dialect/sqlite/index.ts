// SQLite's dialect.

import type { Dialect } from '../dialect.ts';
import {
  catalogue,
  type FeatureId,
  featureIds,
  isCombination,
  isFeatureId,
  isInSqlite,
  requiredFeatures,
} from './features/catalogue.ts';
import { allFeatures, featureSet, without } from './features/feature-set.ts';
import { featuresOf, isSupported } from './features/features-of.ts';
import { otherAnswersTo } from './features/other-answers.ts';
import { prerequisiteOf } from './features/prerequisite.ts';
import { functionsOf, isAggregate } from './functions/lookup.ts';
import { generate } from './generate/index.ts';
import type { StatementName } from './generate/statements/statements.ts';
import type { Weights } from './generate/weights.ts';
import { afterDisconnect, afterRestart } from './model/connection-end.ts';
import { type Database, emptyDatabase } from './model/database.ts';
import { predict } from './model/predict.ts';
import { openStatements } from './model/resume.ts';
import { viewOf } from './model/view-of.ts';
import { printExpression, printStatement } from './print/print.ts';
import { readers } from './read/read.ts';

export const sqlite: Dialect<FeatureId, StatementName, Weights, Database> = {
  name: 'SQLite',
  print: printStatement,
  printExpression,
  functionsOf,
  readers,
  isAggregate,
  features: {
    catalogue,
    ids: featureIds,
    required: requiredFeatures,
    isId: isFeatureId,
    isCombination,
    isNative: isInSqlite,
    prerequisiteOf,
    otherAnswersTo,
    all: allFeatures,
    setOf: featureSet,
    without,
    of: featuresOf,
    isSupported,
  },
  model: {
    empty: emptyDatabase,
    predict,
    ...openStatements,
    viewOf,
    afterDisconnect,
    afterRestart,
    hasSameCommitted: (before, after) => before.committed === after.committed,
  },
  generate,
};
