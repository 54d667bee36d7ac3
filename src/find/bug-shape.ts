// What bug.json looks like. Fields that a later version of DIRT adds are passed over, and kept.

import { count, flag, isObject, listOf, oneOf, openObject, type Shape, text } from '../json/index.ts';
import { type FindingKind, OUTVOTED } from '../run/index.ts';
import type { Bug, NotIn } from './bug.ts';
import type { Cause } from './cause.ts';
import { SEVERITIES, severityOf } from './severity.ts';

export const FINDING_KINDS = Object.keys({
  panic: 0,
  hang: 0,
  error: 0,
  wronglyAccepted: 0,
  assertion: 0,
  content: 0,
  corruption: 0,
  durability: 0,
  difference: 0,
  nondeterminism: 0,
  performance: 0,
  regression: 0,
  unsupportedCombination: 0,
} satisfies Record<FindingKind, 0>) as readonly FindingKind[];

const NOT_FAILING = [
  'passes',
  'fails otherwise',
  'lacks a feature that it needs',
] as const satisfies readonly NotIn['came'][];

/** What 0.1 stored has older names in two places, and is filed under its features. */
export function upgraded(json: unknown): unknown {
  if (!isObject(json)) return json;
  const { alone, sentence, culprit, ...rest } = json;
  return {
    ...(alone !== undefined && { outvoted: alone }),
    ...(sentence !== undefined && { claims: sentence }),
    ...(culprit !== undefined && { cause: { heart: [], features: culprit } }),
    ...(isKind(rest.kind) && {
      severity: severityOf({ kind: rest.kind, signature: String(rest.signature) }),
    }),
    ...rest,
  };
}

function isKind(kind: unknown): kind is FindingKind {
  return (FINDING_KINDS as readonly unknown[]).includes(kind);
}

type Optional =
  | 'alsoIn'
  | 'arbiter'
  | 'build'
  | 'firstBad'
  | 'isSplit'
  | 'isUnfinished'
  | 'mayNeed'
  | 'mergedInto'
  | 'notIn'
  | 'needs'
  | 'otherSkeletons'
  | 'passesIn'
  | 'reason';

export const causeShape: Shape<Cause> = openObject(
  { heart: listOf(text) },
  { said: text, symptom: text, during: text, beside: listOf(text), features: listOf(text), witnessOf: text },
);

export const bugShape: Shape<Bug> = openObject(
  {
    id: text,
    kind: oneOf(...FINDING_KINDS),
    severity: oneOf(...SEVERITIES),
    property: text,
    claims: text,
    signature: text,
    features: listOf(text),
    cause: causeShape,
    skeleton: text,
    message: text,
    outvoted: oneOf(...OUTVOTED),
    engine: text,
    version: text,
    seed: text,
    index: count,
    statementsBefore: count,
    statements: count,
    firstSeen: text,
    lastSeen: text,
    timesSeen: count,
    status: oneOf('open', 'muted'),
  } satisfies Record<Exclude<keyof Bug, Optional>, Shape>,
  {
    alsoIn: listOf(text),
    arbiter: text,
    build: text,
    firstBad: openObject({ commit: text, subject: text }),
    isSplit: flag,
    isUnfinished: flag,
    mergedInto: text,
    needs: listOf(text),
    mayNeed: listOf(text),
    notIn: listOf(openObject({ version: text, came: oneOf(...NOT_FAILING) }, { lacking: text, why: text })),
    otherSkeletons: listOf(text),
    passesIn: text,
    reason: text,
  } satisfies Record<Optional, Shape>,
);
