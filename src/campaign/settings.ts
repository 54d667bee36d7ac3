// What a campaign is asked to do, as data that can be sent to a worker.

import { dialect, type FeatureId, type FeatureSet } from '../dialect/index.ts';
import { DirtError } from '../errors.ts';
import type { Culprit } from '../find/index.ts';
import { didYouMean } from '../json/index.ts';
import { type Carried, type Planned, type PlanRequest, type Profile, planOf } from '../planning/index.ts';
import { builtInProperties } from '../properties/index.ts';
import type { Property } from '../property/index.ts';
import { Random } from '../random.ts';
import { RunningHash } from '../world/index.ts';
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
  /** Sets of features that fail together in muted bugs: most plans leave one of each out. */
  readonly avoided?: readonly (readonly string[])[];
  /** What the engine carries: faults, connections, page sizes. */
  readonly abilities?: Carried;
}

export interface CampaignSettings extends PlanSettings, KnownRefusals {
  /** The configuration of the project, as an absolute path; every worker loads it. */
  readonly config: string | null;
  readonly engine: string;
  /** The engine that runs every plan too; none if null. */
  readonly reference: string | null;
  readonly shrinks: boolean;
  /** Bugs of the bug base: what they explain is not looked into again. */
  readonly known: readonly Culprit[];
  readonly doublecheck: boolean;
  /** Real time for the shrinking of one finding. */
  readonly shrinkBudgetMs: number;
}

/** The plan with this index, with properties of these: made without making those before it. */
export function planAt(
  settings: PlanSettings,
  index: number,
  properties: readonly Property[] = builtInProperties,
): Planned {
  return planOf(requestAt(settings, index, properties));
}

/** What to ask of the planner for the plan with this index. */
export function requestAt(
  settings: PlanSettings,
  index: number,
  properties: readonly Property[] = builtInProperties,
): PlanRequest {
  const { set, digest } = featureSetOf(settings);
  return {
    seed: settings.seed,
    index,
    statements: settings.statements,
    profile: settings.profile,
    properties: propertiesNamed(settings.properties, properties),
    features: withoutAvoided(set, settings, index),
    abilities: settings.abilities,
    ledger: digest,
  };
}

/** A set of features, and what tells it from others: the same seed makes other plans from another ledger. */
interface KnownFeatures {
  readonly set: FeatureSet;
  readonly digest: string;
}

/** One plan in four may still meet a muted bug. */
const UNAVOIDED = 4;

function withoutAvoided(
  features: FeatureSet,
  { seed, avoided = [] }: PlanSettings,
  index: number,
): FeatureSet {
  if (avoided.length === 0) return features;
  const random = Random.of(seed, index, 'avoided');
  if (random.oneIn(UNAVOIDED)) return features;
  const left = avoided.map((set) => random.pick(set.length === 0 ? [''] : set));
  return dialect.features.without(features, ...left.filter(dialect.features.isId));
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
  return names.map((name) => {
    const property = properties.find((candidate) => candidate.name === name);
    if (property !== undefined) return property;
    const known = properties.map((each) => each.name);
    throw new DirtError(
      'DIRT_PROPERTY_UNKNOWN',
      `there is no property "${name}"`,
      didYouMean(name, known, 'look for it with `dirt properties`, which lists them'),
    );
  });
}

/** Throws on settings that name what does not exist, before any worker starts. */
export function checkSettings(settings: PlanSettings, properties: readonly Property[]): void {
  propertiesNamed(settings.properties, properties);
}
