// What a bug is filed under. Where the engine says itself what went wrong, that is the cause, whatever statement met it: the place of a
// panic with the function that it happened in, or the template of a refusal. A wrong answer is filed under what it needs most, as counterfactuals show it,
// and how it is wrong; only where nothing is needed, under all features of its minimal plan.

import { type Plan, stepAt } from '../plan/index.ts';
import type { FindingKind, JudgeName } from '../run/index.ts';
import type { Statement } from '../sql/ast.ts';
import { heartOf, type Suspect } from './counterfactuals/suspects.ts';

export interface Cause {
  /** What the engine said, without the judge that heard it. */
  readonly said?: string;
  /** How an answer is wrong; absent where what it needs tells enough. */
  readonly symptom?: string;
  /** The kind of statement that failed; only of pragmas, and where nothing else is known. */
  readonly during?: string;
  /** The most telling of what it needs. */
  readonly heart: readonly string[];
  /** Of the minimal plan; only where nothing else is known. */
  readonly features?: readonly string[];
  /** The feature whose witness shows it. */
  readonly witnessOf?: string;
}

/** What is seen of a failure before anything is tried. */
export interface Appearance {
  readonly signature: string;
  /** The kind of statement that failed. */
  readonly during: string;
  /** Of the statement that failed. */
  readonly features?: readonly string[];
}

/** The kind of statement at a step; looking at contents is a query. */
export function duringOf(plan: Plan, at: number): string {
  const step = stepAt(plan, at)?.step;
  return step?.do === 'run' ? step.statement.kind : 'select';
}

export function causeOf(
  { signature, during }: Appearance,
  needed: readonly Suspect[],
  features: readonly string[],
): Cause {
  const suspects = heartOf(needed);
  const heart = suspects.map(({ name }) => name);
  const said = saidIn(signature, during);
  if (said !== null) return { said, heart };
  // What a pragma tells is another matter than what statements do.
  const apart = during === ('pragma' satisfies Statement['kind']) ? { during } : {};
  // Two things needed together, of which one is a structure that many statements meet, tell a cause with all its symptoms.
  if (suspects.length > 1 && suspects.some(({ sort }) => sort === 'structure')) return { ...apart, heart };
  const symptom = symptomOf(signature);
  return heart.length > 0
    ? { symptom, ...apart, heart }
    : { symptom, during, heart, features: telling(features) };
}

/** Types and literals change from one plan to the next. */
function telling(features: readonly string[]): readonly string[] {
  return features.filter((id) => !/^(?:type|literal)\./.test(id));
}

/** What tells one cause from another. */
export function keyOf({
  said,
  symptom = '',
  during = '',
  heart,
  features = [],
  witnessOf,
}: Cause): readonly string[] {
  if (witnessOf !== undefined) return [said ?? symptom, witnessOf];
  if (said === undefined) return [symptom, during, ...heart, ...features];
  return isOrdinary(said) ? [said, ...heart] : [said];
}

/**
 * Whether a known cause explains a failure: it looks the same, and goes away without each thing that the cause needs most. The place of a
 * panic with the function that it happened in needs no proof, and neither does the feature of a witness in the statement that failed. A cause of which only features are known explains nothing.
 */
export async function explains(
  known: Cause,
  failure: Appearance,
  passesWithout: (need: string) => Promise<boolean>,
): Promise<boolean> {
  const said = saidIn(failure.signature, failure.during) ?? undefined;
  if (known.witnessOf !== undefined)
    return isSaidOrSymptom(known, failure) && (failure.features ?? []).includes(known.witnessOf);
  if (known.features !== undefined || said !== known.said) return false;
  if (known.symptom !== undefined && known.symptom !== symptomOf(failure.signature)) return false;
  if (known.during !== undefined && known.during !== failure.during) return false;
  if (said !== undefined && (isPlaced(said) || isLacking(said))) return true;
  if (known.heart.length === 0) return said !== undefined && !isOrdinary(said);
  for (const need of known.heart) if (!(await passesWithout(need))) return false;
  return true;
}

/** Whether the failure looks as the cause does. */
function isSaidOrSymptom({ said, symptom }: Cause, failure: Appearance): boolean {
  const heard = saidIn(failure.signature, failure.during) ?? undefined;
  return said === heard && (said !== undefined || symptom === symptomOf(failure.signature));
}

/** Whether two failures look the same: the engine said the same, or the answer is wrong in the same way. */
export function looksLike(one: Appearance, other: Appearance): boolean {
  const said = saidIn(one.signature, one.during);
  if (said !== saidIn(other.signature, other.during)) return false;
  return said !== null || symptomOf(one.signature) === symptomOf(other.signature);
}

/** What the engine said; null if it said nothing, or only that something is damaged. */
function saidIn(signature: string, during: string): string | null {
  const [kind, judge, ...rest] = signature.split('/');
  const said = rest.join('/');
  if (kind === ('panic' satisfies FindingKind)) {
    const text = `${kind}/${said}`;
    // Many statements meet in one helper that panics.
    return isPlaced(text) ? text : `${text} in ${during}`;
  }
  if (kind === ('unsupportedCombination' satisfies FindingKind)) return `${kind}/${said}`;
  const isRefusal = kind === ('error' satisfies FindingKind) && judge !== ('refusals' satisfies JudgeName);
  return isRefusal ? `${kind}/${said}` : null;
}

function isPlaced(said: string): boolean {
  return said.startsWith('panic/') && / within \d+$/.test(said);
}

/** The message says what is not implemented. */
function isLacking(said: string): boolean {
  return said.startsWith('unsupportedCombination/');
}

/** A refusal that is right elsewhere: it names something of the plan's, a constraint or a lock. It tells how it is wrong and not why. */
function isOrdinary(said: string): boolean {
  if (!said.startsWith('error/') || /internal error/i.test(said)) return false;
  return /^error\/(?:busy|constraint|noSuchTable)\b|…|not found/.test(said);
}

/** Symptoms that one cause shows in turns, as the statement that meets it happens to be. */
const CONTENTS: ReadonlySet<string> = new Set([
  'rows missing',
  'rows too many',
  'columns permuted',
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
  const isAnswer = isWrongAnswer(signature);
  if (!isAnswer && kind !== ('corruption' satisfies FindingKind)) return `${kind}/${skeleton}`;
  if (CONTENTS.has(skeleton) || ABOUT_CONTENTS.has(judge)) return 'contents';
  return NULLS.has(skeleton) ? 'NULL' : isAnswer ? skeleton : `${kind}/${skeleton}`;
}

const WRONG_ANSWERS: ReadonlySet<string> = new Set<FindingKind>(['difference', 'content', 'assertion']);

function isWrongAnswer(signature: string): boolean {
  return WRONG_ANSWERS.has(signature.split('/')[0]);
}
