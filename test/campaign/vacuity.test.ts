import { describe, expect, it } from 'vitest';
import { vacuityIn } from '../../src/campaign/vacuity.ts';
import { featureIds } from '../../src/dialect/sqlite/features/catalogue.ts';
import { COMMONLY_CARRIED } from '../../src/planning/carried.ts';
import { profiles } from '../../src/planning/profiles.ts';
import { FAULT_KINDS } from '../../src/world/faults/index.ts';

const asked = {
  profile: profiles.general,
  features: featureIds,
  abilities: { ...COMMONLY_CARRIED, faults: FAULT_KINDS },
  properties: ['norec'],
  reference: 'sqlite',
  doublecheck: false,
};

const many = new Proxy({}, { get: () => 1000 }) as Record<string, number>;
const healthy = {
  statements: 50_000,
  accepted: many,
  exercised: many,
  properties: { norec: { drawn: 1000, discarded: 200, checked: 800, vacuous: 100, skipped: 0 } },
};

describe('a campaign warns', () => {
  it('of nothing when all is well', () => {
    expect(vacuityIn(healthy, asked, [])).toEqual([]);
  });

  it('of a property that is nearly always discarded or vacuous', () => {
    const discarded = { norec: { drawn: 1000, discarded: 990, checked: 10, vacuous: 0, skipped: 0 } };
    expect(vacuityIn({ ...healthy, properties: discarded }, asked, [])).toEqual([
      'property norec: 990 of 1000 attempts were discarded',
    ]);
    const vacuous = { norec: { drawn: 1000, discarded: 0, checked: 1000, vacuous: 900, skipped: 0 } };
    expect(vacuityIn({ ...healthy, properties: vacuous }, asked, [])).toEqual([
      'property norec: 900 of 1000 instances say nothing',
    ]);
  });

  it('of a property that never came up', () => {
    expect(vacuityIn({ ...healthy, properties: {} }, asked, [])).toEqual(['property norec was never tried']);
  });

  it('of a kind of statement that never succeeds, and of a judge that had nothing to do', () => {
    const warnings = vacuityIn({ ...healthy, accepted: {}, exercised: {} }, asked, []);
    expect(warnings).toContain('no createView succeeded in 50000 statements');
    expect(warnings).toContain('the judge continues had nothing to judge');
    expect(warnings).toContain('the judge reference had nothing to judge');
    expect(warnings.join()).not.toContain('determinism');
  });

  it('of nothing that it cannot know yet', () => {
    const few = { drawn: 20, discarded: 20, checked: 0, vacuous: 0, skipped: 0 };
    const short = { statements: 300, accepted: {}, exercised: {}, properties: { norec: few } };
    expect(vacuityIn(short, asked, ['norec'])).toEqual([]);
  });
});
