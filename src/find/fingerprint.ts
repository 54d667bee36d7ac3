// One defect, one fingerprint: the signature of its failure with the features of the minimal plan. Names and values are
// not part of it, so different seeds meet in the same place.

import { dialect } from '../dialect/index.ts';
import { type Plan, unrehearsed } from '../plan/index.ts';
import { faultNamed, RunningHash, skeletonOfStatementFaults } from '../world/index.ts';

export interface Fingerprint {
  /** Short, and a folder's name. */
  readonly id: string;
  readonly signature: string;
  readonly features: readonly string[];
}

export function fingerprintOf(signature: string, minimal: Plan): Fingerprint {
  const features = new Set<string>();
  for (const { statement } of unrehearsed(minimal).steps) {
    if (statement === undefined) continue;
    for (const feature of dialect.features.of(statement)) features.add(feature);
  }
  const sorted = [...features].sort();
  const hash = new RunningHash();
  hash.text(signature);
  for (const feature of sorted) hash.text(feature);
  return {
    id: `${signature.split('/')[0].toLowerCase()}-${hash.digest().slice(0, 8)}`,
    signature,
    features: sorted,
  };
}

/**
 * The SQL up to names and values, with the faults between statements: bugs that share it are one, whatever the property or
 * judge.
 */
export function skeletonOf(minimal: Plan): string {
  return [...unrehearsed(minimal).steps]
    .flatMap(({ step, sql = '' }): string[] => {
      switch (step.do) {
        case 'run':
          return [`${skeletonOfStatementFaults(step)}${withoutNames(sql)}`];
        case 'inspect':
          // A look at the contents of a table is the same as selecting all of it.
          return ['SELECT * FROM n'];
        case 'assert':
          return [];
        case 'askSqlite':
          return [step.do];
        default:
          return [faultNamed(step.do).skeleton?.(step) ?? step.do];
      }
    })
    .join(';');
}

function withoutNames(sql: string): string {
  return sql
    .replace(/[xX]?'(?:[^']|'')*'/g, '?')
    .replace(/\b[a-z]\d+\b/g, 'n')
    .replace(/-?\b\d+(\.\d+)?(e[+-]?\d+)?\b/gi, '?');
}
