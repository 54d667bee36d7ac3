// SQLite passes: whatever is found here is a bug of DIRT.

import { describe, expect, it } from 'vitest';
import { featureIds, isInSqlite } from '../../src/dialect/sqlite/features/catalogue.ts';
import { featureSet } from '../../src/dialect/sqlite/features/feature-set.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { planOf } from '../../src/planning/planner.ts';
import type { Profile } from '../../src/planning/profile.ts';
import { profiles } from '../../src/planning/profiles.ts';
import { addStatistics, type Statistics } from '../../src/planning/statistics.ts';
import { builtInProperties } from '../../src/properties/index.ts';
import { examine } from '../../src/run/examine.ts';

const FEATURES = featureSet(featureIds.filter(isInSqlite));

async function findingsIn(
  profile: Profile,
  plans: number,
): Promise<{ findings: string[]; statistics: Statistics }> {
  const findings: string[] = [];
  let statistics: Statistics = {};
  for (let index = 0; index < plans; index++) {
    const request = { seed: 'sqlite passes', index, statements: 100, profile, features: FEATURES };
    const planned = planOf({ ...request, properties: builtInProperties, abilities: sqlite.abilities });
    const { finding } = await examine(planned, sqlite, { opener: sqlite });
    if (finding !== null) findings.push(`plan ${index}: ${finding.signature} in ${finding.property}`);
    statistics = addStatistics(statistics, planned.statistics);
  }
  return { findings, statistics };
}

describe('on SQLite', () => {
  it.each(Object.keys(profiles).filter((name) => name !== 'general'))(
    'the profile %s finds nothing',
    async (name) => {
      const { findings } = await findingsIn(profiles[name], name === 'deepTrees' ? 2 : 6);
      expect(findings).toEqual([]);
    },
  );

  it('the default profile finds nothing, and at least half of the instances of every property tell something', async () => {
    const profile: Profile = { ...profiles.general, favour: {} };
    const { findings, statistics } = await findingsIn(profile, 320);
    expect(findings).toEqual([]);
    expect(Object.keys(statistics).sort()).toEqual(builtInProperties.map(({ name }) => name).sort());
    for (const [name, { checked, vacuous }] of Object.entries(statistics)) {
      expect(checked, name).toBeGreaterThan(0);
      expect(vacuous / checked, `${name}: vacuous share`).toBeLessThanOrEqual(0.5);
    }
  });
});
