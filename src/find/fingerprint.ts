// One cause, one fingerprint. Names and values are not part of it, so different seeds meet in the same place.

import { dialect } from '../dialect/index.ts';
import { expand, type Plan, stepAt, unrehearsed } from '../plan/index.ts';
import { faultNamed, RunningHash, skeletonOfStatementFaults } from '../world/index.ts';
import { type Cause, keyOf } from './cause.ts';

/** Short, and a folder's name. */
export function idOf(cause: Cause): string {
  const hash = new RunningHash();
  for (const part of keyOf(cause)) hash.text(part);
  return `${prefixOf(cause)}-${hash.digest().slice(0, 8)}`;
}

/** A cause has one id, whichever symptom is met first. */
function prefixOf({ said, symptom = '' }: Cause): string {
  if (said !== undefined) return said.split('/')[0].toLowerCase();
  return symptom.includes('/') ? symptom.split('/')[0].toLowerCase() : 'wrong';
}

/** Of the statement at a step. */
export function featuresAt(plan: Plan, at: number): readonly string[] {
  const placed = stepAt(plan, at);
  if (placed?.step.do !== 'run') return [];
  return dialect.features.of(expand(placed.step.statement, placed.group.draws));
}

/** Of all statements of the plan, sorted. */
export function featuresIn(plan: Plan): readonly string[] {
  const features = new Set<string>();
  for (const { statement } of unrehearsed(plan).steps) {
    if (statement === undefined) continue;
    for (const feature of dialect.features.of(statement)) features.add(feature);
  }
  return [...features].sort();
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
          return [
            `${step.leftAfter === undefined ? '' : 'start: '}${skeletonOfStatementFaults(step)}${withoutNames(sql)}`,
          ];
        case 'inspect':
          // A look at the contents of a table is the same as selecting all of it.
          return ['SELECT * FROM n'];
        case 'assert':
          return [];
        case 'askSqlite':
          return [step.do];
        case 'resume':
          return [step.how.kind];
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
