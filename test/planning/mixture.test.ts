import { describe, expect, it } from 'vitest';
import { inAllParts, partAt, partsOf } from '../../src/planning/mixture.ts';
import { defaultProfile, profiles } from '../../src/planning/profiles.ts';

const PLANS = 2000;

describe('the default mixture', () => {
  it('has every profile, with shares that add up to a hundred', () => {
    const parts = partsOf(defaultProfile);
    expect(parts.map(({ profile }) => profile)).toEqual(Object.values(profiles));
    expect(parts.reduce((sum, { share }) => sum + share, 0)).toBe(100);
  });

  it('gives plans about each profile as often as its share says, the same for the same seed', () => {
    const drawn = (seed: string) =>
      Array.from({ length: PLANS }, (_, index) => partAt(defaultProfile, seed, index).name);
    const names = drawn('a');
    expect(drawn('a')).toEqual(names);
    expect(drawn('b')).not.toEqual(names);
    for (const { profile, share } of partsOf(defaultProfile)) {
      const percent = (100 * names.filter((name) => name === profile.name).length) / PLANS;
      expect(Math.abs(percent - share), profile.name).toBeLessThan(3);
    }
  });

  it('is changed in all its parts', () => {
    const changed = inAllParts(defaultProfile, (part) => ({ ...part, checkpointed: 7 }));
    expect(changed.name).toBe(defaultProfile.name);
    expect(partsOf(changed).map(({ profile }) => profile.checkpointed)).toEqual(
      Object.values(profiles).map(() => 7),
    );
  });
});

it('a single profile is what all plans are about', () => {
  expect(partAt(profiles.faults, 'a', 3)).toBe(profiles.faults);
  expect(partsOf(profiles.faults)).toEqual([{ profile: profiles.faults, share: 1 }]);
});
