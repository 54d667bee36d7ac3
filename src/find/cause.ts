// What a bug is filed under. Where the engine says itself what went wrong, that is the cause, whatever statement met it: the template
// of a refusal, or the place of a panic and the kind of statement that led there. A wrong answer is filed under what it needs, as
// counterfactuals show it, and how it is wrong; only where none makes it pass, under all features of its minimal plan.

import type { Plan } from '../plan/index.ts';
import type { FindingKind, JudgeName } from '../run/index.ts';

const SAID_BY_THE_ENGINE: ReadonlySet<string> = new Set<FindingKind>([
  'error',
  'unsupportedCombination',
  'panic',
]);

/** What the engine said, without the judge that heard it; null if it said nothing. `during` is the kind of statement that failed. */
export function saidCause(signature: string, during: string | undefined): string | null {
  const [kind, , ...rest] = signature.split('/');
  const said = rest.join('/');
  if (!SAID_BY_THE_ENGINE.has(kind) || said === '') return null;
  // Many statements meet in one helper that panics.
  return kind === 'panic' ? `${kind}/${said} in ${during}` : `${kind}/${said}`;
}

/** The kind of statement at a step, or of the last one before it. */
export function statementAt(plan: Plan, at = Number.POSITIVE_INFINITY): string | undefined {
  const steps = plan.groups.flatMap((group) => group.steps).slice(0, at + 1);
  const last = steps.findLast((step) => step.do === 'run');
  return last?.do === 'run' ? last.statement.kind : undefined;
}

/** Symptoms that one cause shows in turns, as the statement that meets it happens to be. */
const CONTENTS: ReadonlySet<string> = new Set([
  'rows missing',
  'rows too many',
  'other rows',
  'another value',
  'other values',
  'row count',
]);
const NULLS: ReadonlySet<string> = new Set(['NULL for a value', 'a value for NULL']);

/** Checks of properties, and how many rows a statement says it changed. */
const ABOUT_CONTENTS: ReadonlySet<string> = new Set<JudgeName>(['property', 'changes']);

/** How it is wrong, whichever judge saw it. */
export function symptomOf(signature: string): string {
  const [kind, judge, ...rest] = signature.split('/');
  const skeleton = rest.join('/');
  if (CONTENTS.has(skeleton) || ABOUT_CONTENTS.has(judge)) return 'contents';
  return NULLS.has(skeleton) ? 'NULL' : WRONG_ANSWERS.has(kind) ? skeleton : `${kind}/${skeleton}`;
}

const WRONG_ANSWERS: ReadonlySet<string> = new Set<FindingKind>(['difference', 'content', 'assertion']);

export function isWrongAnswer(signature: string): boolean {
  return WRONG_ANSWERS.has(signature.split('/')[0]);
}

/** What a bug is filed under; null if only its features tell. */
export function causeOf(
  signature: string,
  needs: readonly string[],
  during: string | undefined,
): string | null {
  const said = saidCause(signature, during);
  if (said !== null) return said;
  return needs.length === 0 ? null : `${symptomOf(signature)}/needs ${needs.join(', ')}`;
}
