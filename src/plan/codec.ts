// Plans as JSON. Every value keeps its bits; what is loaded is checked, and a broken or foreign file is named with the
// place where it is wrong.

import { DirtError } from '../errors.ts';
import { type Mismatch, parsed } from '../json/index.ts';
import { decodeValue, type EncodedValue, encodeValue, mapValues, type SqlValue } from '../sql/index.ts';
import { mapCheck } from './check.ts';
import { mapGroup } from './map-group.ts';
import { PLAN_FORMAT, type Plan } from './plan.ts';
import { problemWith } from './validate.ts';

export function encodePlan(plan: Plan): string {
  return JSON.stringify(withValues(plan, encodeValue), null, 1);
}

/** `place` names the file in the error's message. */
export function decodePlan(text: string, place: string): Plan {
  const wrong = (mismatch: Mismatch) => broken(place, mismatch);
  const json = parsed(text, 'it', wrong);
  const format = (json as { format?: unknown } | null)?.format;
  if (format !== PLAN_FORMAT) {
    throw new DirtError(
      'DIRT_PLAN_FORMAT',
      `${place} is ${format === undefined ? 'not a plan' : `a plan of format ${JSON.stringify(format)}`}`,
      `this version of DIRT reads plans of format ${PLAN_FORMAT}`,
    );
  }
  const mismatch = problemWith(json);
  if (mismatch !== null) throw broken(place, mismatch);
  return withValues(json as Plan, (value) => decodeValue(value as unknown as EncodedValue));
}

/** Whether this is a plan as it is in memory, whoever sent it. */
export function isPlan(given: unknown): given is Plan {
  try {
    decodePlan(encodePlan(given as Plan), 'it');
    return true;
  } catch {
    // What walks through a plan trips over what is none.
    return false;
  }
}

function broken(place: string, { problem, remedy }: Mismatch): DirtError {
  return new DirtError(
    'DIRT_PLAN_BROKEN',
    `${place} is a broken plan: ${problem}`,
    `${remedy}, or make it anew from its seed and index`,
  );
}

/** The plan with its values of the database in another form. Everything else in it is JSON already. */
function withValues(plan: Plan, change: (value: SqlValue) => unknown): Plan {
  const value = change as (value: SqlValue) => SqlValue;
  const groups = plan.groups.map((group) =>
    mapGroup(group, {
      expression: (expression) => mapValues('expression', expression, value),
      body: (body) => mapValues('body', body, value),
      statement: (statement) => mapValues('statement', statement, value),
      row: (values) =>
        Object.fromEntries(Object.entries(values).map(([column, item]) => [column, value(item)])),
      check: (check) => mapCheck(check, { value }),
    }),
  );
  return { ...plan, groups };
}
