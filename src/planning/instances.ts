// Instances of one property for somebody who looks at it: from several plans, with what was discarded and why.

import { dialect } from '../dialect/index.ts';
import type { Group } from '../plan/index.ts';
import type { Property } from '../property/index.ts';
import { FAULT_KINDS } from '../world/index.ts';
import { COMMONLY_CARRIED } from './carried.ts';
import { planOf } from './planner.ts';
import type { Profile } from './profile.ts';
import { profiles } from './profiles.ts';
import { addPropertyStatistics, NO_STATISTICS, type PropertyStatistics } from './statistics.ts';

interface Instances {
  readonly groups: readonly Group[];
  readonly statistics: PropertyStatistics;
}

const MOST_PLANS = 40;
const STATEMENTS = 60;
/** Of one plan, since what comes after each other is alike. */
const MOST_PER_PLAN = 3;

export function instancesOf(property: Property, seed: string, wanted: number): Instances {
  const { name, needs } = property;
  const base = needs.connections > 1 ? profiles.transactions : profiles.general;
  const profile: Profile = { ...base, properties: 60, favour: { [name]: 1 } };
  const features = dialect.features.setOf(dialect.features.ids.filter(dialect.features.isNative));
  const groups: Group[] = [];
  let statistics = NO_STATISTICS;
  for (let index = 0; index < MOST_PLANS && groups.length < wanted; index++) {
    const { plan, statistics: here } = planOf({
      seed,
      index,
      statements: STATEMENTS,
      profile,
      properties: [property],
      features,
      abilities: { ...COMMONLY_CARRIED, faults: FAULT_KINDS },
    });
    const own = plan.groups.filter((group) => group.property === name).slice(0, MOST_PER_PLAN);
    groups.push(...own.slice(0, wanted - groups.length));
    statistics = addPropertyStatistics(statistics, here[name] ?? NO_STATISTICS);
  }
  return { groups, statistics };
}
