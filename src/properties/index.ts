// The properties that come with DIRT, by family. A test checks that every property of this folder is in the list.

import type { Property } from '../index.ts';

import * as configuration from './configuration.ts';
import * as contents from './contents.ts';
import * as equivalence from './equivalence.ts';
import * as faults from './faults.ts';
import * as joins from './joins.ts';
import * as optimiser from './optimiser.ts';
import * as performance from './performance.ts';
import * as precomputed from './precomputed.ts';
import * as queries from './queries.ts';
import * as rows from './rows.ts';
import * as schema from './schema.ts';
import * as tlp from './tlp.ts';
import * as transactions from './transactions.ts';

/** Families by the name of their file. */
export const families: Readonly<Record<string, Readonly<Record<string, Property>>>> = {
  configuration,
  contents,
  equivalence,
  faults,
  joins,
  optimiser,
  performance,
  precomputed,
  queries,
  rows,
  schema,
  tlp,
  transactions,
};

/** In an order of their own: the plans of a seed depend on it, and loaders differ in the order of a module's exports. */
export const builtInProperties: readonly Property[] = Object.values(families).flatMap((family) =>
  Object.keys(family)
    .sort()
    .map((name) => family[name]),
);
