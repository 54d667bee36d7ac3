import { describe, expect, it } from 'vitest';
import { checkPropertyNames, type PlanSettings, requestAt } from '../../src/campaign/settings.ts';
import { defaultProfile } from '../../src/planning/index.ts';
import { builtInProperties } from '../../src/properties/index.ts';

const settings = (...properties: string[]): PlanSettings => ({
  seed: '1',
  statements: 10,
  profile: defaultProfile,
  properties,
  features: [],
});

describe('properties by name', () => {
  it('may be a pattern, and each is there once', () => {
    const named = requestAt(settings('tlp*', 'tlp*', 'norec'), 0).properties.map(({ name }) => name);
    const all = builtInProperties.map(({ name }) => name).filter((name) => name.startsWith('tlp'));
    expect(all.length).toBeGreaterThan(1);
    expect(named).toEqual([...all, 'norec']);
  });

  it('are found by a pattern of any number of stars, as fast as by one', () => {
    const named = (pattern: string) => requestAt(settings(pattern), 0).properties.map(({ name }) => name);
    expect(named('n?r*c')).toEqual(['norec']);
    expect(named('**o**e**')).toEqual(named('*o*e*'));
    expect(() => checkPropertyNames([`${'*'.repeat(200)}x`], builtInProperties)).toThrow(/no property/);
    expect(() => checkPropertyNames([`${'*a'.repeat(50)}x`], builtInProperties)).toThrow(/no property/);
  });

  it('are no patterns of another kind: a dot is a dot, and what fits nothing is a mistake', () => {
    expect(() => checkPropertyNames(['nore.'], builtInProperties)).toThrow(
      /no property "nore\.": did you mean norec/,
    );
    expect(() => checkPropertyNames(['zzz*'], builtInProperties)).toThrow(/no property "zzz\*"/);
  });
});
