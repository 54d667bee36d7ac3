// Whether a bug of the base and a failure that was looked into have one cause. Two smallest plans of one defect seldom need exactly the
// same, because a suspect cannot be taken out of every plan: they agree if nothing at the heart of one is known not to be needed by the other.

import type { Bug } from './bug.ts';
import { type Cause, isRefusal, symptomOf } from './cause.ts';
import { coveredBy, isCommonNeed, isFunction, needOfFeature } from './counterfactuals/counterfactuals.ts';
import type { Investigated } from './investigate.ts';

/** What is known of either. */
interface Known {
  readonly cause: Cause;
  readonly signature: string;
  readonly features: readonly string[];
  readonly needs: readonly string[];
  readonly mayNeed: readonly string[];
}

/** A failure that was looked into, or a bug of another base. */
export type Seen = Pick<Bug, 'id' | 'skeleton' | 'signature' | 'cause' | 'features' | 'needs' | 'mayNeed'>;

export function seenIn({ finding: { signature }, ...rest }: Investigated): Seen {
  return { ...rest, signature };
}

export function isSameCause(bug: Bug, seen: Seen): boolean {
  const one = knownOf(bug);
  const other = knownOf(seen);
  if (bug.cause.witnessOf !== undefined) return isShownBy(bug.cause.witnessOf, one, other);
  return (
    haveSameHeart(one, other) ||
    agree(one, other) ||
    isPartOf(one, other) ||
    isPartOf(other, one) ||
    isComputedBy(one, other) ||
    isComputedBy(other, one)
  );
}

function knownOf({ cause, signature, features, needs = [], mayNeed = [] }: Seen): Known {
  return { cause, signature, features, needs, mayNeed };
}

/** The probe has shown it before: the smallest plan has the feature of its witness, and needs it as far as that can be tried. */
function isShownBy(feature: string, witness: Known, other: Known): boolean {
  if (!other.features.includes(feature) || witness.cause.said !== other.cause.said) return false;
  if (witness.cause.said !== undefined) return true;
  const need = needOfFeature(feature);
  if (need !== undefined && other.needs.includes(need)) return true;
  const mayNeed = need === undefined || other.mayNeed.includes(need);
  return mayNeed && symptomIn(witness) === symptomIn(other);
}

/** A witness does not tell which kind of constraint it is about. */
function symptomIn({ signature }: Known): string {
  return symptomOf(signature).replace(/^(wronglyAccepted\/).*\bconstraint$/, '$1constraint');
}

/**
 * What needs the same two things, of which one is a structure, is one cause, also if the engine says something about it once; and so are
 * refusals in other words that need the same two uncommon things.
 */
function haveSameHeart({ cause }: Known, { cause: other }: Known): boolean {
  if (cause.heart.length < 2 || cause.heart.join() !== other.heart.join()) return false;
  const isWhole = [cause, other].some(({ said, symptom }) => (said ?? symptom) === undefined);
  return isWhole || (isRefusal(cause) && isRefusal(other) && !cause.heart.some(isCommonNeed));
}

function agree(one: Known, other: Known): boolean {
  if (!lookAlike(one, other)) return false;
  const isTold = Math.max(one.cause.heart.length, other.cause.heart.length) > 1;
  const needed = one.needs.filter((need) => other.needs.includes(need));
  return (
    needed.some((need) => isTold || !isCommonNeed(need)) && fits(one.cause, other) && fits(other.cause, one)
  );
}

function lookAlike(one: Known, other: Known): boolean {
  if (one.cause.said !== other.cause.said || one.cause.during !== other.cause.during) return false;
  // A cause without a symptom has all.
  const haveSymptoms = one.cause.symptom !== undefined && other.cause.symptom !== undefined;
  return !haveSymptoms || orderedSymptom(one) === orderedSymptom(other);
}

/**
 * One needs all that the other needs, and more: what is more is how it was met, in a function or behind an index. A single need, or common ones alone,
 * would tell too little.
 */
function isPartOf(one: Known, other: Known): boolean {
  // A value of another class is another value to whatever is computed from it.
  if (!lookAlike(one, other) && !areBothValues(one, other)) return false;
  if (one.needs.length < 2 || one.needs.every(isCommonNeed)) return false;
  return one.needs.every((need) => other.needs.includes(need));
}

function areBothValues(one: Known, other: Known): boolean {
  if (one.cause.said !== undefined || other.cause.said !== undefined) return false;
  if (one.cause.during !== other.cause.during) return false;
  return [one, other].every(({ signature }) => VALUES.has(symptomOf(signature)));
}

const VALUES: ReadonlySet<string> = new Set(['contents', 'class of a value']);

/** What is in another order, LIMIT makes other rows of. */
function orderedSymptom({ signature, features, needs, mayNeed }: Known): string {
  const symptom = symptomOf(signature);
  const isOrdered = [...needs, ...mayNeed].includes('ORDER BY');
  return symptom === 'contents' && isOrdered && features.includes('select.limit') ? 'other order' : symptom;
}

/** What a function computes wrongly, it does so in all places: in an index as in a query. */
function isComputedBy({ cause }: Known, { cause: other, needs, mayNeed }: Known): boolean {
  const [only, more] = cause.heart;
  if (more !== undefined || cause.symptom !== 'contents' || other.said !== undefined) return false;
  if (only === undefined || !isFunction(only)) return false;
  // What needs nothing that could be tried may need this.
  return needs.includes(only) || (needs.length === 0 && mayNeed.includes(only));
}

function fits({ heart }: Cause, { needs, mayNeed }: Known): boolean {
  const known = new Set([...needs, ...needs.flatMap(coveredBy), ...mayNeed]);
  return heart.every((need) => known.has(need));
}
