// What a bug is filed under. Where the engine says itself what went wrong, that is the cause, whatever statement met it: the place of a
// panic with the function that it happened in, or the template of a refusal. A wrong answer is filed under what it needs most, as counterfactuals show it,
// and how it is wrong; only where nothing is needed, under all features of its minimal plan.

import { type Plan, stepAt } from '../plan/index.ts';
import type { FindingKind, JudgeName, RowDifference } from '../run/index.ts';
import type { Statement } from '../sql/ast.ts';
import { CONVERSIONS } from './counterfactuals/conversions.ts';
import {
  coveredBy,
  coveringNeeds,
  isCommonNeed,
  isFunction,
  needOfFeature,
  type Without,
} from './counterfactuals/counterfactuals.ts';
import { isOfCut } from './counterfactuals/cut-suspects.ts';
import { AGGREGATE } from './counterfactuals/expression-suspects.ts';
import { heartOf, ownNeeds, type Suspect } from './counterfactuals/suspects.ts';
import { UNPARENTHESISED } from './counterfactuals/value-suspects.ts';

export interface Cause {
  /** What the engine said, without the judge that heard it. */
  readonly said?: string;
  /** How an answer is wrong; absent where what it needs tells enough. */
  readonly symptom?: string;
  /** The kind of statement that failed; only of pragmas, and where nothing else is known. */
  readonly during?: string;
  /** The most telling of what it needs. */
  readonly heart: readonly string[];
  /** What else the smallest plan needs; only where one thing tells most that plans of many causes have, which is no function. */
  readonly beside?: readonly string[];
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
  /** All steps that are not needed are gone: two things that it does not do without tell something there, however common they are. */
  readonly isShort?: boolean;
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
  // A text that is read in another way is the cause, whatever comes of it.
  const isMisread = needed.some(({ name }) => name === UNPARENTHESISED);
  if (isMisread && (said === null || isOrdinary(said))) return { heart: [UNPARENTHESISED] };
  // What is lost with writes that were not synced may be a table as well as its rows.
  const isLost = isLoss(signature) || needed.some(({ name }) => isOfCut(name));
  if (isLost && (said === null || isOrdinary(said))) {
    const lost = heartOfLoss(needed);
    return { symptom: symptomWith(lost, signature), heart: lost };
  }
  if (said !== null) return { said, heart };
  // What a pragma tells is another matter than what statements do.
  const apart = during === ('pragma' satisfies Statement['kind']) ? { during } : {};
  // What fills the table is needed to see it, and how the statement asks for its rows is what is slow.
  if (isPerformance(signature)) {
    const structures = suspects.filter(({ sort, isCommon }) => sort === 'structure' && !isCommon);
    return {
      symptom: symptomOf(signature),
      heart: structures.map(({ name }) => name),
      features: waysToRows(features),
    };
  }
  // It is cosmetic, and told once.
  if (symptomOf(signature) === SIGN_OF_ZERO) return { symptom: SIGN_OF_ZERO, heart: [] };
  // Two things needed together, one of them uncommon and one a structure that many statements meet, or both uncommon, tell a cause with all its symptoms.
  const uncommon = suspects.filter(({ isCommon }) => !isCommon).length;
  const isWhole = uncommon > 1 || (uncommon > 0 && suspects.some(({ sort }) => sort === 'structure'));
  if (suspects.length > 1 && isWhole) return { ...apart, heart };
  const symptom = symptomWith(heart, signature);
  const isThin = heart.length === 1 && !isFunction(heart[0]) && isApart(symptom, during);
  const rest = isThin ? { beside: besides(needed, heart) } : {};
  return heart.length > 0
    ? { symptom, ...apart, heart, ...rest }
    : { symptom, during, heart, features: telling(features) };
}

/** What a pragma tells is its own proof, and every trial of a hang takes all of its fuel. */
function isApart(symptom: string, during: string): boolean {
  return (
    during !== ('pragma' satisfies Statement['kind']) && !symptom.startsWith('hang' satisfies FindingKind)
  );
}

function besides(needed: readonly Suspect[], heart: readonly string[]): readonly string[] {
  return ownNeeds(needed)
    .map(({ name }) => name)
    .filter((name) => !heart.includes(name));
}

/** Something costs more than it must. */
export function isPerformance(signature: string): boolean {
  return signature.startsWith('performance/' satisfies `${FindingKind}/`);
}

/** Of the features of a statement, those that say how it comes to its rows. */
function waysToRows(features: readonly string[]): readonly string[] {
  return features
    .filter((id) => /^(?:operator|aggregate|expression|join|predicate|function)\./.test(id))
    .sort();
}

/** A power cut has taken what was committed. What the statements were about, and who wrote before, is only how there came to be something to lose. */
function isLoss(signature: string): boolean {
  return signature.startsWith(`${LOSS}/`);
}

const LOSS = 'durability' satisfies FindingKind;

/** If it was lost because it was not synced, nothing else matters. */
function heartOfLoss(needed: readonly Suspect[]): readonly string[] {
  const ofCut = needed.filter(({ name }) => isOfCut(name));
  const telling =
    ofCut.length > 0
      ? ofCut
      : heartOf(needed).filter(({ isCommon, isContainer }) => !isCommon && !isContainer);
  return telling.map(({ name }) => name);
}

const SIGN_OF_ZERO = 'sign of zero' satisfies RowDifference;

/** What was not synced is missing, or the file does not even open. What a function computes wrongly is seen as a value, as one of another class, or as what a constraint makes of it. */
function symptomWith(heart: readonly string[], signature: string): string {
  if (heart.some(isOfCut)) return LOSS;
  const symptom = symptomOf(signature);
  const isValue =
    symptom === ('class of a value' satisfies RowDifference) ||
    /^wronglyAccepted\/.* constraint$/.test(symptom);
  return isValue && heart.some(isFunction) ? 'contents' : symptom;
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
  if (said !== undefined && !isOrdinary(said)) return [said];
  if (witnessOf !== undefined) return [said ?? symptom, witnessOf];
  return said === undefined ? [symptom, during, ...heart, ...features] : [said, ...heart];
}

/**
 * Whether a known cause explains a failure: it looks the same, and goes away without each thing that the cause needs most. Where looking into the
 * failure could not file it elsewhere, nothing has to be proven: the place of a panic with the function that it happened in, what the engine says it lacks,
 * the template of a refusal that is not an ordinary one, and the sign of a zero. A cause of which only features are known explains nothing. One
 * with a single thing at its heart has to show that all is needed that it needs, or, if that is all, that nothing else is: that is tried on what is left of a plan.
 */
export async function explains(known: Cause, failure: Appearance, without: Without): Promise<boolean> {
  const said = saidIn(failure.signature, failure.during) ?? undefined;
  if (said !== known.said) return false;
  if (known.witnessOf !== undefined) return isWitnessed(known, known.witnessOf, failure, without);
  if (known.symptom !== undefined && isPerformance(known.symptom)) {
    if (known.symptom !== symptomOf(failure.signature)) return false;
    const ways = new Set(waysToRows(failure.features ?? []));
    if (!(known.features ?? []).every((id) => ways.has(id))) return false;
    for (const need of known.heart) if (!(await without.passes(need))) return false;
    return true;
  }
  if (known.features !== undefined) return false;
  if (known.symptom !== undefined && known.symptom !== symptomWith(known.heart, failure.signature))
    return false;
  if (symptomOf(failure.signature) === SIGN_OF_ZERO || known.symptom === SIGN_OF_ZERO)
    return known.symptom === symptomOf(failure.signature);
  if (known.during !== undefined && known.during !== failure.during) return false;
  if (said !== undefined && !isOrdinary(said)) return true;
  if (known.heart.length === 0) return false;
  // What half of all plans need proves nothing, unless it is about what a pragma tells.
  const isWeak = failure.isShort
    ? known.heart.length === 1 && isVague(known.heart[0])
    : known.heart.every(isVague);
  if (said === undefined && known.during === undefined && isWeak) return false;
  if (known.beside?.length === 0 && !failure.isShort) return false;
  const needs = [...known.heart, ...(known.beside ?? [])];
  // Looking for them costs no run.
  for (const need of needs) if (!(await without.has(need))) return false;
  for (const need of needs) if (!(await without.passes(need))) return false;
  // What needs a partial index passes without any index, too: it is not explained by a cause that needs just an index.
  const narrower = known.heart.flatMap(coveringNeeds).filter((need) => !known.heart.includes(need));
  for (const need of narrower) if (await without.passes(need)) return false;
  const tellsLittle = known.heart.filter((need) => !isCommonNeed(need)).length < 2;
  return !failure.isShort || !tellsLittle || !(await needsMore(without, needs));
}

/** Whether something uncommon is needed that the cause does not need. */
async function needsMore(without: Without, needs: readonly string[]): Promise<boolean> {
  const known = new Set([...needs, ...needs.flatMap(coveredBy)]);
  for (const name of await without.names())
    if (!known.has(name) && !isCommonNeed(name) && (await without.passes(name))) return true;
  return false;
}

/**
 * Plans of many causes pass without it: a key that is not there is not searched, an aggregate that is not there hides what it was computed from,
 * and a conversion that is written out keeps an engine from its indexes.
 */
function isVague(need: string): boolean {
  return isCommonNeed(need) || need === AGGREGATE || CONVERSIONS.some(({ name }) => name === need);
}

/** The failing statement has the feature that the witness shows, and passes without it; of a refusal that is not an ordinary one the template is enough. */
async function isWitnessed(
  { said, symptom }: Cause,
  feature: string,
  failure: Appearance,
  without: Without,
): Promise<boolean> {
  if (said !== undefined && !isOrdinary(said)) return true;
  if (!(failure.features ?? []).includes(feature)) return false;
  if (said === undefined && symptom !== symptomOf(failure.signature)) return false;
  const need = needOfFeature(feature);
  return need !== undefined && without.passes(need);
}

/** The engine refuses what must work, in words of its own. */
export function isRefusal({ said = '' }: Cause): boolean {
  return said.startsWith('error/');
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
  if (judge === ('refusals' satisfies JudgeName)) return null;
  // Some engines call it corruption when their own code is.
  const isInternal = kind === ('corruption' satisfies FindingKind) && INTERNAL.test(said);
  return isInternal || kind === ('error' satisfies FindingKind) ? `error/${said}` : null;
}

function isPlaced(said: string): boolean {
  return said.startsWith('panic/') && / within \d+$/.test(said);
}

/** A refusal that is right elsewhere: it names something of the plan's, a constraint or a lock. It tells how it is wrong and not why. */
function isOrdinary(said: string): boolean {
  if (!said.startsWith('error/') || INTERNAL.test(said)) return false;
  return /^error\/(?:busy|constraint|noSuchTable)\b|\bno such\b|\bnot found\b|\bambiguous\b/.test(said);
}

/** The engine says that the mistake is its own. */
const INTERNAL = /\binternal error\b|\bunresolved label\b|\bassertion\b|\bunreachable\b/i;

/** Symptoms that one cause shows in turns, as the statement that meets it happens to be. */
const CONTENTS: ReadonlySet<string> = new Set([
  'rows missing',
  'rows too many',
  'columns permuted',
  'other rows',
  'another value',
  'other values',
  'NULL for a value',
  'a value for NULL',
  'row count',
]);
/** The same of rows that a query gave and of rows that a table holds. */
const OF_ROWS: ReadonlySet<string> = new Set<RowDifference>([
  'class of a value',
  'sign of zero',
  'other order',
]);

/** Checks of properties, and how many rows a statement says it changed. */
const ABOUT_CONTENTS: ReadonlySet<string> = new Set<JudgeName>(['property', 'changes']);

/** How it is wrong, whichever judge saw it. */
export function symptomOf(signature: string): string {
  const [kind, judge, ...rest] = signature.split('/');
  const skeleton = rest.join('/');
  const isAnswer = isWrongAnswer(signature);
  if (isLoss(signature) && judge === ('contents' satisfies JudgeName)) return kind;
  if (!isAnswer && kind !== ('corruption' satisfies FindingKind)) return `${kind}/${skeleton}`;
  if (CONTENTS.has(skeleton) || ABOUT_CONTENTS.has(judge)) return 'contents';
  // What is damaged is noticed here or there.
  return isAnswer || OF_ROWS.has(skeleton) ? skeleton : kind;
}

const WRONG_ANSWERS: ReadonlySet<string> = new Set<FindingKind>(['difference', 'content', 'assertion']);

function isWrongAnswer(signature: string): boolean {
  return WRONG_ANSWERS.has(signature.split('/')[0]);
}
