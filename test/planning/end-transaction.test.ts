import { expect, test } from 'vitest';
import { planAt } from '../../src/campaign/settings.ts';
import { featureIds } from '../../src/dialect/sqlite/features/catalogue.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { stepsOf } from '../../src/plan/plan.ts';
import { profiles } from '../../src/planning/profiles.ts';

test('an engine without ROLLBACK is not asked for one, and its transactions end all the same', () => {
  const features = featureIds.filter((id) => id !== 'rollback');
  const { abilities } = sqlite;
  const kinds = Array.from({ length: 20 }, (_, index) => {
    const settings = {
      seed: '1',
      statements: 100,
      profile: profiles.general,
      properties: [],
      features,
      abilities,
    };
    const { plan } = planAt(settings, index);
    return stepsOf(plan).flatMap(({ step }) => (step.do === 'run' ? [step.statement.kind] : []));
  }).flat();
  expect(kinds).toContain('commit');
  expect(kinds).not.toContain('rollback');
});
