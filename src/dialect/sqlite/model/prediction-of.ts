// What stopped a statement, as a prediction.

import type { Prediction } from '../../prediction.ts';
import { Refusal, Unknown } from '../evaluate/stop.ts';
import { type SqliteBugId, sqliteBugs } from '../sqlite-bugs.ts';
import { Undetermined } from './query/statement-context.ts';

export function predictionOf(error: unknown): Exclude<Prediction, { kind: 'rows' }> | undefined {
  if (error instanceof Undetermined)
    return { kind: 'undetermined', reason: error.reason, ...because(error.bug) };
  if (error instanceof Unknown) {
    const { message: reason, bug, isUndetermined: isOpen } = error;
    const kind = bug !== undefined ? sqliteBugs[bug].effect : isOpen ? 'undetermined' : 'unknown';
    return { kind, reason, ...because(bug) };
  }
  if (error instanceof Refusal) return refusal(error, false);
  return undefined;
}

function because(bug: SqliteBugId | undefined): { bug?: SqliteBugId } {
  return bug === undefined ? {} : { bug };
}

export function refusal(error: Refusal, anyConstraint: boolean): Prediction & { kind: 'refused' } {
  const { class: refusalClass, constraint, message } = error;
  return constraint === undefined || anyConstraint
    ? { kind: 'refused', class: refusalClass, message }
    : { kind: 'refused', class: refusalClass, constraint, message };
}
