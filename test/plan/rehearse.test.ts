import { expect, test } from 'vitest';
import { allFeatures } from '../../src/dialect/sqlite/features/feature-set.ts';
import { decodePlan, encodePlan } from '../../src/plan/codec.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { isVeto } from '../../src/plan/rehearsal.ts';
import { rehearse, renewed } from '../../src/plan/rehearse.ts';
import { COMMONLY_CARRIED } from '../../src/planning/carried.ts';
import { planOf } from '../../src/planning/planner.ts';
import { profiles } from '../../src/planning/profiles.ts';
import { builtInProperties } from '../../src/properties/index.ts';

const { plan } = planOf({
  seed: 'trail',
  index: 0,
  statements: 60,
  profile: profiles.general,
  properties: builtInProperties,
  features: allFeatures(),
  abilities: COMMONLY_CARRIED,
});

/** What the model says of each step, as text. */
function saidOf(some: Plan): string {
  const rehearsed = rehearse(some);
  const said = isVeto(rehearsed)
    ? rehearsed
    : rehearsed.steps.map(({ at, sql, prediction, group }) => [at, sql, prediction, group.steps.length]);
  return JSON.stringify(said, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
}

/** No object of it was seen before, so nothing of it is known. */
const anew = (some: Plan): Plan => decodePlan(encodePlan(some), 'a copy');

const without = (gone: number): Plan => ({ ...plan, groups: plan.groups.filter((_, i) => i !== gone) });

test('a rehearsal that goes on where a plan parts from the one before it says what one from the beginning says', () => {
  const ways = plan.groups.map((_, i) => i).flatMap((i) => [i, plan.groups.length - 1 - i]);
  const onTrail = ways.map((gone) => saidOf(without(gone)));
  expect(new Set(onTrail).size).toBeGreaterThan(plan.groups.length / 2);
  expect(ways.map((gone) => saidOf(anew(without(gone))))).toEqual(onTrail);
});

test('what an edited plan is expected to do is what its rehearsal says, and edits of a plan on the trail say no more', () => {
  let renewedOnes = 0;
  for (let gone = plan.groups.length - 1; gone >= 0; gone--) {
    saidOf(plan);
    const made = renewed(without(gone));
    const madeAnew = renewed(anew(without(gone)));
    if (made === null || madeAnew === null) {
      expect(madeAnew).toBe(made);
      continue;
    }
    renewedOnes++;
    expect(encodePlan(made)).toBe(encodePlan(madeAnew));
    expect(saidOf(made)).toBe(saidOf(anew(made)));
  }
  expect(renewedOnes).toBeGreaterThan(5);
});
