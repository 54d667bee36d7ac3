// Planted in Turso: bugs of other families, on another engine.

import type { Mutant } from '../mutant.ts';
import { crashes } from './crashes.ts';
import { deaths } from './deaths.ts';
import { nulls } from './nulls.ts';
import { paper } from './paper.ts';
import { rows } from './rows.ts';
import { schema } from './schema.ts';
import { transactions } from './transactions.ts';

const PLANTED: readonly string[] = [
  'limit-off-by-one',
  'between-excludes-its-end',
  'not-null-is-true',
  'filter-loses-last-row',
  'insert-loses-last-row',
  'rollback-keeps-an-insert',
  'double-create-accepted',
  'panic-after-many-inserts',
  'log-not-synced',
];

export const turso: readonly Mutant[] = [paper, nulls, rows, transactions, schema, deaths, crashes]
  .flat()
  .filter(({ name }) => PLANTED.includes(name))
  .map((mutant) => ({ ...mutant, name: `turso-${mutant.name}`, workload: 'turso' }));
