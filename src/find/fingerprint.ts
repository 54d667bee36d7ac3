// One cause, one fingerprint: what it is filed under, or else the signature of the failure with the features of the minimal plan.
// Names and values are not part of it, so different seeds meet in the same place.

import { dialect } from '../dialect/index.ts';
import { type Plan, unrehearsed } from '../plan/index.ts';
import { faultNamed, RunningHash, skeletonOfStatementFaults } from '../world/index.ts';
import { causeOf, isWrongAnswer, statementAt } from './cause.ts';

export interface Fingerprint {
  /** Short, and a folder's name. */
  readonly id: string;
  readonly signature: string;
  readonly features: readonly string[];
}

export function fingerprintOf(signature: string, minimal: Plan, needs: readonly string[] = []): Fingerprint {
  const features = new Set<string>();
  for (const { statement } of unrehearsed(minimal).steps) {
    if (statement === undefined) continue;
    for (const feature of dialect.features.of(statement)) features.add(feature);
  }
  const sorted = [...features].sort();
  const cause = causeOf(signature, needs, statementAt(minimal));
  const hash = new RunningHash();
  hash.text(cause ?? signature);
  if (cause === null) for (const feature of sorted) hash.text(feature);
  return {
    id: `${prefixOf(signature, cause).toLowerCase()}-${hash.digest().slice(0, 8)}`,
    signature,
    features: sorted,
  };
}

/** One cause has one id, whichever judge saw a wrong answer first. */
function prefixOf(signature: string, cause: string | null): string {
  return cause !== null && isWrongAnswer(signature) ? 'wrong' : signature.split('/')[0];
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
