// What a campaign is asked to do, as data that can be sent to a worker.

import { dialect, type FeatureId, type FeatureSet } from '../dialect/index.ts';
import { DirtError } from '../errors.ts';
import type { StartsFrom } from '../events/index.ts';
import { type Corpus, startOf } from '../imports/index.ts';
import { didYouMean } from '../json/index.ts';
import type { Plan } from '../plan/index.ts';
import {
  type Carried,
  type Planned,
  type PlanRequest,
  type Profile,
  partAt,
  planOf,
  type Start,
} from '../planning/index.ts';
import { builtInProperties } from '../properties/index.ts';
import type { Property } from '../property/index.ts';
import { RunningHash } from '../world/index.ts';
import type { KnownCause } from './inquest.ts';
import type { KnownRefusals } from './ratchet.ts';

export interface PlanSettings {
  readonly seed: string;
  /** Statements per plan. */
  readonly statements: number;
  readonly profile: Profile;
  /** Names of properties; all when empty. */
  readonly properties: readonly string[];
  /** What generation may use: the supported features of a ledger. */
  readonly features: readonly FeatureId[];
  /** What the engine carries: faults, connections, page sizes. */
  readonly abilities?: Carried;
  /** Scripts that plans may start from. */
  readonly corpus?: Corpus;
  /** What all plans start from. */
  readonly start?: Plan;
}

export interface CampaignSettings extends PlanSettings, KnownRefusals {
  /** As it was asked for; absent if plans start from nothing. */
  readonly startsFrom?: StartsFrom;
  /** The configuration of the project, as an absolute path; every worker loads it. */
  readonly config: string | null;
  readonly engine: string;
  /** The engine that runs every plan too; none if null. */
  readonly reference: string | null;
  readonly shrinks: boolean;
  /** What is found in one epoch changes what the plans of the epoch after next are about; `ENDLESS_EPOCH`: what is known at the start does. */
  readonly plansPerEpoch?: number;
  /** Bugs of the bug base: what they explain is not looked into again. */
  readonly known: readonly KnownCause[];
  readonly doublecheck: boolean;
  /** How many smaller plans are tried for one finding. */
  readonly shrinkLimit: number;
  /** Workers tell every statement and what came of it. */
  readonly logsStatements?: boolean;
}

/** The plan with this index, with properties of these and without some features: made without making those before it. */
export function planAt(
  settings: PlanSettings,
  index: number,
  properties: readonly Property[] = builtInProperties,
  without: readonly FeatureId[] = [],
): Planned {
  return planOf(requestAt(settings, index, properties, without));
}

/** What to ask of the planner for the plan with this index. */
export function requestAt(
  settings: PlanSettings,
  index: number,
  properties: readonly Property[] = builtInProperties,
  without: readonly FeatureId[] = [],
): PlanRequest {
  const { set, digest } = featureSetOf(settings);
  const start = startAt(settings, index);
  return {
    seed: settings.seed,
    index,
    statements: settings.statements,
    profile: partAt(settings.profile, settings.seed, index),
    properties: propertiesNamed(settings.properties, properties),
    features: without.length === 0 ? set : dialect.features.without(set, ...without),
    abilities: settings.abilities,
    ledger: digest,
    ...(start && { start }),
  };
}

function startAt({ start, corpus, seed }: PlanSettings, index: number): Start | undefined {
  if (start !== undefined) return { plan: start, varies: false };
  return corpus && startOf(corpus, seed, index);
}

/** A set of features, and what tells it from others: the same seed makes other plans from another ledger. */
interface KnownFeatures {
  readonly set: FeatureSet;
  readonly digest: string;
}

const FEATURE_SETS = new WeakMap<readonly FeatureId[], KnownFeatures>();

/** The same object for the same list: much is prepared once per feature set. */
function featureSetOf({ features }: PlanSettings): KnownFeatures {
  let known = FEATURE_SETS.get(features);
  if (known === undefined) {
    const hash = new RunningHash();
    for (const id of [...features].sort()) hash.text(id);
    FEATURE_SETS.set(features, (known = { set: dialect.features.setOf(features), digest: hash.digest() }));
  }
  return known;
}

function propertiesNamed(names: readonly string[], properties: readonly Property[]): readonly Property[] {
  if (names.length === 0) return properties;
  const named = names.flatMap((name) => {
    const found = properties.filter((candidate) => isLike(candidate.name, name));
    if (found.length > 0) return found;
    const known = properties.map((each) => each.name);
    const otherwise = name.includes(',')
      ? 'write a space between two names'
      : 'look for it with `dirt properties`, which lists them';
    throw new DirtError(
      'DIRT_PROPERTY_UNKNOWN',
      `there is no property "${name}"`,
      didYouMean(name, known, otherwise),
    );
  });
  return [...new Set(named)];
}

/** Whether a name is as the pattern says, in which `*` stands for any letters and `?` for any one. In time that does not explode with stars. */
function isLike(name: string, pattern: string): boolean {
  let [at, wild] = [0, 0];
  /** Where the last star stands, and what of the name it was given. */
  let [star, taken] = [-1, 0];
  while (at < name.length) {
    if (pattern[wild] === '*') [star, taken, wild] = [wild, at, wild + 1];
    else if (pattern[wild] === '?' || pattern[wild] === name[at]) [at, wild] = [at + 1, wild + 1];
    else if (star >= 0) [at, wild, taken] = [taken + 1, star + 1, taken + 1];
    else return false;
  }
  return /^\**$/.test(pattern.slice(wild));
}

/** Throws on names of properties that do not exist, before anything is done. */
export function checkPropertyNames(names: readonly string[], properties: readonly Property[]): void {
  propertiesNamed(names, properties);
}
