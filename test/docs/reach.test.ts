// docs/reach.md is made by `npm run reach`, which takes minutes: here a few plans show that it is not out of date.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filledIn } from '../../bench/reach/slots.ts';
import { requestAt } from '../../src/campaign/settings.ts';
import { dialect } from '../../src/dialect/index.ts';
import { featureIds } from '../../src/dialect/sqlite/features/catalogue.ts';
import { isRun } from '../../src/plan/test-step.ts';
import { Planner } from '../../src/planning/planner.ts';
import { defaultProfile } from '../../src/planning/profiles.ts';

const PLANS = 25;

/** By slot, the kinds that the document says are drawn. */
function documented(): ReadonlyMap<string, ReadonlySet<string>> {
  const text = readFileSync(new URL('../../docs/reach.md', import.meta.url), 'utf8');
  const rows = text.matchAll(/^\| `([^`]+)` \| ([^|]*) \|/gm);
  return new Map(
    [...rows].map(([, slot, drawn]) => [slot, new Set(drawn.split(', ').map((each) => each.split(' ')[0]))]),
  );
}

it('docs/reach.md knows every slot that plans fill, and what they mostly fill it with', () => {
  const known = documented();
  const unknown = new Set<string>();
  let [all, missing] = [0, 0];
  for (let index = 0; index < PLANS; index++) {
    const settings = {
      seed: 'reach document',
      statements: 100,
      profile: defaultProfile,
      properties: [],
      features: featureIds,
    };
    for (const test of new Planner(requestAt(settings, index)).steps) {
      if (!isRun(test)) continue;
      for (const { slot, kind } of filledIn(test.statement, dialect.isAggregate)) {
        all++;
        if (!known.has(slot)) unknown.add(slot);
        if (!known.get(slot)?.has(kind)) missing++;
      }
    }
  }
  expect([...unknown]).toEqual([]);
  // What comes up once in thousands of plans is a matter of luck.
  expect(missing / all).toBeLessThan(0.001);
});
