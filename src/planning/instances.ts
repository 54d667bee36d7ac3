// Instances of one property for somebody who looks at it, with what was discarded and why; and what can be told of a property without
// running it: whether it checks anything, and whether its plans depend on the seed alone.

import { dialect, type FeatureSet } from '../dialect/index.ts';
import { DirtError } from '../errors.ts';
import { encodePlan, type Group, type Step } from '../plan/index.ts';
import type { Property } from '../property/index.ts';
import { FAULT_KINDS } from '../world/index.ts';
import { COMMONLY_CARRIED } from './carried.ts';
import { type Planned, planOf } from './planner.ts';
import type { Profile } from './profile.ts';
import { profiles } from './profiles.ts';
import { addPropertyStatistics, NO_STATISTICS, type PropertyStatistics } from './statistics.ts';

interface Instances {
  readonly groups: readonly Group[];
  readonly statistics: PropertyStatistics;
}

const MOST_PLANS = 20;
const STATEMENTS = 60;
/** Of one plan, since what comes after each other is alike. */
const MOST_PER_PLAN = 3;

export function instancesOf(property: Property, seed: string, wanted: number): Instances {
  const { name } = property;
  const groups: Group[] = [];
  let statistics = NO_STATISTICS;
  for (let index = 0; index < MOST_PLANS && groups.length < wanted; index++) {
    const planned = planAbout(property, seed, index);
    groups.push(...instancesIn(planned, name).slice(0, Math.min(MOST_PER_PLAN, wanted - groups.length)));
    statistics = addPropertyStatistics(statistics, planned.statistics[name] ?? NO_STATISTICS);
  }
  return { groups, statistics };
}

/** The same object every time: much is prepared once per set. */
let native: FeatureSet | undefined;

/** A plan in which nothing but the property and random statements are. */
function planAbout(property: Property, seed: string, index: number): Planned {
  const { name, needs } = property;
  const base = needs.connections > 1 ? profiles.transactions : profiles.general;
  const most = Math.max(base.connections.most, needs.connections);
  const profile: Profile = {
    ...base,
    properties: 60,
    favour: { [name]: 1 },
    connections: { ...base.connections, most },
  };
  return planOf({
    seed,
    index,
    statements: STATEMENTS,
    profile,
    properties: [property],
    features: (native ??= dialect.features.setOf(dialect.features.ids.filter(dialect.features.isNative))),
    abilities: { ...COMMONLY_CARRIED, faults: FAULT_KINDS },
  });
}

function instancesIn({ plan }: Planned, name: string): Group[] {
  return plan.groups.filter((group) => group.property === name);
}

/** What is suspicious, in a sentence, or null. Throws if its plans do not depend on the seed alone: nothing that it finds could be repeated. */
export function suspicionOf(property: Property): string | null {
  const [first, second] = [planAbout(property, SEED, 0), planAbout(property, SEED, 0)];
  if (encodePlan(first.plan) !== encodePlan(second.plan))
    throw new DirtError(
      'DIRT_PROPERTY_RANDOM',
      `the property ${property.name} makes another plan from the same seed`,
      'draw with pick and gen alone: Math.random, the time, and what one instance leaves behind for the next cannot be repeated',
    );
  const groups = instancesIn(first, property.name);
  if (property.isScript || groups.length === 0 || groups.some(({ steps }) => steps.some(checks))) return null;
  return `the property ${property.name} checks nothing: it has no assert, inspect or expectRefusal`;
}

const SEED = 'twice';

function checks(step: Step): boolean {
  if (step.do === 'run') return typeof step.expect === 'object' || step.cut !== undefined;
  return step.do === 'assert' || step.do === 'inspect' || step.do === 'powerCut';
}
