// One cause, one fingerprint. Names and values are not part of it, so different seeds meet in the same place.

import { dialect } from '../dialect/index.ts';
import { type Check, expand, type Group, type Plan, type Step, stepAt, unrehearsed } from '../plan/index.ts';
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

/** Of the statement at a step, or of the one whose cost is checked there. */
export function featuresAt(plan: Plan, at: number): readonly string[] {
  const placed = stepAt(plan, at);
  if (placed === undefined) return [];
  const { step, group } = placed;
  const run = step.do === 'assert' ? costlyIn(step.check, group) : step;
  return run?.do === 'run' ? dialect.features.of(expand(run.statement, group.draws)) : [];
}

function costlyIn(check: Check, { steps }: Group): Step | undefined {
  if (check.check !== 'costsAtMost' || check.later.term !== 'rows') return undefined;
  const { step: id } = check.later;
  return steps.find((step) => step.do === 'run' && step.id === id);
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
