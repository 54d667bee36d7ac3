// The planted bugs, by family. A new one is one declaration in the file of its family.

import type { Mutant } from '../mutant.ts';
import { aggregates } from './aggregates.ts';
import { asyncIo } from './async-io.ts';
import { beyond } from './beyond.ts';
import { collations } from './collations.ts';
import { compounds } from './compounds.ts';
import { constraints } from './constraints.ts';
import { counts } from './counts.ts';
import { crashes } from './crashes.ts';
import { deaths } from './deaths.ts';
import { determinism } from './determinism.ts';
import { distinct } from './distinct.ts';
import { indexes } from './indexes.ts';
import { ioErrors } from './io-errors.ts';
import { joins } from './joins.ts';
import { mistakes } from './mistakes.ts';
import { mvcc } from './mvcc.ts';
import { nulls } from './nulls.ts';
import { openStatements } from './open-statements.ts';
import { ordering } from './ordering.ts';
import { paper } from './paper.ts';
import { places } from './places.ts';
import { rows } from './rows.ts';
import { schema } from './schema.ts';
import { slots } from './slots.ts';
import { storage } from './storage.ts';
import { transactions } from './transactions.ts';
import { turso } from './turso.ts';
import { types } from './types.ts';
import { ways } from './ways.ts';

export const mutantFamilies: Readonly<Record<string, readonly Mutant[]>> = {
  paper,
  nulls,
  types,
  collations,
  distinct,
  joins,
  compounds,
  ordering,
  aggregates,
  rows,
  counts,
  indexes,
  constraints,
  schema,
  transactions,
  openStatements,
  mvcc,
  asyncIo,
  storage,
  crashes,
  ioErrors,
  deaths,
  determinism,
  beyond,
  slots,
  places,
  mistakes,
  ways,
  turso,
};

export const mutants: readonly Mutant[] = Object.values(mutantFamilies).flat();
