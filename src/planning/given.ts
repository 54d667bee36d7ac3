// What an author hands to the tools of a property, looked at while it runs: plain JavaScript has no type checker, and `any` gets past one.

import { DirtError } from '../errors.ts';
import { shortened } from '../json/index.ts';
import { type Check, isCheck } from '../plan/index.ts';
import type { Query } from '../property/index.ts';
import type { Statement } from '../sql/ast.ts';
import { isStatementKind } from '../sql/index.ts';

export function mustBeCheck(given: unknown, property: string): asserts given is Check {
  if (isCheck(given)) return;
  throw new DirtError(
    'DIRT_PROPERTY',
    `the property ${property} asserts ${shown(given)}, which is no check`,
    'what a statement returns is not known while the plan is made: say it as data, as in assert(equal(rows.length, 1))',
  );
}

/** What an assumption may be: something known, or a check on the model. */
export function mustBeCondition(given: unknown, property: string): asserts given is boolean | Check {
  if (typeof given === 'boolean' || isCheck(given)) return;
  throw new DirtError(
    'DIRT_PROPERTY',
    `the property ${property} assumes ${shown(given)}, which is neither true or false nor a check`,
    'write a condition, as in assume(t.columns.length > 1)',
  );
}

export function statementOf(given: Statement | Query, property: string): Statement {
  const { kind } = (given ?? {}) as { readonly kind?: unknown };
  if (kind === 'query') return (given as Query).node;
  if (typeof kind === 'string' && isStatementKind(kind)) return given as Statement;
  throw new DirtError(
    'DIRT_PROPERTY',
    `the property ${property} runs ${shown(given)}, which is no statement`,
    'write sql`SELECT …`, or use a builder such as select or insert',
  );
}

/** A property makes a plan at once: whatever it would wait for comes too late. */
export function mustNotWait(returned: unknown, property: string): void {
  const { then } = (returned ?? {}) as { readonly then?: unknown };
  if (typeof then !== 'function') return;
  // Whatever it rejects with is a consequence.
  (returned as Promise<unknown>).then(undefined, () => {});
  throw new DirtError('DIRT_PROPERTY', `the property ${property} is async`, ASYNC_REMEDY);
}

const ASYNC_REMEDY =
  'it makes a plan and runs nothing itself, so there is nothing to wait for: leave out async and await; run(…) gives a handle for checks';

const LONGEST = 60;

function shown(given: unknown): string {
  if (typeof given === 'function') return 'a function';
  if (typeof given !== 'object' || given === null)
    return typeof given === 'string' ? JSON.stringify(shortened(given)) : String(given);
  const { kind } = given as { readonly kind?: unknown };
  if (typeof kind === 'string') return `a ${kind}`;
  return Array.isArray(given) ? 'a list' : `{ ${Object.keys(given).join(', ').slice(0, LONGEST)} }`;
}
